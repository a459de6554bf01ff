/** How many rows a marketplace can make there be, whatever it sends; docs/architecture.md says what each costs. */
export interface StoreBounds {
  /** Marks of what was seen of the feed, the newest. */
  readonly seen: number;
  /** Remembered sales, the newest. */
  readonly trades: number;
  /** Collections of which the highest price is remembered; later ones wait until there is room. */
  readonly highestTrades: number;
  /** Gaps of the feed, the newest, each with its sizes. */
  readonly gaps: number;
  /** Alerts, deliveries and messages that are kept for two weeks; what is older among more is kept for half a day. */
  readonly settled: number;
}

export const BOUNDS: StoreBounds = {
  seen: 200_000,
  trades: 300_000,
  highestTrades: 20_000,
  gaps: 1_000,
  settled: 300_000,
};
