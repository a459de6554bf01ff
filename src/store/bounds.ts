/** The most rows that responses of the marketplace can create. What each costs: docs/bounds.md. */
export interface StoreBounds {
  /** Record keys of the feed, the newest. */
  readonly seen: number;
  /** Stored sales, the newest. */
  readonly trades: number;
  /** Stored burns, the newest. */
  readonly burns: number;
  /** Collections with a stored highest price; further ones are stored once there is room. */
  readonly highestTrades: number;
  /** Gaps in the feed, the newest. */
  readonly gaps: number;
  /** Collections whose changes are kept, each day and each month. */
  readonly marketCollections: number;
  /**
   * Alerts, deliveries and messages each that are kept for two weeks; older rows beyond this number are kept for 12
   * hours.
   */
  readonly settled: number;
}

export const BOUNDS: StoreBounds = {
  seen: 200_000,
  trades: 300_000,
  burns: 100_000,
  highestTrades: 20_000,
  gaps: 1_000,
  marketCollections: 20_000,
  settled: 300_000,
};
