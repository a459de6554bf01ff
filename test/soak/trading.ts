import { setTimeout as delay } from 'node:timers/promises';
import type { EmbeddedMarketplace } from '../../sandbox/marketplace/marketplace.ts';
import type { Random } from '../../sandbox/marketplace/random/random.ts';

const LOOK_EVERY_MS = 100;
/** Of what is caused: the rest are single sales. The simulation beside it lists, mints and auctions. */
const SWEEPS = 0.04;
const TRANSFERS = 0.1;
const OFFERS = 0.1;
const MOST_SWEPT = 7;

/**
 * Lets things happen in the marketplace until the signal aborts, just so many that `due` alerts, as the books count them,
 * are `rate` a second.
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
      if (draw < SWEEPS) cause.sweep(random.between(2, MOST_SWEPT));
      else if (draw < SWEEPS + TRANSFERS) cause.transfer();
      else if (draw < SWEEPS + TRANSFERS + OFFERS) cause.offer();
      else cause.sale();
    }
    await delay(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}
