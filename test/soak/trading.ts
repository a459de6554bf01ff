import { setTimeout as delay } from 'node:timers/promises';
import type { EmbeddedMarketplace } from '../../sandbox/marketplace/marketplace.ts';
import type { Random } from '../../sandbox/marketplace/random/random.ts';

const POLL_INTERVAL_MS = 100;
/** Shares of the caused events; the rest are single sales. The simulation adds listings, mints and auctions. */
const SWEEPS = 0.04;
const TRANSFERS = 0.1;
const OFFERS = 0.1;
const MAX_SWEPT = 7;

/**
 * Causes events in the marketplace until the signal aborts, so many that the expected alerts, as counted by the ledger check
 * (`due`), are `rate` a second.
 */
export async function trade(
  marketplace: EmbeddedMarketplace,
  options: { readonly rate: number; readonly random: Random; readonly due: () => number },
  signal: AbortSignal,
): Promise<void> {
  const { rate, random, due } = options;
  const { cause } = marketplace;
  const startedAt = Date.now();
  while (!signal.aborted) {
    const wanted = (rate * (Date.now() - startedAt)) / 1_000;
    if (due() < wanted) {
      const draw = random.next();
      if (draw < SWEEPS) cause.sweep(random.between(2, MAX_SWEPT));
      else if (draw < SWEEPS + TRANSFERS) cause.transfer();
      else if (draw < SWEEPS + TRANSFERS + OFFERS) cause.offer();
      else cause.sale();
    }
    await delay(POLL_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
  }
}
