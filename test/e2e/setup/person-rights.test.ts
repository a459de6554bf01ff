import { PermissionFlagsBits as Bits } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import type { Person } from '../../../sandbox/discord/local-discord.ts';
import { type BotWorld, startBotWorld } from '../../support/bot-world.ts';
import { screenText } from '../../support/screen-text.ts';
import { FOXES } from '../../support/sell-foxes.ts';
import { configureChannel, messagesIn } from '../channels/channel.ts';
import { description, messageOf } from '../lookups/reading.ts';
import { denyMembers, listOf, manager, startDraft, textOf } from './set-up.ts';

const NO_CHANNEL =
  'Channel not found. Choose a channel that you can see and write in. If it is a closed thread, open it first.';
const NO_ALERT = 'This server has no such alert. See the alert numbers in `/alerts list`.';
const LETTERS = 'deep-sea-post';

/** An import file with a rule for sales in channels of these names or ids. */
const fileFor = (channels: readonly object[]) =>
  JSON.stringify({ format: 'gavel-alerts', version: 1, channels });
const sales = (channel: object, settings?: object) => ({
  id: '123456789012345678',
  alerts: [{ alerts: ['sale'] }],
  ...(settings === undefined ? {} : { settings }),
  ...channel,
});
const startImport = (person: Person, channels: readonly object[], mode: 'add' | 'replace' = 'add') =>
  person.command('alerts import', { file: { name: 'alerts.json', content: fileFor(channels) }, mode });

/** Creates a channel that only admins and the bot can view. */
function hiddenChannel(world: BotWorld, name = 'boardroom'): string {
  const id = world.home.addChannel(name);
  denyMembers(world, id, Bits.ViewChannel);
  return id;
}

/** Creates a channel that everyone can view and only admins and the bot can post in. */
function readOnlyChannel(world: BotWorld, name = 'news'): string {
  const id = world.home.addChannel(name);
  denyMembers(world, id, Bits.SendMessages);
  return id;
}

/** The text of an exported file. */
async function exportFile(person: Person, command: 'alerts export' | 'settings export'): Promise<string> {
  const [attachment] = messageOf(await person.command(command)).attachments;
  if (attachment === undefined) throw new Error('There is no file.');
  return person.download(attachment).text;
}

describe('a channel that the requester cannot see', () => {
  it('is treated by an import like one that does not exist, by name and by id', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { home } = world;
    const id = hiddenChannel(world);
    const { person } = await manager(world);

    const named = await startImport(person, [sales({ name: 'boardroom' })]);
    const absent = await startImport(person, [sales({ name: 'nowhere' })]);
    const byId = await startImport(person, [sales({ id, name: 'boardroom' })]);
    const visibleTwin = home.addChannel('boardroom');
    const twin = await startImport(person, [sales({ name: 'boardroom' })]);

    expect(textOf(named)).toContain('Choose where their alerts go, or skip them.');
    expect(description(named)).toContain('⚠️ Skipped: This server has no channel named “boardroom”.');
    expect(description(named).replaceAll('boardroom', 'nowhere')).toBe(description(absent));
    expect(description(byId)).toBe(description(named));
    expect(description(twin)).toContain(`➕ <#${visibleTwin}> Sales · all collections`);
    expect(await listOf(home.admin)).toMatch(/^No alerts yet/);
  });

  it('gets nothing when it was hidden between the preview and Confirm', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { home } = world;
    const id = home.addChannel('boardroom');
    const { person } = await manager(world);
    const preview = messageOf(
      await startImport(person, [sales({ id, name: 'boardroom' }, { look: 'compact' })]),
    );
    denyMembers(world, id, Bits.ViewChannel);

    const done = textOf(await person.press(preview, 'Confirm'));

    expect(done).toContain('0 alerts added');
    expect(await listOf(home.admin)).toMatch(/^No alerts yet/);
    expect(screenText((await home.admin.command('alerts channel', { channel: id })).message)).toContain(
      '**Look** by type',
    );
  });

  it('hides its alerts: they cannot be listed, exported, tested, copied, changed or removed', async () => {
    await using world = await startBotWorld();
    const bot = await world.start();
    const { home, discord } = world;
    const id = hiddenChannel(world);
    await home.follow(home.channelId, LETTERS);
    await home.follow(id, FOXES);
    await home.admin.command('settings set', { default_channel: id });
    await configureChannel(home, id, { look: 'compact' });
    const { person } = await manager(world);

    expect(await listOf(person)).not.toContain('#2');
    expect(await exportFile(person, 'alerts export')).not.toContain(id);
    expect(await exportFile(person, 'settings export')).not.toContain(id);
    expect(screenText((await person.command('settings view')).message)).not.toContain(id);
    for (const command of ['test', 'edit', 'pause', 'resume', 'remove', 'copy']) {
      const channel = command === 'copy' ? { channel: home.channelId } : {};
      const asked = (subscription: string) =>
        person.command(`alerts ${command}`, { alert: subscription, ...channel }).then(textOf);
      expect([command, await asked('2')]).toEqual([command, NO_ALERT]);
      expect([command, await asked('99')]).toEqual([command, NO_ALERT]);
    }
    for (const command of ['pause', 'resume', 'remove']) {
      expect(textOf(await person.command(`alerts ${command}`, { alert: `all:${id}` }))).toBe(
        'That channel has no alerts. See all alerts in `/alerts list`.',
      );
    }
    for (const command of ['alerts test', 'alerts pause', 'alerts edit']) {
      const offered = await person.autocomplete(command, { alert: '' }, 'alert');
      expect(offered.map(({ value }) => value)).toEqual(['1']);
    }
    expect(messagesIn(world, id)).toEqual([]);
    expect(await listOf(home.admin)).toContain(`**#2** <#${id}>`);

    discord.setOverwrite(id, { id: world.applicationId, type: 'member', deny: Bits.SendMessages });
    world.marketplace.cause.sale({ collection: FOXES });
    await bot.app.poll();
    await bot.log.until('channel rejects messages');
    const health = JSON.stringify(messageOf(await person.command('alerts health')).embeds);
    expect(health).not.toContain(id);
    expect(JSON.stringify(messageOf(await home.admin.command('alerts health')).embeds)).toContain(id);
  });

  it('is not changed by an import that replaces', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { home } = world;
    const id = hiddenChannel(world);
    await home.follow(home.channelId, LETTERS);
    await home.follow(id, FOXES);
    const { person } = await manager(world);

    const preview = await startImport(person, [], 'replace');
    await person.press(messageOf(preview), 'Confirm');

    expect(description(preview)).not.toContain(id);
    expect(await listOf(home.admin)).toMatch(new RegExp(`^\\*\\*#2\\*\\* <#${id}>`));
  });

  it('may be a private thread without the requester', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { home, discord, applicationId } = world;
    const talk = home.addChannel('talk');
    const { person, userId } = await manager(world);
    const id = discord.createThread({
      channelId: talk,
      name: 'secret',
      private: true,
      memberIds: [applicationId],
    }).id;
    await home.follow(id, FOXES);

    const outside = await startImport(person, [sales({ name: 'secret' })]);
    const unlisted = await person.command('alerts list');
    discord.addThreadMember(id, userId);
    const inside = await startImport(person, [sales({ name: 'secret' })]);

    expect(description(outside)).toContain('This server has no channel named “secret”.');
    expect(textOf(unlisted)).toMatch(/^No alerts yet/);
    expect(description(inside)).toContain(`➕ <#${id}> Sales · all collections`);
    expect(await listOf(person)).toContain(`<#${id}> Sales · Lantern Foxes`);
  });
});

describe('a channel in which the requester may not post', () => {
  it('gets no alert from them: not by add, copy, import or settings', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { home } = world;
    const id = readOnlyChannel(world);
    await home.follow(home.channelId, FOXES);
    const { person } = await manager(world);

    const copyOf = (subscription: string) =>
      person.command('alerts copy', { alert: subscription, channel: id });
    expect(textOf(await person.command('alerts add', { channel: id }))).toBe(NO_CHANNEL);
    expect(textOf(await copyOf('1'))).toBe(NO_CHANNEL);
    expect(textOf(await copyOf('all'))).toBe(NO_CHANNEL);
    expect(textOf(await person.command('settings set', { default_channel: id }))).toBe(NO_CHANNEL);
    expect(textOf(await person.command('alerts channel', { channel: id, look: 'compact' }))).toBe(NO_CHANNEL);
    expect(description(await startImport(person, [sales({ id, name: 'news' })]))).toContain(
      'This server has no channel named “news”.',
    );
    expect(await listOf(home.admin)).not.toContain(id);
  });

  it('keeps its alerts, which they may view, pause and remove, but not test, change or resume', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { home } = world;
    const id = readOnlyChannel(world);
    await home.follow(id, FOXES);
    const { person } = await manager(world);
    const run = async (command: string) => textOf(await person.command(command, { alert: '1' }));

    expect(await listOf(person)).toContain(`<#${id}> Sales · Lantern Foxes`);
    for (const command of ['alerts test', 'alerts edit']) {
      expect(await run(command)).toBe(`You can’t send messages in <#${id}>. Ask someone who can.`);
    }
    expect(await run('alerts pause')).toMatch(/^⏸/);
    expect(await run('alerts resume')).toMatch(/^You can’t send messages in/);
    expect(messagesIn(world, id)).toEqual([]);
  });

  it('gets none when the permission was removed before Confirm', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { home } = world;
    const id = home.addChannel('news');
    await home.follow(id, LETTERS);
    const { person } = await manager(world);
    const draft = await startDraft(person, { channel: id, collection: FOXES });
    const change = messageOf(await person.command('alerts edit', { alert: '1', price_from: '5' }));
    const preview = messageOf(await startImport(person, [sales({ id, name: 'news' })]));
    denyMembers(world, id, Bits.SendMessages);

    const confirmed = textOf(await person.press(draft, 'Confirm'));
    const saved = textOf(await person.press(change, 'Save'));
    const importFile = textOf(await person.press(preview, 'Confirm'));

    expect(confirmed).toBe(NO_CHANNEL);
    expect(saved).toBe(`You can’t send messages in <#${id}>. Ask someone who can.`);
    expect(importFile).toContain('0 alerts added');
    expect(await listOf(home.admin)).toMatch(/^\*\*#1\*\* <#\d+> Sales · Deep Sea Post\n[^\n]*$/);
  });
});

describe('a role that the requester may not mention', () => {
  /** A server with a channel in which the bot may mention all roles and members none. */
  function setUpServer(world: BotWorld) {
    const { discord, home, applicationId } = world;
    const id = home.addChannel('loud');
    discord.setOverwrite(id, { id: applicationId, type: 'member', allow: Bits.MentionEveryone });
    const { id: role } = discord.createRole({ guildId: home.guildId, name: 'everyone-really' });
    return { id, role };
  }

  it('is not pinged by anything that they set up or resume: channel settings, import, add, copy, edit, resume', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { home } = world;
    const { id, role } = setUpServer(world);
    const { person } = await manager(world);
    const refused = `You can’t ping <@&${role}> in <#${id}>. Ask someone who can, or allow everyone to mention the role (Server Settings → Roles).`;
    const ping = { ping: { role: { id: role, name: 'everyone-really' } }, look: 'compact' };

    expect(textOf(await person.command('alerts channel', { channel: id, ping_role: role }))).toBe(refused);
    const byFile = await startImport(person, [sales({ id, name: 'loud' }, ping)]);
    await person.press(messageOf(byFile), 'Confirm');
    const afterFile = screenText((await home.admin.command('alerts channel', { channel: id })).message);
    await home.follow(home.channelId, FOXES);
    await configureChannel(home, id, { ping_role: role });
    const copied = textOf(await person.command('alerts copy', { alert: '2', channel: id }));
    const added = textOf(await person.command('alerts add', { channel: id, collection: FOXES }));
    const edited = textOf(await person.command('alerts edit', { alert: '1', price_from: '1' }));
    await home.admin.command('alerts pause', { alert: '1' });
    const resumed = textOf(await person.command('alerts resume', { alert: '1' }));
    const resumedAll = textOf(await person.command('alerts resume', { alert: `all:${id}` }));
    const withPing = textOf(await person.command('alerts channel', { channel: id, ping_cooldown: 5 }));
    const look = screenText((await person.command('alerts channel', { channel: id, look: 'big' })).message);

    expect(description(byFile)).toContain(`⚠️ Skipped: <#${id}>: you can’t ping the “everyone-really” role.`);
    expect(afterFile).toContain('**Pings** nobody\n');
    expect(afterFile).toContain('**Look** compact');
    expect([copied, added, edited, withPing]).toEqual([refused, refused, refused, refused]);
    expect([resumed, resumedAll]).toEqual([refused, refused]);
    expect(look).toMatch(/^✅ Saved\./);
    expect(look).toContain(`**Pings** <@&${role}>\n`);
  });

  it('is pinged for requesters who may mention it, and for all once it is mentionable', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { home, discord } = world;
    const { id, role } = setUpServer(world);
    const { person, roleId } = await manager(world);
    const choose = async () =>
      textOf(await person.command('alerts channel', { channel: id, ping_role: role }));

    const before = await choose();
    discord.setOverwrite(id, { id: roleId, type: 'role', allow: Bits.MentionEveryone });
    const allowed = await choose();
    discord.removeOverwrite(id, roleId);
    discord.setRoleMentionable(home.guildId, role, true);
    const mentionable = await choose();

    expect(before).toMatch(/^You can’t ping/);
    expect([allowed, mentionable]).toEqual([
      expect.stringMatching(/^✅ Saved\./),
      expect.stringMatching(/^✅ Saved\./),
    ]);
  });

  it('stays pinged as an admin chose when they import the exported file', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { home } = world;
    const { id, role } = setUpServer(world);
    await configureChannel(home, id, { ping_role: role, ping_minimum: '100', look: 'compact' });
    const { person } = await manager(world);
    const file = await exportFile(person, 'alerts export');
    const content = file.replace('"look": "compact"', '"look": "normal"');

    const preview = await person.command('alerts import', { file: { name: 'alerts.json', content } });
    await person.press(messageOf(preview), 'Confirm');

    expect(description(preview)).not.toContain('Skipped');
    const shown = screenText((await home.admin.command('alerts channel', { channel: id })).message);
    expect(shown).toContain(`**Pings** <@&${role}> for 100 S and up\n`);
    expect(shown).toContain('**Look** normal');
  });

  it('is not pinged by an import when the permission was removed before Confirm', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { home, discord } = world;
    const { id, role } = setUpServer(world);
    const { person } = await manager(world);
    discord.setRoleMentionable(home.guildId, role, true);
    const ping = { ping: { role: { id: role, name: 'everyone-really' } }, look: 'compact' };
    const preview = messageOf(await startImport(person, [sales({ id, name: 'loud' }, ping)]));
    discord.setRoleMentionable(home.guildId, role, false);

    await person.press(preview, 'Confirm');

    expect(screenText((await home.admin.command('alerts channel', { channel: id })).message)).toContain(
      '**Pings** nobody',
    );
  });
});
