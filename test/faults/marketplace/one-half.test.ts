import { describe, expect, it } from 'vitest';
import type { FaultSpec } from '../../../sandbox/marketplace/faults/spec.ts';
import { startBotWorld } from '../../support/bot-world.ts';
import { itemsPosted } from '../../support/posted-items.ts';
import { FOXES, sellFoxes } from '../../support/sell-foxes.ts';

const LONGEST_PAUSE_MS = 61_000;
const faults: readonly (readonly [string, FaultSpec])[] = [
  ['answer 500', { status: 500 }],
  ['drop every connection', { drop: true }],
  ['answer HTML', { notJson: true }],
];
/** A 429 on the auctions holds only them back; one on the feed is about every request, so it is no case of one half. */
const TOO_MANY = ['answer 429', { tooMany: { retryAfter: 30, headers: false } }] as const;

describe('while the marketplace’s auctions', () => {
  it.each([...faults, TOO_MANY])('%s, sales are posted; and then the auctions are', async (_how, fault) => {
    await using world = await startBotWorld();
    const { home, marketplace, clock } = world;
    const bot = await world.start();
    const auctions = home.addChannel('auctions');
    await home.follow(home.channelId);
    await home.subscribe(auctions, { alerts: 'auctions' });
    marketplace.faults.set(fault, '/api/auctions');

    const [auction] = marketplace.cause.auction({ collection: FOXES, endsInMs: 24 * 3_600_000 });
    const due: string[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      due.push(...sellFoxes(world, 2));
      await bot.app.poll();
      clock.advance(LONGEST_PAUSE_MS);
    }
    expect(itemsPosted(await world.untilPosted(home.channelId, due.length))).toEqual(due);
    expect(world.embeds(auctions)).toEqual([]);
    marketplace.faults.clear();
    await bot.app.poll();

    const [embed, ...more] = await world.untilPosted(auctions, 1);
    expect(embed?.title).toContain(auction?.tokenName);
    expect(more).toEqual([]);
  });
});

describe('while the marketplace’s feed', () => {
  it.each(faults)('%s, auctions are posted; and then the sales are', async (_how, fault) => {
    await using world = await startBotWorld();
    const { home, marketplace, clock } = world;
    const bot = await world.start();
    const auctions = home.addChannel('auctions');
    await home.follow(home.channelId);
    await home.subscribe(auctions, { alerts: 'auctions' });
    marketplace.faults.set(fault, '/api/activities');

    const due = sellFoxes(world, 2);
    const [auction] = marketplace.cause.auction({ collection: FOXES, endsInMs: 24 * 3_600_000 });
    await bot.app.poll();
    const [embed] = await world.untilPosted(auctions, 1);
    expect(embed?.title).toContain(auction?.tokenName);
    expect(world.embeds(home.channelId)).toEqual([]);

    clock.advance(LONGEST_PAUSE_MS);
    marketplace.faults.clear();
    await bot.app.poll();
    expect(itemsPosted(await world.untilPosted(home.channelId, 2))).toEqual(due);
  });
});
