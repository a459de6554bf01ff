import { describe, expect, it } from 'vitest';
import { startBotWorld } from '../../support/bot-world.ts';
import { screenText } from '../../support/screen-text.ts';
import { FOXES } from '../../support/sell-foxes.ts';
import { messageOf } from '../lookups/reading.ts';
import { listOf, manager, removeAlert, startDraft, textOf } from './set-up.ts';

const REFUSED = 'You need the “Manage Server” permission';

describe('the role that may manage alerts', () => {
  it('can add, change and remove alerts like Manage Server', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { home } = world;
    const { person, roleId, set } = await manager(world);

    const draft = await startDraft(person, { channel: home.channelId, collection: FOXES });
    const confirmed = await person.press(draft, 'Confirm');
    const channel = await person.command('alerts channel', { channel: home.channelId, look: 'compact' });
    const paused = await person.command('alerts pause', { alert: '1' });
    const zone = await person.command('settings set', { time_zone: 'Europe/Berlin' });
    const removed = await removeAlert(person, '1');

    expect(screenText(set.message)).toContain(`or the <@&${roleId}> role`);
    expect(textOf(confirmed)).toMatch(/^✅/);
    expect(textOf(channel)).toMatch(/^✅/);
    expect(textOf(paused)).toMatch(/^⏸/);
    expect(screenText(zone.message)).toContain('**Time zone** Europe/Berlin');
    expect(removed).toContain('🗑 Alert #1 removed.');
  });

  it('cannot change the manager role or erase the server’s data', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { person, roleId } = await manager(world);

    for (const reply of [
      await person.command('settings set', { manager_role: roleId }),
      await person.command('settings reset', { what: 'manager role' }),
      await person.command('settings reset', { what: 'everything' }),
      await person.command('settings erase'),
    ]) {
      expect(textOf(reply)).toMatch(new RegExp(`^${REFUSED}`));
      expect(reply.ephemeral).toBe(true);
    }
    expect(screenText((await world.home.admin.command('settings view')).message)).toContain(
      `or the <@&${roleId}> role`,
    );
  });

  it('is checked again at every button, menu and modal: without it nothing is changed', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { home } = world;
    await home.follow(home.channelId, 'deep-sea-post');
    const { person, removeRole } = await manager(world);
    const draft = await startDraft(person, { channel: home.channelId, collection: FOXES });
    const { modal } = await person.press(draft, 'Edit filter');
    const list = messageOf(await person.command('alerts list'));
    const menu = /"custom_id":"(do\.alerts-open\.[^"]+)"/.exec(JSON.stringify(list.components))?.[1] ?? '';
    const one = messageOf(await person.select(list, menu, ['1']));
    const again = messageOf(await person.command('alerts list'));
    if (modal === null) throw new Error('There is no form.');
    removeRole();

    const replies = [
      await person.press(draft, 'Confirm'),
      await person.press(draft, 'Edit filter'),
      await person.submit(modal, { price_from: '1' }),
      await person.press(draft, 'Cancel'),
      await person.press(one, 'Pause'),
      await person.press(one, 'Test'),
      await person.press(one, 'Remove'),
      await person.press(one, 'Edit'),
      await person.select(again, menu.replace(/\.[^.]*$/, '.1'), ['1']),
    ];

    for (const reply of replies) {
      expect(textOf(reply)).toMatch(new RegExp(`^${REFUSED}`));
      expect(reply.ephemeral).toBe(true);
    }
    expect(await listOf(home.admin)).toMatch(/^\*\*#1\*\* .*\n-# ▶ active · nothing posted yet$/);
    expect(world.embeds(home.channelId)).toEqual([]);
  });

  it('ends when the server resets the setting', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { person } = await manager(world);
    const before = await person.command('alerts list');

    await world.home.admin.command('settings reset', { what: 'manager role' });

    expect(textOf(before)).toMatch(/^No alerts yet/);
    expect(textOf(await person.command('alerts list'))).toMatch(new RegExp(`^${REFUSED} in this server`));
  });

  it('applies to its own server only', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { discord } = world;
    const other = world.addServer('other');
    const { roleId } = await manager(world);
    const { id: userId } = discord.createUser({ name: 'stranger' });
    discord.addMember({ guildId: other.guildId, userId });

    const stranger = discord.person({ userId, channelId: other.channelId });
    const reply = await stranger.command('alerts list');

    expect(textOf(reply)).toMatch(new RegExp(`^${REFUSED} in this server`));
    expect(textOf(reply)).not.toContain(roleId);
  });

  it('gets autocomplete choices, others get none', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { home } = world;
    await home.follow(home.channelId, FOXES);
    const { person, removeRole } = await manager(world);
    const offered = () => person.autocomplete('alerts pause', { alert: '' }, 'alert');

    const before = await offered();
    removeRole();
    const after = await offered();

    expect(before).toHaveLength(1);
    expect(after).toEqual([]);
    expect(await home.member.autocomplete('alerts pause', { alert: '' }, 'alert')).toEqual([]);
  });
});

describe('a member who may not manage alerts', () => {
  it('is refused by every command for managers, and sees none of the server’s alerts', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { home } = world;
    await home.follow(home.channelId, FOXES);

    const subscription = '1';
    const channel = home.channelId;
    const asked: readonly (readonly [string, Record<string, string>])[] = [
      ['alerts add', { channel }],
      ['alerts edit', { alert: subscription }],
      ['alerts list', {}],
      ['alerts pause', { alert: subscription }],
      ['alerts resume', { alert: subscription }],
      ['alerts remove', { alert: subscription }],
      ['alerts copy', { alert: subscription, channel }],
      ['alerts test', { alert: subscription }],
      ['alerts channel', { channel }],
      ['alerts export', {}],
      ['alerts health', {}],
      ['settings view', {}],
      ['settings set', { time_zone: 'UTC' }],
      ['settings reset', { what: 'everything' }],
      ['settings export', {}],
      ['settings erase', {}],
    ];
    for (const [command, options] of asked) {
      const reply = await home.member.command(command, options);
      expect([command, textOf(reply), reply.ephemeral]).toEqual([
        command,
        `${REFUSED} in this server.`,
        true,
      ]);
    }
    const file = { name: 'alerts.json', content: '{}' };
    expect(textOf(await home.member.command('alerts import', { file }))).toMatch(new RegExp(`^${REFUSED}`));
  });
});
