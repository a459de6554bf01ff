import { setTimeout as delay } from 'node:timers/promises';
import type { EmbeddedMarketplace } from '../../sandbox/marketplace/marketplace.ts';
import { pick, type Random } from '../../sandbox/marketplace/random/random.ts';

/** Between two trades, unless it is said. */
const ACTION_INTERVAL_MS = 300;
const AUCTION_INTERVAL_MS = 10_000;
const BID_INTERVAL_MS = 900;
/** Auctions are short, so that many end. */
const SHORTEST_MS = 35_000;
const LONGEST_MS = 100_000;
const SETTLED_AFTER_MS = 12_000;
/** Later bids would often reach the marketplace after the end. */
const BID_UNTIL_MS = 1_000;

type MarketAction = (marketplace: EmbeddedMarketplace, random: Random) => void;

/** The actions, with their frequency in percent. */
const MARKET_ACTIONS: readonly (readonly [share: number, deed: MarketAction])[] = [
  [62, ({ cause }) => cause.sale()],
  [5, ({ cause }, random) => cause.sweep(random.between(3, 6))],
  [3, ({ cause }, random) => cause.wash(random.between(3, 6))],
  [12, ({ cause }) => cause.listing()],
  [8, ({ cause }) => cause.transfer()],
  [3, ({ cause }) => cause.mint()],
  [7, ({ cause }) => cause.offer()],
];

function runMarketAction(marketplace: EmbeddedMarketplace, random: Random): void {
  let left = random.next() * 100;
  for (const [share, act] of MARKET_ACTIONS) {
    left -= share;
    if (left < 0) return act(marketplace, random);
  }
}

function bid({ ledger, cause }: EmbeddedMarketplace, random: Random): void {
  const now = Date.now();
  const open = ledger
    .auctions()
    .filter(({ close, endsAtMs }) => close === null && endsAtMs > now + BID_UNTIL_MS);
  if (open.length > 0) cause.bid({ auction: pick(random, open).id, extensionMs: 10_000 });
}

/** Causes trades of every kind, a few a second unless the interval is said, and auctions with bids, until the signal aborts. */
export async function simulateMarket(
  marketplace: EmbeddedMarketplace,
  random: Random,
  signal: AbortSignal,
  actionIntervalMs = ACTION_INTERVAL_MS,
): Promise<void> {
  async function every(ms: number, act: () => void): Promise<void> {
    while (!signal.aborted) {
      act();
      await delay(ms, undefined, { signal }).catch(() => undefined);
    }
  }
  await Promise.all([
    every(actionIntervalMs, () => runMarketAction(marketplace, random)),
    every(BID_INTERVAL_MS, () => bid(marketplace, random)),
    every(AUCTION_INTERVAL_MS, () => {
      const endsInMs = random.between(SHORTEST_MS, LONGEST_MS);
      marketplace.cause.auction({ endsInMs, settlesAfterMs: SETTLED_AFTER_MS });
    }),
  ]);
}
