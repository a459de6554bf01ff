import { describe, expect, it } from 'vitest';
import type { FaultSpec } from '../../../sandbox/marketplace/faults/spec.ts';
import { spellings } from '../../../sandbox/marketplace/faults/spellings/index.ts';
import { type Bot, type BotWorld, startBotWorld } from '../../support/bot-world.ts';
import { itemsPosted, itemsSold } from '../../support/posted-items.ts';
import { sellFoxes } from '../../support/sell-foxes.ts';

/** Longer than the bot ever leaves a failing marketplace alone of its own accord. */
const LONGEST_PAUSE_MS = 61_000;
const POLLS = 4;
const SALES_A_POLL = 4;
const FEED = '/api/activities';

/** What goes wrong beside the plain failures of `marketplace.test.ts`, and where: the whole read API unless the feed alone is meant. */
type Case = readonly [string, FaultSpec, typeof FEED?];

/**
 * Sells under load while the fault is there, for some minutes, and then without it. Answers what was due in the channel
 * since, and what was posted there: what is posted twice comes before the last sale.
 */
async function trade(world: BotWorld, bot: Bot, [, fault, path]: Case) {
  const { marketplace, clock, home } = world;
  const before = marketplace.ledger.records().length;
  const due = () => itemsSold(marketplace.ledger.records().slice(before));
  const seen = () => itemsPosted(world.embeds(home.channelId));
  marketplace.faults.set(fault, path);
  for (let turn = 0; turn < POLLS; turn += 1) {
    sellFoxes(world, SALES_A_POLL);
    await bot.app.poll();
    clock.advance(LONGEST_PAUSE_MS);
  }
  marketplace.faults.clear();
  await bot.app.poll();
  const last = sellFoxes(world, 1);
  await bot.app.poll();
  await expect.poll(seen, { timeout: 10_000 }).toEqual(expect.arrayContaining(last));
  return { due: due(), seen: seen() };
}

async function tradeWith(fault: Case) {
  await using world = await startBotWorld();
  const bot = await world.start();
  await world.home.follow(world.home.channelId);
  return await trade(world, bot, fault);
}

const failing: readonly Case[] = [
  ['drops every other connection', { drop: true, chance: 0.5, seed: 7 }],
  ['answers 500 to every third request', { status: 500, chance: 0.34, seed: 7 }],
  ['answers 521 and the page of a CDN', { status: 521, body: 'cdn html' }],
  ['answers 400', { status: 400, body: 'nested' }],
  ['answers 403', { status: 403, body: 'message only' }],
  ['answers 204', { status: 204 }],
  ['answers 200 and an error', { status: 200, body: 'error only' }],
  ['answers 429 with the time only in the body', { tooMany: { retryAfter: 20, headers: false } }],
  ['is slow now and then', { latencyMs: { logNormal: { median: 5, sigma: 2, most: 200 } } }],
  ['drips', { drip: { bytes: 16_384, everyMs: 5 } }],
];

const lying: readonly Case[] = [
  ['shows every record twice', { duplicates: true }, FEED],
  ['shows its records in disorder', { reorder: true }, FEED],
  ['strews records that make no sense among the others', { nonsense: true }, FEED],
  ['says that its answers are plain text', { contentType: 'text/plain' }],
  ['says that its answers are HTML', { contentType: 'text/html; charset=utf-8' }],
  ['says nothing of its pages', { pagination: 'none' }],
  ['says whether there is more', { pagination: 'hasMore' }],
  ['ignores what page and how much is asked for', { ignore: ['page', 'limit'] }],
  ['leaves the ids out', { missing: { share: 1, fields: ['_id', 'id'] } }, FEED],
  ['leaves some ids out', { missing: { share: 0.5, fields: ['_id', 'id'] } }, FEED],
  ['gives ids that are none', { wrongTypes: { share: 1, fields: ['_id', 'id'] } }, FEED],
  ['leaves some prices out', { missing: { share: 0.5, fields: ['price'] } }, FEED],
  ['has null for some prices', { nulls: { share: 0.5, fields: ['price'] } }, FEED],
  ['leaves the transactions out', { missing: { share: 1, fields: ['txHash'] } }, FEED],
  ['leaves the times out', { missing: { share: 1, fields: ['timestamp', 'createdAt'] } }, FEED],
  ['leaves some tokens out', { missing: { share: 0.5, fields: ['tokenId'] } }, FEED],
  ['leaves some kinds out', { missing: { share: 0.5, fields: ['type'] } }, FEED],
  ['shows some records late', { late: { every: 3, byMs: 30_000 } }, FEED],
];

/** A family without ids and positions on the chain: changing to it changes the keys of every record. */
const WITHOUT_IDENTITY = 'opensea';
/** Among them amounts as numbers, as decimal coins, and under other names (activity-decoding). */
const spelled = spellings
  .filter((spelling) => spelling !== WITHOUT_IDENTITY)
  .map((spelling): Case => [`changes to the spelling ${spelling}`, { spelling }, FEED]);

const MIXED: Case = [
  'everything at once, now and then',
  {
    chance: 0.6,
    seed: 11,
    latencyMs: 5,
    duplicates: true,
    reorder: true,
    nonsense: true,
    pagination: 'none',
  },
];

describe('a marketplace that', () => {
  it.for(failing)('%s for minutes, under load, costs nothing but time', async (fault) => {
    const { due, seen } = await tradeWith(fault);
    expect(seen).toEqual(due);
  });

  it.for([...lying, ...spelled, MIXED])(
    '%s for minutes has every sale posted exactly once',
    async (fault) => {
      const { due, seen } = await tradeWith(fault);
      expect(seen.toSorted()).toEqual(due.toSorted());
    },
  );

  it('reports neither ids nor positions on the chain from the start on has every sale posted exactly once', async () => {
    await using world = await startBotWorld();
    const { home, marketplace } = world;
    marketplace.faults.set({ spelling: WITHOUT_IDENTITY }, FEED);
    const bot = await world.start();
    await home.follow(home.channelId);

    const due: string[] = [];
    for (let turn = 0; turn < POLLS; turn += 1) {
      due.push(...sellFoxes(world, SALES_A_POLL));
      await bot.app.poll();
      world.clock.advance(LONGEST_PAUSE_MS);
    }

    expect(itemsPosted(await world.untilPosted(home.channelId, due.length))).toEqual(due);
  });

  it('spoils the contents of its records, but not their keys, has every sale posted exactly once', async () => {
    const fields = ['type', 'collectionAddress', 'price', 'seller', 'buyer', 'tokenName', 'image'];
    const { due, seen } = await tradeWith([
      'spoils some of every field',
      { wrongTypes: { share: 0.2, fields }, nulls: { share: 0.2, fields } },
      FEED,
    ]);
    expect(seen.toSorted()).toEqual(due.toSorted());
  });
});
