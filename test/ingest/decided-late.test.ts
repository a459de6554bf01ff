import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { MarketAlert } from '#src/alerts/alert.ts';
import { type FilterValues, MATCH_ALL } from '#src/alerts/filters/index.ts';
import { toMatchInput } from '#src/alerts/match-input.ts';
import { createMatcher } from '#src/alerts/matcher.ts';
import { pingVerdict } from '#src/alerts/ping-verdict.ts';
import { matches } from '#src/alerts/rule-match.ts';
import { createLateDecisions } from '#src/ingest/decide-late.ts';
import { createIngest } from '#src/ingest/ingest.ts';
import { createFeedReader } from '#src/ingest/read-feed.ts';
import { createRuledBy } from '#src/ingest/rules-that-apply.ts';
import type { Activity } from '#src/marketplace/resources/activity/activity.ts';
import type { FeedBatch } from '#src/store/model/ingest-batch.ts';
import { openStore, type Store } from '#src/store/open.ts';
import { address, sale, txHash } from '../support/build-activity.ts';
import { newSubscription } from '../support/build-alert.ts';
import { collectionPrices } from '../support/build-collection-prices.ts';
import { token } from '../support/build-token.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { silentLog } from '../support/silent-log.ts';
import { cases } from '../support/thorough.ts';

const COIN = 10n ** 18n;
const FLOOR = 3n * COIN;
const POLLS = 6;
const BETWEEN_POLLS_MS = 60_000;
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
  { ping_from: 2n * COIN },
  { ping_rank: 2 },
  { ping_below_floor: 30 },
  { rank: 3, ping_from: 2n * COIN, ping_rank: 2, ping_below_floor: 10 },
];
const PING_ROLES = ['1'];
const channelOf = (number: number) => String(1_000 + number);

/** The poll at which something is reported for the first time. */
const poll = fc.integer({ min: 0, max: POLLS - 1 });
const wallet = fc.constantFrom(ada, bob, cal);
const event = fc.record({
  price: fc.bigInt({ min: 1n, max: 4n }).map((coins) => coins * COIN),
  seller: wallet,
  buyer: wallet,
  rank: fc.integer({ min: 1, max: 4 }),
  hat: fc.constantFrom('cap', 'none'),
  shownFrom: poll,
  pricedFrom: poll,
  /** What the price is before it is right. */
  before: fc.constantFrom(null, 0n, 5n * COIN),
  partiesFrom: poll,
  detailsFrom: poll,
  /** Neither id nor position is reported before. */
  knownFrom: poll,
});
type Event = typeof event extends fc.Arbitrary<infer T> ? T : never;

const trouble = fc.constantFrom('none', 'restart', 'crash before writing', 'crash after writing');

function recordOf(event: Event, number: number, at: number, occurredAt: number): Activity {
  const hasParties = at >= event.partiesFrom;
  const [from, to] = hasParties ? [event.seller, event.buyer] : [null, null];
  const price = at >= event.pricedFrom ? event.price : event.before;
  // Corrected while nothing but its facts is known of it, it would be another event.
  const known = at >= event.knownFrom || (event.before ?? 0n) > 0n;
  // A record without an id gets other keys when its facts are reported.
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
        const event = events[Number(tokenId)];
        if (event === undefined || at() < event.detailsFrom) throw new Error('nobody knows this token');
        const rarity = { rank: event.rank, total: null, percentile: null, score: null };
        const attributes = [{ type: 'hat', value: event.hat, rarity: null, displayType: null }];
        return token({ collection, tokenId, rarity, attributes });
      },
    },
    collections: {
      async collectionPrices() {
        // One answer for all: the floor is known once half of the polls are over.
        if (at() < POLLS / 2) throw new Error('nobody knows this collection');
        return { ...collectionPrices({ floor: FLOOR }), asOf: 0 };
      },
    },
  };
  const rest = { index, clock, ruledBy: createRuledBy(clock, clock), log: silentLog, wake: () => undefined };
  const take = createIngest({
    report: () => undefined,
    readFeed: createFeedReader({
      store: inbox,
      feed: {
        activities: async () => ({ items: records(), page: 1, total: null, hasNext: false, unreadable: 0 }),
      },
    }),
    store: inbox,
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

it('whenever facts are reported, over restarts and crashes: within ten minutes every rule and its pings are decided as if all had been known at once, and each channel has each alert at most once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(event, { minLength: 1, maxLength: 4 }),
      fc.array(trouble, { minLength: POLLS, maxLength: POLLS }),
      async (events, troubles) => {
        const clock = createManualClock();
        await using store = await openStore({
          databaseUrl: 'sqlite::memory:',
          log: silentLog,
          now: clock.now,
        });
        for (const [number, filter] of FILTERS.entries())
          await store.addSubscription(
            newSubscription(channelOf(number), {
              filter: { ...MATCH_ALL, ...filter },
              pingRoles: PING_ROLES,
              createdAt: 0,
            }),
          );
        const index = createMatcher(await store.allSubscriptions(), facts);
        const occurredAt = clock.now() / 1_000;
        let at = -1;
        let crash = 'none';
        const records = () =>
          events
            .map((event, number) => ({ event, record: recordOf(event, number, at, occurredAt) }))
            .filter(({ event }) => at >= event.shownFrom)
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
        for (at = 0; at < POLLS; at += 1) {
          await clock.advance(BETWEEN_POLLS_MS);
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
        await clock.advance(BETWEEN_POLLS_MS);
        await step(bot);
        await clock.advance(BETWEEN_POLLS_MS);
        await step(bot);

        const whole = events.map((event, number): MarketAlert => {
          const { price, seller, buyer: to, rank, hat } = event;
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
          const posted = pending.map(({ alert }) => (alert.kind === 'sale' ? alert.item.tokenId : '?'));
          const due = whole.flatMap((alert) =>
            alert.kind === 'sale' && matches(rule, alert, facts) ? [alert.item.tokenId] : [],
          );
          // A price that was reported and later corrected may have matched a rule that does not match afterwards.
          const maybe = events.flatMap(({ before }, one) => (before === null ? [] : [String(one)]));
          expect(new Set(posted).size).toBe(posted.length);
          expect(posted).toEqual(expect.arrayContaining(due));
          expect([...due, ...maybe]).toEqual(expect.arrayContaining(posted));
          const pinged = pending.flatMap(({ alert, pings }) =>
            alert.kind === 'sale' && pings.roles.length > 0 ? [alert.item.tokenId] : [],
          );
          const toPing = whole.flatMap((alert) =>
            alert.kind === 'sale' && pingVerdict(rule, toMatchInput(alert), facts) === 'yes'
              ? [alert.item.tokenId]
              : [],
          );
          expect(pinged.toSorted()).toEqual(toPing.filter((one) => posted.includes(one)).toSorted());
          const numbers = pending.flatMap(({ alert }) =>
            alert.kind === 'sale'
              ? [[alert.item.tokenId, alert.item.price, alert.item.seller, alert.buyer]]
              : [],
          );
          expect(numbers).toEqual(
            posted.map((tokenId) => {
              const final = events[Number(tokenId)];
              return [tokenId, final?.price, final?.seller, final?.buyer];
            }),
          );
        }
      },
    ),
    { numRuns: cases(25, 60), seed: 14 },
  );
}, 120_000);
