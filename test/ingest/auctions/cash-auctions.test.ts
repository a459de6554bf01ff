import { describe, expect, it } from 'vitest';
import { type AuctionTopic, TOPICS } from '#src/alerts/kinds/registry.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { absent, CASH, createPace, type Recording, readRecordings, shownAt } from './recorded-auctions.ts';
import { startWatch } from './start-monitor.ts';

const LEADS = [60, 30, 10, 5] as const;
const KINDS = TOPICS.filter((kind): kind is AuctionTopic => kind.startsWith('auction_'));

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
    const of = (kind: AuctionTopic) =>
      alerts.filter(({ topic, confirms }) => topic === kind && confirms === null);
    const wasOpen = (id: string) => inbox.alerts.get(`auction_ended:${id}`)?.provisional;
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
    expect(alerts.flatMap(({ confirms }) => (confirms === null ? [] : [confirms]))).toEqual(
      recorded.filter(({ auctionId }) => wasOpen(`cash-${auctionId}`)).map(() => 'same'),
    );
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
