import { describe, expect, it } from 'vitest';
import { createMatcher } from '#src/alerts/matcher.ts';
import type { Rule } from '#src/alerts/subscription.ts';
import { personTarget } from '#src/alerts/target.ts';
import { ruleOfAuction, ruleOfWallets } from '#src/alerts/watches/watch.ts';
import type { Address } from '#src/chain/address.ts';
import { highestBids } from '#src/marketplace/resources/auction-bids.ts';
import { openStore } from '#src/store/open.ts';
import { address } from '../../support/build-activity.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { silentLog } from '../../support/silent-log.ts';
import { cases } from '../../support/thorough.ts';
import { createModelAuctions } from './model-auctions.ts';
import { createRealWatch } from './real-monitor.ts';
import { absent, CASH, createPace, type Recording, readRecordings, shownAt } from './recorded-auctions.ts';

/** What a person is told: of which auction, and of which of its bids, by its amount, or of its end. */
type Told = `${string} bid ${bigint}` | `${string} end`;

/** What every person was told, by what they watch. */
type Table = ReadonlyMap<string, readonly Told[]>;

const WALLET_WATCHES = ['outbid', 'won', 'bid_received'] as const;
const idOf = ({ auctionId }: Recording): string => `cash-${auctionId}`;
const nameOf = (what: string, who: string): string => `${what} ${who}`;

/** Everybody who sells or bids watches their own wallet in every way, and the first bidder of each auction watches its end. */
function watchesOf(recorded: readonly Recording[]): ReadonlyMap<string, Rule> {
  const wallets = new Set(
    recorded.flatMap(({ seller, bids }) => [seller, ...bids.map(({ bidder }) => bidder)]),
  );
  const own = [...wallets].flatMap((wallet) =>
    WALLET_WATCHES.map((when) => [nameOf(when, wallet), ruleOfWallets({ wallets: [wallet], when })] as const),
  );
  const ends = recorded.map((one) => {
    const watched = { auction: idOf(one), collection: address(0xca5), tokenId: one.tokenId };
    return [nameOf('ended', idOf(one)), ruleOfAuction({ ...watched, when: 'ended' })] as const;
  });
  return new Map([...own, ...ends]);
}

/**
 * Polls the auctions with the real watch, matcher and store, stopping and starting twice a day, until all are settled. Each watch is
 * one of another person, so that what each of them is told can be told apart.
 */
async function poll(recorded: readonly Recording[], nextPauseSeconds: () => number) {
  await using parts = new AsyncDisposableStack();
  const from = Math.min(...recorded.map(({ startTime }) => startTime)) - 60;
  const to = Math.max(...recorded.map(({ finalizedAt }) => finalizedAt)) + 600;
  const clock = createManualClock(from * 1_000);
  const now = () => clock.now() / 1_000;
  const store = parts.use(
    await openStore({ databaseUrl: 'sqlite::memory:', log: silentLog, now: clock.now }),
  );
  const watches = [...watchesOf(recorded)];
  for (const [number, [, rule]] of watches.entries()) {
    const target = personTarget(String(number));
    const owner = { guildId: target, channelId: target, createdBy: String(number) };
    await store.addSubscription({ ...rule, ...owner, createdAt: clock.now() });
  }
  const index = createMatcher(await store.allSubscriptions(), { isWhitelisted: () => true });
  // The client keeps as many bids of an auction.
  const source = createModelAuctions(() =>
    recorded
      .flatMap((one) => shownAt(one, now()) ?? [])
      .map((auction) => ({ ...auction, bids: highestBids(auction.bids) })),
  );
  const start = () => createRealWatch({ source, store: store, index, clock });
  const { signal } = new AbortController();
  const polledAt: number[] = [];
  let watch = start();
  let stopAt = from + 43_000;
  while (now() < to) {
    polledAt.push(now());
    await watch.tick(signal);
    if (now() >= stopAt) {
      await watch[Symbol.asyncDispose]();
      stopAt += 43_000;
      watch = start();
    }
    await clock.advance(nextPauseSeconds() * 1_000);
  }
  await watch[Symbol.asyncDispose]();
  const told = new Map<string, readonly Told[]>();
  for (const [number, [name]] of watches.entries()) {
    const { pending } = await store.channelWork(personTarget(String(number)), 1_000);
    const list = pending.flatMap(({ alert }): Told[] => {
      if (alert.kind !== 'auction') return [];
      return [
        alert.topic === 'auction_bid'
          ? `${alert.auction} bid ${alert.highestBid ?? 0n}`
          : `${alert.auction} end`,
      ];
    });
    if (list.length > 0) told.set(name, list.toSorted());
  }
  return { polledAt, told };
}

/** Who is to be told what, computed from the bids alone, for polls at these times (epoch seconds). */
function dueFor(recorded: readonly Recording[], polledAt: readonly number[]): Table {
  const due = new Map<string, Told[]>();
  const add = (name: string, told: Told) => due.set(name, [...(due.get(name) ?? []), told]);
  for (const one of recorded) {
    const { bids, seller } = one;
    let leader: Address | null = null;
    let highest = 0n;
    let seen = 0;
    for (const at of polledAt) {
      const outbid = new Set<Address>();
      const before = seen;
      for (const { bidder, amount } of bids.filter(({ timestamp }) => timestamp <= at).slice(seen)) {
        if (leader !== null && leader !== bidder) outbid.add(leader);
        leader = bidder;
        highest = amount;
        seen += 1;
      }
      if (seen === before) continue;
      add(nameOf('bid_received', seller), `${idOf(one)} bid ${highest}`);
      for (const wallet of outbid)
        if (wallet !== leader) add(nameOf('outbid', wallet), `${idOf(one)} bid ${highest}`);
    }
    if (leader !== null) add(nameOf('won', leader), `${idOf(one)} end`);
    add(nameOf('ended', idOf(one)), `${idOf(one)} end`);
  }
  return new Map([...due].map(([name, list]) => [name, list.toSorted()]));
}

const inOrder = (table: Table) => Object.fromEntries([...table].toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** An auction in which `bidders` wallets bid so many times a second for `seconds`. */
function busyAuction(
  seed: number,
  rate: { readonly bidders: number; readonly perSecond: number },
): Recording {
  const startTime = 1_700_000_000;
  const seconds = 120;
  let state = seed;
  const next = (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
  const bids = Array.from({ length: seconds * rate.perSecond }, (_, number) => ({
    bidder: address(0xb000 + next(rate.bidders)),
    amount: BigInt(1_000 + number),
    timestamp: startTime + 60 + Math.floor(number / rate.perSecond),
    txHash: `0x${number.toString(16).padStart(64, '0')}`,
  }));
  const endTime = startTime + 60 + seconds + 300;
  return {
    ...{ auctionId: 1, tokenId: '1', seller: address(0x5e11), startingPrice: 1n, startTime, endTime },
    ...{ finalizedAt: endTime + 60, bids },
  };
}

describe.skipIf(absent)(
  `watchers of the auctions in ${CASH}${absent ? ' (skipped: not present)' : ''}`,
  () => {
    const recorded = absent ? [] : readRecordings();

    it.each(Array.from({ length: cases(1, 3) }, (_unused, at) => at + 1))(
      'are each told when they are outbid, win, or one ends, and nobody else (pace %i)',
      async (seed) => {
        const { polledAt, told } = await poll(recorded, createPace(seed));

        expect(inOrder(told)).toEqual(inOrder(dueFor(recorded, polledAt)));
        expect([...told.values()].flat().length).toBeGreaterThan(150);
      },
    );
  },
);

describe('watchers of an auction with 60 bids a second', () => {
  it.each([
    [3, 5],
    [cases(60, 200), 5],
    [200, 15],
  ])(
    'of %i wallets, seen every %i s, are each told of every poll in which they are outbid',
    async (bidders, pause) => {
      const recorded = [busyAuction(bidders, { bidders, perSecond: 60 })];
      const { polledAt, told } = await poll(recorded, () => pause);

      expect(inOrder(told)).toEqual(inOrder(dueFor(recorded, polledAt)));
      expect([...told.values()].flat().length).toBeGreaterThan(30);
    },
  );
});
