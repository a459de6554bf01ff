import { describe, expect, it } from 'vitest';
import { type BotWorld, startBotWorld } from '../../support/bot-world.ts';
import { choiceOf, description, enabledButtons, labelsOf, messageOf } from './reading.ts';

const FOXES = 'lantern-foxes';

/** Longer than activities are cached. */
const CACHE_EXPIRES_MS = 60_000;

async function startReadyWorld(): Promise<BotWorld> {
  const world = await startBotWorld();
  await world.start();
  return world;
}

describe('/activity', () => {
  it('shows latest activity of all collections, newest first, and opens an item', async () => {
    await using world = await startReadyWorld();
    const { member } = world.home;
    const [record] = world.marketplace.cause.sale({ collection: FOXES, price: 3n * 10n ** 18n });
    if (record === undefined) throw new Error('No sale was caused.');

    const reply = await member.command('activity');

    expect(reply.ephemeral).toBe(false);
    expect(reply.message?.embeds[0]?.title).toBe('Marketplace activity');
    const [note, first, second] = description(reply).split('\n');
    expect(note).toBe('-# newest first');
    expect(first).toBe(
      `💰 Sale · [${record.tokenName}](https://market.example/item/${record.collection}/${record.tokenId}) · **3 S**`,
    );
    expect(second).toMatch(
      /^-# \[0x.*\]\(.*\) → \[0x.*\]\(.*\) · <t:\d+:R> · \[transaction\]\(https:\/\/explorer\.example\//,
    );
    const [label = ''] = labelsOf(reply, 'menu.items');
    const card = await member.select(messageOf(reply), 'menu.items', [choiceOf(reply, 'menu.items', label)]);
    expect(card.outcome).toBe('updated');
    expect(card.message?.embeds[0]?.title).toContain(record.tokenName);
  });

  it('filters by one collection, and links to its other screens and to all activity', async () => {
    await using world = await startReadyWorld();
    const { member } = world.home;
    world.marketplace.cause.sale({ collection: FOXES });
    world.marketplace.cause.sale({ collection: 'deep-sea-post' });
    const { address = '' } = world.marketplace.collections().find(({ path }) => path === FOXES) ?? {};

    const reply = await member.command('activity', { collection: FOXES });

    expect(reply.message?.embeds[0]?.title).toBe('Lantern Foxes activity');
    const items = [...description(reply).matchAll(/\/item\/(0x[0-9a-f]+)\//g)].map(([, item]) => item);
    expect(items.length).toBeGreaterThan(0);
    expect(new Set(items)).toEqual(new Set([address]));
    expect(enabledButtons(reply)).toEqual(
      expect.arrayContaining(['Collection', 'Tokens', 'Traits', 'Holders', 'Everywhere']),
    );
    const everywhere = await member.press(messageOf(reply), 'Everywhere');
    expect(everywhere.message?.embeds[0]?.title).toBe('Marketplace activity');
    const collections = await member.press(messageOf(everywhere), 'Collections');
    expect(collections.message?.embeds[0]?.title).toBe('Collections');
    const back = await member.press(messageOf(collections), 'Marketplace activity');
    expect(back.message?.embeds[0]?.title).toBe('Marketplace activity');
  });

  it.each([
    ['sale', /^💰 Sale · /],
    ['transfer', /^📦 Transfer · /u],
    ['burn', /^🔥 Burn · /u],
    ['offer', /^✋ (?:Collection offer|Offer)/],
    ['auction', /^🔨 (?:Auction|Bid)/],
  ])('shows only %s where that is asked for', async (kind, form) => {
    await using world = await startReadyWorld();
    const { cause } = world.marketplace;
    cause.sale({ collection: FOXES, withTransfer: true });
    cause.offer({ collection: FOXES });
    cause.auction({ collection: FOXES });

    const reply = await world.home.member.command('activity', { kind });

    const events = description(reply)
      .split('\n')
      .filter((line) => !line.startsWith('-#'));
    expect(events.length).toBeGreaterThan(0);
    for (const event of events) expect(event).toMatch(form);
    expect(labelsOf(reply, 'menu.kinds')).toHaveLength(8);
  });

  it('filters by kind with its menu, and has pages', async () => {
    await using world = await startReadyWorld();
    const { member } = world.home;
    for (let sales = 0; sales < 12; sales += 1) world.marketplace.cause.sale({ collection: FOXES });
    const all = await member.command('activity', { collection: FOXES });
    const message = messageOf(all);

    const sold = await member.select(message, 'menu.kinds', [choiceOf(all, 'menu.kinds', 'Sales')]);
    expect(description(sold)).toMatch(/^-# sales · newest first\n💰 Sale/);
    const second = await member.press(message, 'Next ›');
    expect(second.message?.embeds[0]?.footer?.text).toContain('page 2');
    expect(description(second)).toContain('💰 Sale');
    const back = await member.press(message, '‹ Previous');
    expect(back.message?.embeds[0]?.footer?.text).toContain('page 1');
  });

  it('suggests what to do when there is no activity of a kind', async () => {
    await using world = await startReadyWorld();
    const { member } = world.home;
    world.marketplace.faults.set({ emptyPage: true }, '/api/activities');
    world.clock.advance(CACHE_EXPIRES_MS);

    const reply = await member.command('activity', { collection: FOXES, kind: 'mint' });

    expect(description(reply)).toContain('No recent mints.');
    expect(enabledButtons(reply)).toContain('Everywhere');
  });
});
