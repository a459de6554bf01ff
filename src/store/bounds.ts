/** Maximum rows that the marketplace's responses can create. docs/bounds.md gives their cost. */
export interface StoreBounds {
  /** Record keys of the feed (newest). */
  readonly seen: number;
  /** Stored sales (newest). */
  readonly trades: number;
  /** Stored burns (newest). */
  readonly burns: number;
  /** Detected events, posted or not (newest). */
  readonly events: number;
  /** Collections with a stored highest price. Others are stored once there is room. */
  readonly highestTrades: number;
  /** Gaps in the feed (newest). */
  readonly gaps: number;
  /** Collections with stored history, per day and per month. */
  readonly marketCollections: number;
  /**
   * Limit for alerts, deliveries and messages each that are kept for two weeks. Older rows beyond it are kept for 12
   * hours.
   */
  readonly settled: number;
}

export const BOUNDS: StoreBounds = {
  seen: 200_000,
  trades: 300_000,
  burns: 100_000,
  events: 300_000,
  highestTrades: 20_000,
  gaps: 1_000,
  marketCollections: 20_000,
  settled: 300_000,
};
