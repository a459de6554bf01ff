import { describe, expect, it } from 'vitest';
import { type BotWorld, startBotWorld } from '../../support/bot-world.ts';
import { titleOf } from '../../support/channel-reading.ts';
import { itemsPosted } from '../../support/posted-items.ts';
import { FOXES, sellFoxes } from '../../support/sell-foxes.ts';
import { messageOf } from '../lookups/reading.ts';
import { customIdOf, forgedButton, listOf, secondAdmin, startDraft, textOf } from './set-up.ts';

const COIN = 10n ** 18n;
const DAY_MS = 86_400_000;

/** Fifty activities: four sales of foxes from 100 coins, three below, and transfers of letters. */
function fiftyActivities({ marketplace: { cause } }: BotWorld): string {
  for (let count = 0; count < 3; count += 1) cause.sale({ collection: FOXES, price: 99n * COIN });
  for (let count = 0; count < 43; count += 1) cause.transfer({ collection: 'deep-sea-post' });
  const sales = [101n, 102n, 103n, 104n].flatMap((price) =>
    cause.sale({ collection: FOXES, price: price * COIN }),
  );
  return sales.at(-1)?.tokenName ?? '';
}

describe('the preview of /alerts add', () => {
  it('shows the newest activity that would have been posted', async () => {
    await using world = await startBotWorld();
    const newest = fiftyActivities(world);
    await world.start();
    const { admin, channelId } = world.home;

    const draft = await startDraft(admin, { channel: channelId, collection: FOXES, price_from: '100' });

    expect(draft.content.split('\n')).toEqual([
      `**New alert in <#${channelId}>**`,
      'Sales · Lantern Foxes · 100 S and up',
      'Latest match:',
    ]);
    expect(draft.embeds.map(titleOf)).toEqual([`${newest} sold for 104 S`]);
    expect(world.embeds(channelId)).toEqual([]);
  });

  it('shows a token of the collection with its picture where nothing would have been posted', async () => {
    await using world = await startBotWorld();
    fiftyActivities(world);
    await world.start();
    const { admin, channelId } = world.home;

    const draft = await startDraft(admin, { channel: channelId, collection: FOXES, price_from: '1,000' });

    expect(draft.content).toContain('Example with invented numbers:');
    const [embed] = draft.embeds;
    expect(titleOf(embed ?? {})).toMatch(/^Lantern Fox #\d+ sold for 1,000 S$/);
    expect(embed?.image?.url ?? embed?.thumbnail?.url).toMatch(/^http/);
  });

  it('says about how many a week it is, by the stored sales', async () => {
    await using world = await startBotWorld();
    const bot = await world.start();
    const { admin, channelId } = world.home;
    for (let day = 0; day < 7; day += 1) {
      for (const price of [600n, 700n])
        world.marketplace.cause.sale({ collection: FOXES, price: price * COIN });
      await bot.app.poll();
      world.clock.advance(DAY_MS);
    }

    const draft = await startDraft(admin, { channel: channelId, collection: FOXES, price_from: '600' });

    expect(draft.content).toContain('About 14 per week.');
  });

  it('reports what can never match, and cannot be confirmed then', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { admin, channelId } = world.home;

    const draft = await startDraft(admin, { channel: channelId, alerts: 'transfers', price_from: '1' });

    expect(draft.content).toContain('⚠️ Nothing can match: transfers have no price.');
    await expect(admin.press(draft, 'Confirm')).rejects.toThrow('disabled');
    const confirm = await forgedButton(world, channelId, customIdOf(draft, 'Confirm'));
    expect(textOf(await admin.press(confirm, 'Press'))).toMatch(/^This alert would never post anything\./);
    expect(await listOf(admin)).toMatch(/^No alerts yet/);
  });

  it('cannot be confirmed for floors without a collection', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { admin, channelId } = world.home;

    const draft = await startDraft(admin, { channel: channelId, alerts: 'floor' });

    expect(draft.content).toContain('Choose at least one in **Collections**');
    await expect(admin.press(draft, 'Confirm')).rejects.toThrow('disabled');
  });

  it('says which alert of the channel posts the same already, and leads to it', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { admin, channelId, subscribe } = world.home;
    await subscribe(channelId, { alerts: 'sales, mints' });

    const covered = await startDraft(admin, { channel: channelId, collection: FOXES });
    const partly = await startDraft(admin, { channel: channelId, alerts: 'sales, listings' });
    const same = await startDraft(admin, { channel: channelId, alerts: 'mints, sales' });
    const elsewhere = await startDraft(admin, { channel: world.home.addChannel('other'), collection: FOXES });
    const opened = await admin.press(covered, 'Edit #1');

    expect(covered.content).toContain('⚠️ Alert #1 already posts the same events here.');
    expect(partly.content).toContain('⚠️ Alert #1 already posts sales here.');
    expect(same.content).toContain('⚠️ Alert #1 in this channel is identical.');
    await expect(admin.press(same, 'Confirm')).rejects.toThrow('disabled');
    expect(elsewhere.content).not.toContain('already');
    expect(textOf(opened)).toContain('**Alert #1 in');
  });
});

describe('a set-up that waits for its confirmation', () => {
  it('posts nothing before it is confirmed, and posts events afterwards', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const bot = await world.start();
    const draft = await startDraft(home.admin, { channel: home.channelId, collection: FOXES });
    sellFoxes(world, 1);
    await bot.app.poll();
    const before = await listOf(home.admin);

    const confirmed = await home.admin.press(draft, 'Confirm');
    const due = sellFoxes(world, 1);
    await bot.app.poll();

    expect(before).toMatch(/^No alerts yet/);
    expect(textOf(confirmed)).toBe(
      `✅ Alert #1 added in <#${home.channelId}>: Sales · Lantern Foxes\nPost an example with \`/alerts test\`.`,
    );
    expect(confirmed.outcome).toBe('updated');
    expect(confirmed.message?.components ?? []).toEqual([]);
    expect(itemsPosted(await world.untilPosted(home.channelId, 1))).toEqual(due);
  });

  it('changes its filter in a modal with the current values, with a new preview', async () => {
    await using world = await startBotWorld();
    fiftyActivities(world);
    await world.start();
    const { admin, channelId } = world.home;
    const draft = await startDraft(admin, { channel: channelId, collection: FOXES, price_from: '100' });

    const before = await forgedButton(world, channelId, customIdOf(draft, 'Confirm'));
    const { modal } = await admin.press(draft, 'Edit filter');
    if (modal === null) throw new Error('There is no form.');
    const shown = JSON.stringify(modal.components);
    const changed = await admin.submit(modal, { price_from: '103', price_to: '1.5k' });
    const late = await admin.press(before, 'Press');
    const confirmed = await admin.press(messageOf(changed), 'Confirm');

    expect(textOf(late)).toMatch(/^This draft has expired/);
    expect(shown).toContain('"value":"Lantern Foxes"');
    expect(shown).toContain('"value":"100"');
    expect(textOf(changed)).toContain('Sales · Lantern Foxes · 103 S to 1,500 S');
    expect(messageOf(changed).embeds).toHaveLength(1);
    expect(changed.outcome).toBe('updated');
    expect(textOf(confirmed)).toContain(': Sales · Lantern Foxes · 103 S to 1,500 S');
    expect(await listOf(admin)).not.toContain('#2');
  });

  it('names every unreadable field of a modal, and is not changed', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { admin, channelId } = world.home;
    const draft = await startDraft(admin, { channel: channelId, collection: FOXES });

    const { modal } = await admin.press(draft, 'Edit filter');
    if (modal === null) throw new Error('There is no form.');
    const refused = await admin.submit(modal, { price_from: 'a lot', rank: 'first', below_floor: '10' });

    expect(textOf(refused).split('\n')).toEqual([
      '- I can’t read “a lot” in **Minimum price**. Enter a price like 100, 0.5 or 1.5k, in S.',
      '- I can’t read “first” in **Maximum rank**. Enter a rank like 500 (1 is the rarest).',
    ]);
    expect(refused.ephemeral).toBe(true);
    expect(textOf(await admin.press(draft, 'Confirm'))).toContain(': Sales · Lantern Foxes');
  });

  it('offers to try again, in a modal that keeps what was typed', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { admin, channelId } = world.home;
    const draft = await startDraft(admin, { channel: channelId, collection: FOXES });
    const { modal } = await admin.press(draft, 'Edit filter');
    if (modal === null) throw new Error('There is no modal.');
    const refused = await admin.submit(modal, { price_from: 'a lot', rank: '10' });

    const again = await admin.press(messageOf(refused), 'Try again');
    if (again.modal === null) throw new Error('There is no modal.');
    const shown = JSON.stringify(again.modal.components);
    const changed = await admin.submit(again.modal, { price_from: '5' });

    expect(shown).toContain('"value":"a lot"');
    expect(shown).toContain('"value":"10"');
    expect(textOf(changed)).toContain('Sales · Lantern Foxes · 5 S and up · rank 10 or better');
    expect(changed.outcome).toBe('updated');
    expect(textOf(await admin.press(messageOf(changed), 'Confirm'))).toMatch(/^✅/);
  });

  it('takes the topics from a menu', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { admin, channelId } = world.home;
    const draft = await startDraft(admin, { channel: channelId, collection: FOXES });
    const menu = /"custom_id":"(do\.draft-kinds\.[^"]+)"/.exec(JSON.stringify(draft.components))?.[1] ?? '';

    const changed = await admin.select(draft, menu, ['listing', 'offer']);

    expect(textOf(changed)).toContain('Listings, Offers · Lantern Foxes');
    expect(textOf(await admin.press(messageOf(changed), 'Confirm'))).toContain(
      ': Listings, Offers · Lantern Foxes',
    );
  });

  it('takes the lead time for ending auctions from a menu', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { admin, channelId } = world.home;
    const draft = await startDraft(admin, { channel: channelId, alerts: 'auctions ending soon' });
    const menu = /"custom_id":"(do\.draft-option\.[^"]+)"/.exec(JSON.stringify(draft.components))?.[1] ?? '';

    const changed = await admin.select(draft, menu, ['ending=30']);
    await admin.press(messageOf(changed), 'Confirm');

    expect(draft.content).toContain('10 minutes before auctions end');
    expect(textOf(changed)).toContain('30 minutes before auctions end');
    expect(await listOf(admin)).toContain('30 minutes before auctions end');
  });

  it('ends when it is cancelled', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { admin, channelId } = world.home;
    const draft = await startDraft(admin, { channel: channelId });
    const confirm = await forgedButton(world, channelId, customIdOf(draft, 'Confirm'));

    const cancelled = await admin.press(draft, 'Cancel');

    expect(textOf(cancelled)).toBe('Nothing was added. Start again with `/alerts add`.');
    expect(cancelled.message?.components ?? []).toEqual([]);
    expect(textOf(await admin.press(confirm, 'Press'))).toMatch(/^This draft has expired/);
    expect(await listOf(admin)).toMatch(/^No alerts yet/);
  });

  it('adds one alert when it is confirmed twice, in sequence or at once', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { admin, channelId } = world.home;
    const draft = await startDraft(admin, { channel: channelId });
    const again = await forgedButton(world, channelId, customIdOf(draft, 'Confirm'));

    const both = await Promise.all([admin.press(draft, 'Confirm'), admin.press(again, 'Press')]);
    const late = await admin.press(
      await forgedButton(world, channelId, customIdOf(draft, 'Confirm')),
      'Press',
    );

    const [done, ...others] = both
      .map(textOf)
      .toSorted((a, b) => Number(b.startsWith('✅')) - Number(a.startsWith('✅')));
    expect(done).toMatch(/^✅/);
    expect(others.join()).toMatch(/ already has this alert \(#1\)\.$|^This draft has expired/);
    expect(textOf(late)).toMatch(/^This draft has expired/);
    const list = await listOf(admin);
    expect(list).toContain('#1');
    expect(list).not.toContain('#2');
  });

  it('can only be changed by the member who started it', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { home } = world;
    const other = secondAdmin(world);
    const draft = await startDraft(home.admin, { channel: home.channelId });
    const customId = customIdOf(draft, 'Confirm');
    const theirs = customId.replace(/\.\d{15,20}\./, `.${other.id}.`);

    await expect(other.person.press(draft, 'Confirm')).rejects.toThrow('sees no message');
    const copied = await other.person.press(await forgedButton(world, home.channelId, customId), 'Press');
    const rewritten = await other.person.press(await forgedButton(world, home.channelId, theirs), 'Press');

    expect(textOf(copied)).toMatch(/^Only the person who ran this command can use its buttons and menus\./);
    expect(textOf(rewritten)).toMatch(/^This draft has expired\./);
    expect([copied.ephemeral, rewritten.ephemeral]).toEqual([true, true]);
    expect(await listOf(home.admin)).toMatch(/^No alerts yet/);
  });

  it('can only be confirmed in its server', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { home, discord } = world;
    const other = world.addServer('other');
    const draft = await startDraft(home.admin, { channel: home.channelId });
    const customId = customIdOf(draft, 'Confirm');
    const adminId = customId.split('.')[2] ?? '';
    discord.addMember({
      guildId: other.guildId,
      userId: adminId,
      roleIds: [discord.createRole({ guildId: other.guildId, name: 'admins', permissions: 0x28n }).id],
    });

    const elsewhere = discord.person({ userId: adminId, channelId: other.channelId });
    const pressed = await elsewhere.press(await forgedButton(world, other.channelId, customId), 'Press');

    expect(textOf(pressed)).toMatch(/^This draft has expired/);
    expect(await listOf(home.admin)).toMatch(/^No alerts yet/);
  });

  it('survives a restart of the bot, with its buttons and modal', async () => {
    await using world = await startBotWorld();
    const { admin, channelId } = world.home;
    const first = await world.start();
    const draft = await startDraft(admin, { channel: channelId, collection: FOXES });
    await first[Symbol.asyncDispose]();
    const second = await world.start();

    const { modal } = await admin.press(draft, 'Edit filter');
    if (modal === null) throw new Error('There is no form.');
    await second[Symbol.asyncDispose]();
    const third = await world.start();
    const changed = await admin.submit(modal, { rank: '', price_to: '5000' });
    const confirmed = await admin.press(messageOf(changed), 'Confirm');
    const due = sellFoxes(world, 1);
    await third.app.poll();

    expect(textOf(confirmed)).toContain(': Sales · Lantern Foxes · up to 5,000 S');
    expect(itemsPosted(await world.untilPosted(channelId, 1))).toEqual(due);
  });

  it('expires after a day', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { admin, channelId } = world.home;
    const draft = await startDraft(admin, { channel: channelId });
    world.clock.advance(25 * 3_600_000);

    expect(textOf(await admin.press(draft, 'Confirm'))).toMatch(/^This draft has expired/);
  });
});
