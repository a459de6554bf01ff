import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createOpeningEvents } from '../../../sandbox/demo/opening-events.ts';
import { type EmbeddedMarketplace, startMarketplace } from '../../../sandbox/marketplace/marketplace.ts';

const MINUTE_MS = 60_000;
let marketplace: EmbeddedMarketplace;

beforeEach(async () => {
  marketplace = await startMarketplace({ salesPerMinute: 0 });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await marketplace[Symbol.asyncDispose]();
});

const happened = (kind: string) =>
  marketplace.ledger.records().filter((record) => record.kind === kind && !record.history);

describe('the events for the first visitor', () => {
  it('begin with a sale at once, in the channel that is open', () => {
    using openingEvents = createOpeningEvents(marketplace);
    openingEvents.begin();
    vi.advanceTimersByTime(1_000);
    const [favourite] = marketplace.collections();
    expect(happened('sale')).toMatchObject([{ collection: favourite?.address }]);
  });

  it('are a sweep within half a minute, and an auction with bids that ends within two', () => {
    using openingEvents = createOpeningEvents(marketplace);
    const begunAt = Date.now();

    openingEvents.begin();
    vi.advanceTimersByTime(MINUTE_MS / 2);

    const transactions = Map.groupBy(happened('sale'), ({ txHash }) => txHash);
    expect([...transactions.values()].map((sold) => sold.length)).toEqual([1, 1, 7]);
    expect(happened('auction_created')).toHaveLength(1);
    expect(happened('auction_bid')).toHaveLength(3);
    const endsAtMs = marketplace.ledger.auctions().at(-1)?.endsAtMs ?? 0;
    expect(endsAtMs).toBeGreaterThan(begunAt + MINUTE_MS);
    expect(endsAtMs).toBeLessThan(begunAt + 2 * MINUTE_MS);
  });

  it('occur once for any number of visitors', () => {
    using openingEvents = createOpeningEvents(marketplace);

    for (let visitor = 0; visitor < 3; visitor += 1) openingEvents.begin();
    vi.advanceTimersByTime(MINUTE_MS);

    expect(happened('sale')).toHaveLength(9);
    expect(happened('auction_created')).toHaveLength(1);
  });

  it('do not happen once the market has closed', () => {
    using openingEvents = createOpeningEvents(marketplace);
    openingEvents.begin();
    vi.advanceTimersByTime(6_000);

    marketplace.clock.pause();
    vi.advanceTimersByTime(MINUTE_MS);

    expect(happened('sale')).toHaveLength(2);
    expect(happened('auction_bid')).toHaveLength(1);
  });

  it('are cancelled with the demo', () => {
    const openingEvents = createOpeningEvents(marketplace);
    openingEvents.begin();

    openingEvents[Symbol.dispose]();
    vi.advanceTimersByTime(MINUTE_MS);

    expect(happened('sale')).toEqual([]);
  });
});
