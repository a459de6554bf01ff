import type { EmbeddedMarketplace } from '../marketplace/marketplace.ts';

/** Disposing it cancels what has not happened yet. */
export interface OpeningEvents extends Disposable {
  /** Called when a page is opened. */
  begin(): void;
}

/** The first is in the channel with the bot's next poll. */
const SALES_AFTER_MS: readonly number[] = [0, 5_000];
const SWEEP_AFTER_MS = 12_000;
const SWEEP_SIZE = 7;
const AUCTION_DURATION_MS = 75_000;
/** Early enough that no bid extends the auction. */
const BIDS_AFTER_MS: readonly number[] = [2_000, 7_000, 12_000];
/** World ms. */
const SETTLES_AFTER_MS = 5_000;

/**
 * Events that the first visitor of the page is sure to see, whatever the seed: a sale at once, a sweep within half a minute,
 * and an auction with bids that ends soon. They happen once, in the collection that most channels follow.
 */
export function createOpeningEvents(marketplace: EmbeddedMarketplace): OpeningEvents {
  const timers: NodeJS.Timeout[] = [];
  let begun = false;

  /** A market that has closed, or without tokens to sweep or to auction, skips the event. */
  function attempt(happen: () => unknown): void {
    if (marketplace.clock.paused) return;
    try {
      happen();
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
  }

  return {
    begin() {
      if (begun) return;
      begun = true;
      const collection = marketplace.collections()[0]?.address;
      const { cause } = marketplace;
      const later = (delayMs: number, happen: () => unknown): void => {
        timers.push(setTimeout(() => attempt(happen), delayMs).unref());
      };
      for (const delayMs of SALES_AFTER_MS) later(delayMs, () => cause.sale({ collection }));
      attempt(() => {
        const [start] = cause.auction({
          collection,
          endsInMs: AUCTION_DURATION_MS,
          settlesAfterMs: SETTLES_AFTER_MS,
        });
        const auction = start?.auctionId ?? undefined;
        for (const delayMs of BIDS_AFTER_MS) later(delayMs, () => cause.bid({ auction }));
      });
      later(SWEEP_AFTER_MS, () => cause.sweep(SWEEP_SIZE, { collection }));
    },
    [Symbol.dispose]() {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
