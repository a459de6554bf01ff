import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { MarketAlert } from '../../src/alerts/alert.ts';
import { type FilterValues, MATCH_ALL } from '../../src/alerts/filters/index.ts';
import { createMatcher } from '../../src/alerts/matcher.ts';
import { matches } from '../../src/alerts/rule-match.ts';
import type { FeedBatch } from '../../src/domain/ingest.ts';
import type { Activity } from '../../src/marketplace/model/activity.ts';
import { createLateDecisions } from '../../src/pipeline/intake/decide-late.ts';
import { createIngest } from '../../src/pipeline/intake/ingest.ts';
import { createFeedReader } from '../../src/pipeline/intake/read-feed.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import type { Store } from '../../src/store/store.ts';
import { address, sale, txHash } from '../support/build-activity.ts';
import { newSubscription } from '../support/build-alert.ts';
import { collectionPrices } from '../support/build-collection-prices.ts';
import { token } from '../support/build-token.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { silentLog } from '../support/silent-log.ts';

const COIN = 10n ** 18n;
const FLOOR = 3n * COIN;
const LOOKS = 6;
const BETWEEN_LOOKS_MS = 60_000;
const facts = { isWhitelisted: () => true };
const signal = new AbortController().signal;

const [ada, bob, cal] = [address(0xa), address(0xb), address(0xc)];

const FILTERS: readonly Partial<FilterValues>[] = [
  {},
  { price_from: 2n * COIN },
  { price_to: 2n * COIN },
  { wallets: [ada] },
  { not_wallets: [ada] },
  { rank: 2 },
  { traits: [{ type: 'hat', value: 'cap' }], trait_mode: 'any' },
  { below_floor: 30 },
  { price_from: 2n * COIN, rank: 2, wallets: [ada] },
  { price_to: 3n * COIN, below_floor: 10, not_wallets: [bob] },
];
const channelOf = (number: number) => String(1_000 + number);

/** At which look something is told for the first time. */
const look = fc.integer({ min: 0, max: LOOKS - 1 });
const wallet = fc.constantFrom(ada, bob, cal);
const event = fc.record({
  price: fc.bigInt({ min: 1n, max: 4n }).map((coins) => coins * COIN),
  seller: wallet,
  buyer: wallet,
  rank: fc.integer({ min: 1, max: 4 }),
  hat: fc.constantFrom('cap', 'none'),
  shownFrom: look,
  pricedFrom: look,
  /** What the price is before it is right. */
  before: fc.constantFrom(null, 0n, 5n * COIN),
  partiesFrom: look,
  detailsFrom: look,
  /** Neither id nor place is told before. */
  knownFrom: look,
});
type Event = typeof event extends fc.Arbitrary<infer T> ? T : never;

const trouble = fc.constantFrom('none', 'restart', 'crash before writing', 'crash after writing');

function recordOf(told: Event, number: number, at: number, occurredAt: number): Activity {
  const hasParties = at >= told.partiesFrom;
  const [from, to] = hasParties ? [told.seller, told.buyer] : [null, null];
  const price = at >= told.pricedFrom ? told.price : told.before;
  // Corrected while nothing but its facts is known of it, it would be another event.
  const known = at >= told.knownFrom || (told.before ?? 0n) > 0n;
  // What is known only by its facts is known by other keys as these are told.
  const facts = `tx:${number}:${from}:${to}:${price}:0`;
  return {
    ...sale({ tokenId: String(number), txHash: txHash(number), timestamp: occurredAt, tokenName: null }),
    keys: [known ? `id:${number}` : facts],
    from,
    to,
    price,
  };
}

/** A bot's intake, as one process has it. */
function startProcess(world: {
  readonly store: Store;
  readonly inbox: Pick<Store, 'ingest' | 'rebuildAlerts'>;
  readonly records: () => readonly Activity[];
  readonly events: readonly Event[];
  readonly at: () => number;
  readonly clock: ReturnType<typeof createManualClock>;
  readonly index: ReturnType<typeof createMatcher>;
}) {
  const { store, records, events, at, clock, index } = world;
  const inbox = { ...store, ...world.inbox };
  const sources = {
    tokens: {
      async find(collection: `0x${string}`, tokenId: string) {
        const told = events[Number(tokenId)];
        if (told === undefined || at() < told.detailsFrom) throw new Error('nobody knows this token');
        const rarity = { rank: told.rank, total: null, percentile: null, score: null };
        const attributes = [{ type: 'hat', value: told.hat, rarity: null, displayType: null }];
        return token({ collection, tokenId, rarity, attributes });
      },
    },
    collections: {
      async collectionPrices() {
        // One answer for all: the floor is known once half of the looks are over.
        if (at() < LOOKS / 2) throw new Error('nobody knows this collection');
        return { ...collectionPrices({ floor: FLOOR }), asOf: 0 };
      },
    },
  };
  const rest = { index, clock, log: silentLog, wake: () => undefined };
  const take = createIngest({
    readFeed: createFeedReader({
      inbox,
      feed: {
        activities: async () => ({ items: records(), page: 1, total: null, hasNext: false, unreadable: 0 }),
      },
    }),
    inbox,
    ...sources,
    ...rest,
  });
  const decide = createLateDecisions({
    store: inbox,
    ...sources,
    addressee: (_, channel) => ({ ...channel, skipIfLive: false }),
    ...rest,
  });
  return { take, decide };
}

it('whenever facts are reported, over restarts and crashes: within ten minutes every rule is decided as if all had been known at once, and each channel has each alert at most once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(event, { minLength: 1, maxLength: 4 }),
      fc.array(trouble, { minLength: LOOKS, maxLength: LOOKS }),
      async (events, troubles) => {
        const clock = createManualClock();
        await using store = await openSqliteStore({
          databaseUrl: 'sqlite::memory:',
          log: silentLog,
          now: clock.now,
        });
        for (const [number, filter] of FILTERS.entries())
          await store.addSubscription(
            newSubscription(channelOf(number), { filter: { ...MATCH_ALL, ...filter }, createdAt: 0 }),
          );
        const index = createMatcher(await store.allSubscriptions(), facts);
        const occurredAt = clock.now() / 1_000;
        let at = -1;
        let crash = 'none';
        const records = () =>
          events
            .map((told, number) => ({ told, record: recordOf(told, number, at, occurredAt) }))
            .filter(({ told }) => at >= told.shownFrom)
            .map(({ record }) => record)
            .concat(sale({ id: 'oldest', tokenId: '99', txHash: txHash(99), timestamp: occurredAt - 1 }));
        async function writing<T>(write: () => Promise<T>): Promise<T> {
          if (crash === 'crash before writing') throw new Error('crashed');
          const written = await write();
          if (crash === 'crash after writing') throw new Error('crashed');
          return written;
        }
        const inbox = {
          ingest: (intake: FeedBatch) => writing(() => store.ingest(intake)),
          rebuildAlerts: (revision: Parameters<Store['rebuildAlerts']>[0]) =>
            writing(() => store.rebuildAlerts(revision)),
        };
        const world = { store, inbox, records, events, at: () => at, clock, index };
        let bot = startProcess(world);

        async function step(ofBot: typeof bot): Promise<void> {
          await ofBot.take(signal);
          await ofBot.decide(signal);
        }

        await step(bot);
        for (at = 0; at < LOOKS; at += 1) {
          await clock.advance(BETWEEN_LOOKS_MS);
          crash = troubles[at] ?? 'none';
          const crashed = await step(bot).then(
            () => false,
            () => true,
          );
          crash = 'none';
          if (crashed || troubles[at] === 'restart') {
            await store.recover();
            bot = startProcess(world);
          }
        }
        await clock.advance(BETWEEN_LOOKS_MS);
        await step(bot);
        await clock.advance(BETWEEN_LOOKS_MS);
        await step(bot);

        const whole = events.map((told, number): MarketAlert => {
          const { price, seller, buyer: to, rank, hat } = told;
          return {
            kind: 'sale',
            topic: 'sale',
            key: String(number),
            liveKey: null,
            buyer: to,
            txHash: txHash(number),
            occurredAt,
            item: {
              collection: sale().collection ?? ada,
              collectionName: null,
              tokenId: String(number),
              tokenName: null,
              image: null,
              rarity: { rank, total: null },
              attributes: [{ type: 'hat', value: hat, rarity: null }],
              quantity: 1n,
              price,
              currency: null,
              seller,
              priceContext: { bought: null, last: null, floor: FLOOR, record: false },
            },
          };
        });
        for (const [number, filter] of FILTERS.entries()) {
          const rule = newSubscription(channelOf(number), { filter: { ...MATCH_ALL, ...filter } });
          const { pending } = await store.channelWork(channelOf(number), 100);
          const told = pending.map(({ alert }) => (alert.kind === 'sale' ? alert.item.tokenId : '?'));
          const due = whole.flatMap((alert) =>
            alert.kind === 'sale' && matches(rule, alert, facts) ? [alert.item.tokenId] : [],
          );
          // A price that was told and corrected may have let a rule tell it that would not have done so afterwards.
          const maybe = events.flatMap(({ before }, one) => (before === null ? [] : [String(one)]));
          expect(new Set(told).size).toBe(told.length);
          expect(told).toEqual(expect.arrayContaining(due));
          expect([...due, ...maybe]).toEqual(expect.arrayContaining(told));
          const numbers = pending.flatMap(({ alert }) =>
            alert.kind === 'sale'
              ? [[alert.item.tokenId, alert.item.price, alert.item.seller, alert.buyer]]
              : [],
          );
          expect(numbers).toEqual(
            told.map((tokenId) => {
              const final = events[Number(tokenId)];
              return [tokenId, final?.price, final?.seller, final?.buyer];
            }),
          );
        }
      },
    ),
    { numRuns: 60, seed: 14 },
  );
}, 120_000);
