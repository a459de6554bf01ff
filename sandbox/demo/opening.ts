import type { EmbeddedMarketplace } from '../marketplace/marketplace.ts';

/** Disposing it calls off what has not happened yet. */
export interface Opening extends Disposable {
  /** Somebody looks at the page. */
  begin(): void;
}

const SWEEP_AFTER_MS = 12_000;
const SWEPT = 7;
const AUCTION_LASTS_MS = 75_000;
/** Early enough that none of them moves the end. */
const BIDS_AFTER_MS: readonly number[] = [2_000, 7_000, 12_000];
/** In the marketplace's own time. */
const SETTLES_AFTER_MS = 5_000;

/**
 * What whoever opens the page first is sure to see, whatever the seed has in store: a sweep within half a minute, and
 * an auction with bids that ends soon. Happens once, in the collection that most channels follow.
 */
export function createOpening(marketplace: EmbeddedMarketplace): Opening {
  const timers: NodeJS.Timeout[] = [];
  let begun = false;

  /** A market that has nothing to sweep or to put up just lacks that scene. */
  function attempt(happen: () => unknown): void {
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
      attempt(() => {
        const [start] = cause.auction({
          collection,
          endsInMs: AUCTION_LASTS_MS,
          settlesAfterMs: SETTLES_AFTER_MS,
        });
        const auction = start?.auctionId ?? undefined;
        for (const delayMs of BIDS_AFTER_MS) later(delayMs, () => cause.bid({ auction }));
      });
      later(SWEEP_AFTER_MS, () => cause.sweep(SWEPT, { collection }));
    },
    [Symbol.dispose]() {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
