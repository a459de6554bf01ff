import { describe, expect, it } from 'vitest';
import type { MarketAlert } from '#src/alerts/alert.ts';
import { MATCH_ALL } from '#src/alerts/filters/index.ts';
import { createMatcher } from '#src/alerts/matcher.ts';
import { tokenKey } from '#src/alerts/missing-details.ts';
import { createLateDecisions } from '#src/ingest/decide-late.ts';
import { createRuledBy } from '#src/ingest/rules-that-apply.ts';
import { openStore } from '#src/store/open.ts';
import { auctionAlert, newSubscription, saleAlert } from '../support/build-alert.ts';
import { collectionPrices } from '../support/build-collection-prices.ts';
import { token } from '../support/build-token.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { silentLog } from '../support/silent-log.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const CHANNEL = '1000';
const signal = new AbortController().signal;

/** A rule for tokens of a high rank, and a marketplace that does not report ranks until it is told to. */
async function createMarket() {
  await using parts = new AsyncDisposableStack();
  const clock = createManualClock();
  const store = parts.use(
    await openStore({ databaseUrl: 'sqlite::memory:', log: silentLog, now: clock.now }),
  );
  await store.addSubscription(
    newSubscription(CHANNEL, {
      topics: ['sale', 'auction_started', 'auction_ending'],
      filter: { ...MATCH_ALL, rank: 2 },
      createdAt: 0,
    }),
  );
  let reports = false;
  let pricesFail = false;
  let lookups = 0;
  const decide = createLateDecisions({
    store,
    index: createMatcher(await store.allSubscriptions(), { isWhitelisted: () => true }),
    tokens: {
      async find(collection, tokenId) {
        lookups += 1;
        if (!reports) throw new Error('nobody knows this token');
        const rarity = { rank: 1, total: null, percentile: null, score: null };
        return token({ collection, tokenId, rarity });
      },
    },
    collections: {
      async collectionPrices() {
        if (pricesFail) throw new Error('nobody knows this collection');
        return { ...collectionPrices({ floor: 1n }), asOf: 0 };
      },
    },
    addressee: (_, channel) => ({ ...channel, skipIfLive: false }),
    clock,
    ruledBy: createRuledBy(clock, clock),
    log: silentLog,
    wake: () => undefined,
  });
  const owned = parts.move();
  return {
    clock,
    /** Now, epoch seconds. */
    seconds: () => clock.now() / SECOND,
    decide: () => decide(signal),
    lookups: () => lookups,
    reportRanks() {
      reports = true;
    },
    failPrices() {
      pricesFail = true;
    },
    /** Takes in alerts whose token has no rank yet. */
    async takeIn(...alerts: readonly MarketAlert[]) {
      await store.ingest({
        at: clock.now(),
        seen: [],
        alerts: alerts.map((alert) => {
          const { collection, tokenId } = 'item' in alert ? alert.item : auctionAlert().token;
          const missingDetails = { tokens: [tokenKey(collection, tokenId)], collections: [] };
          return { alert, channels: [], undecided: { missingDetails, awaitsFeed: false } };
        }),
        topics: [],
        trades: [],
        gap: null,
        newRecordsAfter: null,
      });
    },
    posted: async () => (await store.channelWork(CHANNEL, 1_000)).pending.map(({ alert }) => alert.key),
    contents: async () => (await store.channelWork(CHANNEL, 1_000)).pending.map(({ alert }) => alert),
    /** Events that were given up in the channel. */
    givenUp: async () =>
      (await store.undecidedEvents([CHANNEL], 0)).reduce((sum, { count }) => sum + count, 0),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** A sale without a rank. */
const unranked = (number: number, occurredAt: number) => {
  const sale = saleAlert(number, { occurredAt });
  return { ...sale, item: { ...sale.item, rarity: null } };
};

describe('an alert whose details are missing', () => {
  it('is posted once they are there, within ten minutes', async () => {
    await using market = await createMarket();
    await market.takeIn(unranked(1, market.seconds()));
    await market.clock.advance(10 * MINUTE);
    await market.decide();
    expect(await market.posted()).toEqual([]);
    market.reportRanks();
    await market.clock.advance(5 * SECOND);
    await market.takeIn(unranked(2, market.seconds()));
    await market.clock.advance(5 * SECOND);
    await market.decide();
    expect(await market.posted()).toEqual([saleAlert(2).key]);
  });

  it('keeps what was known before where a later lookup fails', async () => {
    await using market = await createMarket();
    const sale = unranked(1, market.seconds());
    const priceContext = { bought: null, last: null, floor: 5n, record: false };
    await market.takeIn({ ...sale, item: { ...sale.item, priceContext } });
    market.reportRanks();
    market.failPrices();
    await market.clock.advance(5 * SECOND);
    await market.decide();
    expect(await market.contents()).toMatchObject([{ item: { rarity: { rank: 1 }, priceContext } }]);
  });

  it('is looked up every five seconds', async () => {
    await using market = await createMarket();
    await market.takeIn(unranked(1, market.seconds()));
    const counts: number[] = [];
    for (const ms of [5 * SECOND, 4 * SECOND, SECOND]) {
      await market.clock.advance(ms);
      await market.decide();
      counts.push(market.lookups());
    }
    const [first = 0] = counts;
    expect(first).toBeGreaterThan(0);
    expect(counts).toEqual([first, first, 2 * first]);
  });

  it('is given up after ten minutes, and counted for its channel', async () => {
    await using market = await createMarket();
    await market.takeIn(unranked(1, market.seconds()));
    await market.clock.advance(10 * MINUTE);
    await market.decide();
    expect(await market.givenUp()).toBe(0);
    await market.clock.advance(1);
    await market.decide();
    expect(await market.givenUp()).toBe(1);
    market.reportRanks();
    await market.clock.advance(MINUTE);
    await market.decide();
    expect(await market.posted()).toEqual([]);
  });

  it('is given up at once with all others that have waited so long, however many', async () => {
    await using market = await createMarket();
    await market.takeIn(...Array.from({ length: 501 }, (_, number) => unranked(number, market.seconds())));
    await market.clock.advance(11 * MINUTE);
    await market.decide();
    expect(await market.givenUp()).toBe(501);
  });

  it('is not given up where the clock was set since, until that is ten minutes ago', async () => {
    await using market = await createMarket();
    await market.takeIn(unranked(1, market.seconds()));
    market.clock.set(HOUR);
    await market.decide();
    await market.clock.advance(10 * MINUTE - 1);
    await market.decide();
    expect(await market.givenUp()).toBe(0);
    await market.clock.advance(1);
    await market.decide();
    expect(await market.givenUp()).toBe(1);
  });

  it('is not given up while the event is younger than ten minutes, whenever it was taken in', async () => {
    await using market = await createMarket();
    await market.takeIn(unranked(1, market.seconds() + 20 * 60));
    await market.clock.advance(20 * MINUTE);
    await market.decide();
    expect(await market.givenUp()).toBe(0);
    await market.clock.advance(10 * MINUTE + SECOND);
    await market.decide();
    expect(await market.givenUp()).toBe(1);
  });

  it.each([
    ['given up at once', 'over', 60, { given: 1, posted: ['start'] }],
    ['posted', 'still running', 61, { given: 0, posted: ['ending', 'start'] }],
  ])(
    'is %s when it announces the end of an auction that is %s by now',
    async (_what, _how, endsIn, expected) => {
      await using market = await createMarket();
      const auction = {
        endTime: market.seconds() + endsIn,
        token: { ...auctionAlert().token, rarity: null },
      };
      await market.takeIn(
        auctionAlert({ ...auction, topic: 'auction_ending', key: 'ending', leads: [10] }),
        auctionAlert({ ...auction, auction: 'a-2', liveKey: 'auction:a-2', key: 'start' }),
      );
      market.reportRanks();
      await market.clock.advance(MINUTE);
      await market.decide();
      expect({ given: await market.givenUp(), posted: (await market.posted()).toSorted() }).toEqual(expected);
    },
  );
});
