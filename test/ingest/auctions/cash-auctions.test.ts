import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type AuctionTopic, TOPICS } from '../../../src/alerts/topic.ts';
import type { Auction } from '../../../src/marketplace/model/auction.ts';
import { address } from '../../support/build-activity.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { startWatch } from './start-watch.ts';

const CASH = '../shared/fixtures/replay/cash-auctions';
const absent = !existsSync(join(CASH, 'auctions.jsonl'));
/** A late bid moves the end to so long after it. */
const WINDOW = 300;
const LEADS = [60, 30, 10, 5] as const;
const KINDS = TOPICS.filter((kind): kind is AuctionTopic => kind.startsWith('auction_'));

const wallet = z.custom<`0x${string}`>((value) => /^0x[0-9a-f]{40}$/.test(String(value)));
const recording = z.object({
  auctionId: z.number(),
  tokenId: z.string(),
  seller: wallet,
  startingPrice: z.coerce.bigint(),
  startTime: z.number(),
  endTime: z.number(),
  finalizedAt: z.number(),
  bids: z.array(
    z.object({ bidder: wallet, amount: z.coerce.bigint(), timestamp: z.number(), txHash: z.string() }),
  ),
});
type Recording = z.output<typeof recording>;

const readRecordings = () =>
  readFileSync(join(CASH, 'auctions.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => recording.parse(JSON.parse(line)));

/** The end that was announced: the latest that makes every end after it one that a late bid moved. */
function announcedEnd({ bids, startTime }: Recording): number {
  const first = bids.findLastIndex(
    ({ timestamp }, at) => timestamp - (bids[at - 1]?.timestamp ?? startTime) >= WINDOW,
  );
  return (bids[first]?.timestamp ?? startTime) + WINDOW;
}

/** What the marketplace shows of it at `at`, epoch seconds; `null` before its start. */
function shownAt(recorded: Recording, at: number): Auction | null {
  if (at < recorded.startTime) return null;
  const bids = recorded.bids.filter(({ timestamp }) => timestamp <= at);
  const top = bids.at(-1);
  const isSettled = recorded.finalizedAt <= at;
  return {
    id: `cash-${recorded.auctionId}`,
    auctionId: String(recorded.auctionId),
    collection: address(0xca5),
    tokenId: recorded.tokenId,
    standard: '721',
    quantity: 1n,
    seller: recorded.seller,
    startingPrice: recorded.startingPrice,
    active: !isSettled,
    startTime: recorded.startTime,
    endTime: Math.max(announcedEnd(recorded), (top?.timestamp ?? 0) + WINDOW),
    bids: bids.map(({ bidder, amount, timestamp, txHash }) => ({ bidder, amount, at: timestamp, txHash })),
    highestBid: top?.amount ?? null,
    highestBidder: top?.bidder ?? null,
    finalizedAt: isSettled ? recorded.finalizedAt : null,
    cancelledAt: null,
    createdAt: recorded.startTime,
    updatedAt: isSettled ? recorded.finalizedAt : (top?.timestamp ?? recorded.startTime),
    listedAs: null,
  };
}

/** Seconds between two polls: 15 mostly, and now and then up to a quarter of an hour. */
function createPace(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state % 97 === 0 ? 60 + (state % 900) : 15 + (state % 45);
  };
}

/** Lets the bot poll all of it, and stop and start again twice a day. */
async function replay(recorded: readonly Recording[], seed: number) {
  const from = Math.min(...recorded.map(({ startTime }) => startTime)) - 60;
  const to = Math.max(...recorded.map(({ finalizedAt }) => finalizedAt)) + 600;
  const clock = createManualClock(from * 1_000);
  const pace = createPace(seed);
  const now = () => clock.now() / 1_000;
  const all = () => recorded.flatMap((one) => shownAt(one, now()) ?? []);
  const rules = [
    { channelId: 'all', topics: KINDS.filter((kind) => kind !== 'auction_ending') },
    ...LEADS.map((lead) => ({ channelId: `lead ${lead}`, topics: ['auction_ending'] as const, lead })),
  ];
  let bot = startWatch({ clock, all, rules });
  const { inbox } = bot;
  let stopAt = from + 43_000;
  while (now() < to) {
    await bot.tick();
    if (now() >= stopAt) {
      await bot.watch[Symbol.asyncDispose]();
      stopAt += 43_000;
      bot = startWatch({ clock, all, rules, inbox });
    }
    await clock.advance(pace() * 1_000);
  }
  await bot.tick();
  await bot.watch[Symbol.asyncDispose]();
  return inbox;
}

describe.skipIf(absent)(`the auctions in ${CASH}${absent ? ' (skipped: they are not there)' : ''}`, () => {
  const recorded = absent ? [] : readRecordings();
  const byId = new Map(recorded.map((one) => [`cash-${one.auctionId}`, one]));

  it.each([1, 2])('are all posted correctly, none lost and none twice (pace %i)', async (seed) => {
    const inbox = await replay(recorded, seed);
    const alerts = [...inbox.alerts.values()];
    const of = (kind: AuctionTopic) => alerts.filter((alert) => alert.topic === kind);
    const posted = [...inbox.posted.values()].flat();
    const recordedAt = <T>(pick: (one: Recording) => T): readonly (readonly [string, T])[] =>
      recorded.map((one) => [`cash-${one.auctionId}`, pick(one)]);
    const inOrder = (pick: (one: Recording) => number) =>
      recorded.toSorted((a, b) => pick(a) - pick(b)).map((one) => `cash-${one.auctionId}`);

    expect(recorded).toHaveLength(16);
    expect(of('auction_started').map(({ auction }) => auction)).toEqual(
      inOrder(({ startTime }) => startTime),
    );
    expect(of('auction_ended').map(({ auction }) => auction)).toEqual(inOrder(({ endTime }) => endTime));
    expect(of('auction_cancelled')).toEqual([]);
    // Every end was posted before its settlement, with who won it, to the wei.
    expect(
      new Map(of('auction_ended').map((one) => [one.auction, [one.status, one.leader, one.highestBid]])),
    ).toEqual(new Map(recordedAt(({ bids }) => ['ended', bids.at(-1)?.bidder, bids.at(-1)?.amount])));
    expect(new Map([...inbox.states.values()].map((one) => [one.auction, one]))).toMatchObject(
      new Map(
        recordedAt(({ bids, endTime, finalizedAt }) => ({
          ...{ status: 'sold', leader: bids.at(-1)?.bidder, highestBid: bids.at(-1)?.amount },
          ...{ bidCount: bids.length, outbid: bids.at(-2)?.bidder, endTime, finalizedAt },
        })),
      ),
    );
    // Bids are posted in their order, with the one that was outbid; those between two posts are among the latest bids shown.
    for (const { auction, highestBid, leader, outbid, bidCount, occurredAt } of of('auction_bid')) {
      const bids = byId.get(auction)?.bids ?? [];
      const bid = bids[bidCount - 1];
      expect([highestBid, leader, occurredAt]).toEqual([bid?.amount, bid?.bidder, bid?.timestamp]);
      expect(outbid).toBe(bids[bidCount - 2]?.bidder ?? null);
    }
    for (const [id, { bids }] of byId) {
      const counts = of('auction_bid').flatMap(({ auction, bidCount }) => (auction === id ? [bidCount] : []));
      expect(counts).toEqual(counts.toSorted((a, b) => a - b));
      expect(counts.at(-1)).toBe(bids.length);
    }
    // Each lead time comes due once an auction, in the first poll or wake-up after it.
    for (const lead of LEADS)
      expect(
        inbox.posted
          .get(`lead ${lead}`)
          ?.map((key) => key.split(':')[1])
          .toSorted(),
      ).toEqual([...byId.keys()].toSorted());
    for (const channel of ['all', ...LEADS.map((lead) => `lead ${lead}`)]) {
      const keys = inbox.posted.get(channel) ?? [];
      expect(new Set(keys).size).toBe(keys.length);
    }
    expect(posted.length).toBeGreaterThanOrEqual(16 * 6);
  });
});
