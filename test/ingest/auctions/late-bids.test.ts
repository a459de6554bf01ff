import { describe, expect, it } from 'vitest';
import { createMatcher } from '#src/alerts/matcher.ts';
import type { Rule } from '#src/alerts/subscription.ts';
import { personTarget } from '#src/alerts/target.ts';
import { ruleOfAuction, ruleOfWallets } from '#src/alerts/watches/watch.ts';
import type { Auction } from '#src/marketplace/resources/auction.ts';
import type { AuctionBatch } from '#src/store/model/ingest-batch.ts';
import { openStore } from '#src/store/open.ts';
import { auctionOf } from '../../discord/any-auction.ts';
import { address } from '../../support/build-activity.ts';
import { newSubscription } from '../../support/build-alert.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { silentLog } from '../../support/silent-log.ts';
import { createModelAuctions } from './model-auctions.ts';
import { createRealWatch } from './real-monitor.ts';

const START = 1_767_225_600;
const END = START + 3_600;
const CHANNEL = '900000000000000001';
const [ANN, BEN, CAT, SELLER] = [address(0xa), address(0xb), address(0xc), address(0x5e11)];

interface MadeBid {
  readonly bidder: typeof ANN;
  readonly amount: bigint;
  /** When it was made, epoch seconds. */
  readonly at: number;
}

const EARLY: readonly MadeBid[] = [
  { bidder: BEN, amount: 8n, at: START + 600 },
  { bidder: ANN, amount: 10n, at: END - 600 },
];
const LAST: MadeBid = { bidder: BEN, amount: 12n, at: END - 3 };

/** An auction whose end no bid moves, by an indexer that shows bids so many seconds late. */
const shownLate =
  (bids: readonly MadeBid[], seconds: (bid: MadeBid) => number, settledAt = END + 1_064) =>
  (now: number): readonly Auction[] => {
    if (now < START) return [];
    const shown = bids.filter((bid) => bid.at + seconds(bid) <= now);
    const top = shown.at(-1);
    const isSettled = now >= settledAt;
    return [
      auctionOf({
        ...{ id: 'a-1', seller: SELLER, startTime: START, endTime: END, createdAt: START },
        ...{ bids: shown.map((bid) => ({ ...bid, txHash: null })), active: !isSettled },
        ...{ highestBid: top?.amount ?? null, highestBidder: top?.bidder ?? null },
        ...{
          finalizedAt: isSettled ? settledAt : null,
          updatedAt: isSettled ? settledAt : (top?.at ?? START),
        },
      }),
    ];
  };

const watched = { auction: 'a-1', collection: auctionOf({}).collection, tokenId: auctionOf({}).tokenId };
const WATCHES: Readonly<Record<string, Rule>> = {
  'ann won': ruleOfWallets({ wallets: [ANN], when: 'won' }),
  'ann outbid': ruleOfWallets({ wallets: [ANN], when: 'outbid' }),
  'ben won': ruleOfWallets({ wallets: [BEN], when: 'won' }),
  'ben outbid': ruleOfWallets({ wallets: [BEN], when: 'outbid' }),
  'seller sold': ruleOfWallets({ wallets: [SELLER], when: 'sold' }),
  'watcher ended': ruleOfAuction({ ...watched, when: 'ended' }),
  'watcher bid': ruleOfAuction({ ...watched, when: 'bid' }),
};

/** What each person and the channel is told: topic, amount, and when, in seconds from the end. */
async function live(all: (now: number) => readonly Auction[], stopsAt: readonly number[] = []) {
  await using parts = new AsyncDisposableStack();
  const clock = createManualClock((START - 60) * 1_000);
  const now = () => clock.now() / 1_000;
  const store = parts.use(
    await openStore({ databaseUrl: 'sqlite::memory:', log: silentLog, now: clock.now }),
  );
  const targets = new Map([['channel', CHANNEL]]);
  await store.addSubscription(newSubscription(CHANNEL, { topics: ['auction_ended'] }));
  for (const [number, [name, rule]] of Object.entries(WATCHES).entries()) {
    const target = personTarget(String(number));
    targets.set(name, target);
    const owner = { guildId: target, channelId: target, createdBy: String(number) };
    await store.addSubscription({ ...rule, ...owner, createdAt: clock.now() });
  }
  const index = createMatcher(await store.allSubscriptions(), { isWhitelisted: () => true });
  const source = createModelAuctions(() => all(now()));
  const writtenAt = new Map<string, number>();
  const inbox = {
    trackedAuctions: () => store.trackedAuctions(),
    auctionStates: () => store.auctionStates(),
    async ingestAuctions(intake: AuctionBatch) {
      for (const { alert } of intake.alerts) writtenAt.set(alert.key, now() - END);
      return store.ingestAuctions(intake);
    },
  };
  const start = () => createRealWatch({ source, store: inbox, index, clock });
  const { signal } = new AbortController();
  let watch = start();
  while (now() < END + 1_200) {
    await watch.tick(signal);
    await clock.advance(15_000);
    if (!stopsAt.includes(now() - END)) continue;
    await watch[Symbol.asyncDispose]();
    watch = start();
  }
  await watch[Symbol.asyncDispose]();
  const told: Record<string, readonly string[]> = {};
  for (const [name, target] of targets) {
    const { pending } = await store.channelWork(target, 100);
    told[name] = pending.flatMap(({ alert }) =>
      alert.kind === 'auction'
        ? [`${alert.topic} ${alert.highestBid ?? 'none'} at ${writtenAt.get(alert.key) ?? 'no time'}`]
        : [],
    );
  }
  const [state] = await store.auctionStates();
  return { told, state };
}

describe('the end of an auction whose last bid is shown late', () => {
  it.each([
    ['25 s', () => 25, []],
    ['25 s, with stops', () => 25, [15, 30, 45, 60, 75]],
  ])('is not a win before a late bid would be shown (%s)', async (_, late, stops) => {
    const { told } = await live(shownLate([...EARLY, LAST], late), stops);
    expect(told).toEqual({
      channel: ['auction_ended 10 at 0'],
      'ann won': [],
      'ann outbid': ['auction_bid 12 at 30'],
      'ben won': ['auction_ended 12 at 60'],
      'ben outbid': ['auction_bid 10 at -570'],
      'seller sold': ['auction_ended 12 at 60'],
      'watcher ended': ['auction_ended 10 at 0', 'auction_ended 12 at 60'],
      'watcher bid': ['auction_bid 8 at -2970', 'auction_bid 10 at -570', 'auction_bid 12 at 30'],
    });
  });

  it('waits as long as bids were late so far', async () => {
    const { told } = await live(
      shownLate([...EARLY, LAST], () => 150),
      [105],
    );
    expect(told).toMatchObject({
      'ann won': [],
      'ann outbid': ['auction_bid 12 at 150'],
      'ben won': ['auction_ended 12 at 165'],
      'seller sold': ['auction_ended 12 at 165'],
    });
  });

  it('tells the right winner after the wrong one where a bid is later than any before', async () => {
    const { told } = await live(shownLate([...EARLY, LAST], (bid) => (bid === LAST ? 200 : 0)));
    expect(told).toMatchObject({
      channel: ['auction_ended 10 at 0'],
      'ann won': ['auction_ended 10 at 60'],
      'ann outbid': ['auction_bid 12 at 210'],
      'ben won': ['auction_ended 12 at 225'],
      'seller sold': ['auction_ended 10 at 60', 'auction_ended 12 at 225'],
      'watcher ended': ['auction_ended 10 at 0', 'auction_ended 12 at 225'],
    });
  });

  it('is a win at once when the marketplace settles it', async () => {
    const { told } = await live(shownLate([...EARLY, LAST], () => 25, END + 30));
    expect(told).toMatchObject({
      'ann won': [],
      'ann outbid': ['auction_bid 12 at 30'],
      'ben won': ['auction_ended 12 at 30'],
      'watcher ended': ['auction_ended 10 at 0', 'auction_ended 12 at 30'],
    });
  });

  it('is told once to everybody where no bid was late', async () => {
    const { told, state } = await live(shownLate(EARLY, () => 0));
    expect(told).toMatchObject({
      channel: ['auction_ended 10 at 0'],
      'ann won': ['auction_ended 10 at 60'],
      'ben won': [],
      'seller sold': ['auction_ended 10 at 60'],
      'watcher ended': ['auction_ended 10 at 0'],
    });
    expect(state).toMatchObject({ status: 'sold', provisional: false, leader: ANN });
  });

  it('names nobody who only bid before', async () => {
    const three = [...EARLY, { ...LAST, bidder: CAT }];
    const { told } = await live(shownLate(three, () => 25));
    expect([told['ann won'], told['ben won']]).toEqual([[], []]);
  });
});
