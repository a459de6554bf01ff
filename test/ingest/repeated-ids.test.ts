import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSale } from '#src/alerts/kinds/sale.ts';
import { createMatcher } from '#src/alerts/matcher.ts';
import { createIngest } from '#src/ingest/ingest.ts';
import { createFeedReader } from '#src/ingest/read-feed.ts';
import { createRuledBy } from '#src/ingest/rules-that-apply.ts';
import type { Activity } from '#src/marketplace/resources/activity/activity.ts';
import { openStore } from '#src/store/open.ts';
import { address, sale, txHash } from '../support/build-activity.ts';
import { newSubscription } from '../support/build-alert.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { silentLog } from '../support/silent-log.ts';
import { cases } from '../support/thorough.ts';

const CHANNEL = '1000';
const START = Date.UTC(2026, 0, 1) / 1_000;
const PAGE = 100;

/** An event as it is; the feed shows it under changing ids. */
interface Event {
  readonly number: number;
  /** The same for two events that state the same facts. */
  readonly price: bigint;
  readonly tokenId: string;
  readonly inTransaction: boolean;
  readonly at: number;
  /** Its price is shown from the poll after the first one on. */
  readonly isPricedLate: boolean;
  readonly isTwin: boolean;
}

interface Step {
  readonly events: readonly Pick<Event, 'inTransaction' | 'isPricedLate' | 'isTwin'>[];
  /** All records have other ids from now on. */
  readonly reindexes: boolean;
  /** The process is replaced before this poll. */
  readonly restarts: boolean;
  /** The first transaction of this poll fails. */
  readonly fails: boolean;
}

const anyStep: fc.Arbitrary<Step> = fc.record({
  events: fc.oneof(
    { weight: 5, arbitrary: fc.array(anyEvent(), { maxLength: 6 }) },
    { weight: 1, arbitrary: fc.array(anyEvent(), { minLength: 90, maxLength: 130 }) },
  ),
  reindexes: fc.boolean(),
  restarts: fc.boolean(),
  fails: fc.boolean(),
});

function anyEvent() {
  const rarely = fc.integer({ min: 0, max: 4 }).map((one) => one === 0);
  return fc.record({ inTransaction: fc.boolean(), isPricedLate: rarely, isTwin: rarely });
}

/** Every event has its own buyer, but for twins. */
const buyerOf = (price: bigint) => address(1_000 + Number(price));

/** The record of an event. @param ids how many different ids there are @param generation how often the feed was indexed again */
function recordOf(event: Event, ids: number, generation: number, isPriced: boolean): Activity {
  const id = `${(event.number * 7 + generation * 3) % ids}${event.isTwin ? '-twin' : ''}`;
  const { price, tokenId, at } = event;
  return sale({
    id,
    tokenId,
    price: isPriced ? price : null,
    from: address(Number(tokenId) + 1),
    to: buyerOf(price),
    txHash: event.inTransaction ? txHash(Number(price)) : null,
    timestamp: at,
  });
}

async function postedFrom(steps: readonly Step[], ids: number) {
  const clock = createManualClock();
  const store = await openStore({ databaseUrl: 'sqlite::memory:', log: silentLog, now: clock.now });
  await using _ = store;
  const { subscription } = await store.addSubscription(newSubscription(CHANNEL));
  let feed: readonly Activity[] = [];
  let mayWrite = true;
  const startProcess = () =>
    createIngest({
      report: () => undefined,
      readFeed: createFeedReader({
        feed: {
          activities: async ({ limit, page = 1 }) => ({
            items: feed.slice((page - 1) * Math.min(limit, PAGE), page * Math.min(limit, PAGE)),
            page,
            total: null,
            hasNext: false,
            unreadable: 0,
          }),
        },
        store: store,
      }),
      store: {
        ...store,
        ingest: (batch) => (mayWrite ? store.ingest(batch) : Promise.reject(new Error('disk full'))),
      },
      tokens: { find: () => Promise.reject(new Error('nobody knows this token')) },
      collections: { collectionPrices: () => Promise.reject(new Error('nobody knows this collection')) },
      index: createMatcher([subscription], { isWhitelisted: () => true }),
      clock,
      ruledBy: createRuledBy(clock, clock),
      log: silentLog,
      wake: () => undefined,
    });

  let tick = startProcess();
  const events: Event[] = [];
  let generation = 0;
  let shownBefore = 0;
  const { signal } = new AbortController();
  const show = () => {
    feed = events
      .map((event) => recordOf(event, ids, generation, !event.isPricedLate || event.number < shownBefore))
      .toReversed();
  };
  await tick(signal);
  for (const [second, step] of steps.entries()) {
    if (step.reindexes) generation += 1;
    for (const one of step.events) {
      const before = one.isTwin ? events.at(-1) : undefined;
      const twin = before === undefined || before.isTwin || before.at !== START + second ? null : before;
      const number = events.length;
      const own = { price: BigInt(number + 1), tokenId: String(number % 6), at: START + second };
      events.push({ ...own, ...one, ...twin, number, isTwin: twin !== null });
    }
    if (step.restarts) tick = startProcess();
    show();
    if (step.fails) {
      mayWrite = false;
      await tick(signal).catch(() => undefined);
      mayWrite = true;
    }
    await tick(signal);
    shownBefore = events.length;
    await clock.advance(1_000);
  }
  show();
  await tick(signal);
  await tick(signal);
  const { pending } = await store.channelWork(CHANNEL, 10_000);
  return {
    due: events.map(({ price }) => buyerOf(price)).toSorted(),
    posted: pending.map(({ alert }) => (isSale(alert) ? String(alert.buyer) : alert.kind)).toSorted(),
  };
}

describe('a feed that gives its records new ids, and its ids to other records', () => {
  it('has each event posted once, over late prices, restarts and failing transactions', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyStep, { minLength: 1, maxLength: 8 }),
        fc.oneof(fc.integer({ min: 1, max: 12 }), fc.constant(1_000_003)),
        async (steps, ids) => {
          const { due, posted } = await postedFrom(steps, ids);
          expect(posted).toEqual(due);
        },
      ),
      { numRuns: cases(10, 60) },
    );
  }, 120_000);
});
