import { PermissionFlagsBits as Bits } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { startBotWorld } from '../../support/bot-world.ts';
import { itemsPosted } from '../../support/posted-items.ts';
import { FOXES, sellFoxes } from '../../support/sell-foxes.ts';
import { messageOf } from '../lookups/reading.ts';
import { customIdOf, deny, forgedButton, listOf, manager, secondAdmin, textOf } from './set-up.ts';

const labelsOf = (message: { readonly components?: unknown }): readonly string[] =>
  [...JSON.stringify(message.components ?? []).matchAll(/"label":"([^"]+)"/g)].map(([, label = '']) => label);

describe('/alerts add with a channel and a collection', () => {
  it('saves the alert at once, and posts its sales from then on', async () => {
    await using world = await startBotWorld();
    const bot = await world.start();
    const { admin, channelId } = world.home;

    const added = await admin.command('alerts add', { channel: channelId, collection: FOXES });
    const due = sellFoxes(world, 1);
    await bot.app.poll();

    expect(textOf(added)).toBe(`✅ <#${channelId}> now gets Lantern Foxes sales.`);
    expect(labelsOf(messageOf(added))).toEqual(['Test', 'Edit', 'Undo']);
    expect(added.ephemeral).toBe(true);
    expect(itemsPosted(await world.untilPosted(channelId, 1))).toEqual(due);
  });

  it('adds one alert when it is used twice, also at once, and offers no second undo', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { admin, channelId } = world.home;
    const add = () => admin.command('alerts add', { channel: channelId, collection: FOXES });

    const both = await Promise.all([add(), add()]);
    const late = await add();

    const answers = both.map(textOf).toSorted((one, other) => other.length - one.length);
    expect(answers).toEqual([
      `✅ <#${channelId}> now gets Lantern Foxes sales.`,
      `<#${channelId}> already has this alert (#1).`,
    ]);
    expect(textOf(late)).toBe(`<#${channelId}> already has this alert (#1).`);
    expect(labelsOf(messageOf(late))).toEqual(['Test', 'Edit']);
    expect(await listOf(admin)).not.toContain('#2');
  });

  it.each([
    ['a condition', { price_from: '1' }],
    ['another topic', { alerts: 'mints' }],
    ['several collections', { collection: 'Lantern Foxes, Deep Sea Post' }],
    ['all collections', { collection: 'All collections' }],
  ])('shows the preview with %s', async (_what, options) => {
    await using world = await startBotWorld();
    await world.start();
    const { admin, channelId } = world.home;

    const draft = await admin.command('alerts add', { channel: channelId, collection: FOXES, ...options });

    expect(textOf(draft)).toContain(`**New alert in <#${channelId}>**`);
    expect(await listOf(admin)).toMatch(/^No alerts yet/);
  });

  it('shows the preview without a channel', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { admin, channelId } = world.home;

    const draft = await admin.command('alerts add', { collection: FOXES });

    expect(textOf(draft)).toContain(`**New alert in <#${channelId}>**`);
  });

  it('shows the preview where another alert posts the same, or a permission is missing', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { home } = world;
    const other = home.addChannel('other');
    deny(world, other, Bits.ReadMessageHistory);
    await home.subscribe(home.channelId, { alerts: 'sales, mints' });

    const covered = await home.admin.command('alerts add', { channel: home.channelId, collection: FOXES });
    const blind = await home.admin.command('alerts add', { channel: other, collection: FOXES });

    expect(textOf(covered)).toContain('⚠️ Alert #1 already posts the same events here.');
    expect(textOf(blind)).toContain('⚠️');
    expect([covered, blind].map((reply) => labelsOf(messageOf(reply))[0])).toEqual(['Confirm', 'Confirm']);
  });

  it('shows the preview where it would flood the channel', async () => {
    await using world = await startBotWorld();
    const bot = await world.start();
    const { admin, channelId } = world.home;
    sellFoxes(world, 12);
    await bot.app.poll();

    const draft = await admin.command('alerts add', { channel: channelId, collection: FOXES });

    expect(textOf(draft)).toMatch(/⚠️ This may post about [\d,]+ messages per hour/);
    expect(await listOf(admin)).toMatch(/^No alerts yet/);
  });

  it('shows the preview while the marketplace does not answer, because nobody knows whether it would flood', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { admin, channelId } = world.home;
    world.marketplace.faults.set({ drop: true });
    world.clock.advance(10 * 60_000);

    const draft = await admin.command('alerts add', { channel: channelId, collection: FOXES });

    expect(textOf(draft)).toContain('No preview: the marketplace is not responding.');
  });
});

describe('the buttons under an alert that was saved at once', () => {
  it('post a test, and open the draft of a change', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { admin, channelId } = world.home;
    const added = messageOf(await admin.command('alerts add', { channel: channelId, collection: FOXES }));

    const tested = await admin.press(added, 'Test');
    const edited = await admin.press(added, 'Edit');

    expect(textOf(tested)).toContain('Tested alert #1 in');
    expect(await world.untilPosted(channelId, 1)).toHaveLength(1);
    expect(edited.outcome).toBe('updated');
    expect(textOf(edited)).toContain('**Alert #1 in');
  });

  it('undo exactly this alert, once', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { home } = world;
    const { admin, channelId } = home;
    await home.subscribe(channelId, { alerts: 'mints' });
    const added = messageOf(await admin.command('alerts add', { channel: channelId, collection: FOXES }));
    const again = await forgedButton(world, channelId, customIdOf(added, 'Undo'));

    const undone = await admin.press(added, 'Undo');
    const twice = await admin.press(again, 'Press');

    expect(undone.outcome).toBe('updated');
    expect(textOf(undone)).toBe(`Alert #2 was removed from <#${channelId}>.`);
    expect(messageOf(undone).components ?? []).toEqual([]);
    expect(textOf(twice)).toBe('Alert #2 has already been removed.');
    const list = await listOf(admin);
    expect(list).toContain('#1');
    expect(list).not.toContain('#2');
  });

  it('do not undo an alert that was changed since', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { admin, channelId } = world.home;
    const added = messageOf(await admin.command('alerts add', { channel: channelId, collection: FOXES }));
    const draft = await admin.command('alerts edit', { alert: '1', price_from: '5' });
    await admin.press(messageOf(draft), 'Save');

    const undone = await admin.press(added, 'Undo');

    expect(textOf(undone)).toBe(
      'I can’t undo this: alert #1 has been changed since it was added. Remove it with `/alerts remove`.',
    );
    expect(await listOf(admin)).toContain('#1');
  });

  it('are the asker’s only, while they may manage alerts', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { home } = world;
    const { person, removeRole } = await manager(world);
    const other = secondAdmin(world);
    const added = messageOf(
      await person.command('alerts add', { channel: home.channelId, collection: FOXES }),
    );
    const undo = await forgedButton(world, home.channelId, customIdOf(added, 'Undo'));

    const theirs = await other.person.press(undo, 'Press');
    removeRole();
    const former = await person.press(added, 'Undo');

    expect(textOf(theirs)).toMatch(/^Only the person who ran this command can use its buttons and menus\./);
    expect(textOf(former)).toMatch(/^You need the “Manage Server” permission/);
    expect(await listOf(home.admin)).toContain('#1');
  });

  it('work after a restart of the bot', async () => {
    await using world = await startBotWorld();
    const first = await world.start();
    const { admin, channelId } = world.home;
    const added = messageOf(await admin.command('alerts add', { channel: channelId, collection: FOXES }));
    await first[Symbol.asyncDispose]();
    await world.start();

    expect(textOf(await admin.press(added, 'Undo'))).toBe(`Alert #1 was removed from <#${channelId}>.`);
  });
});
