import type { MarketAlert } from '#src/alerts/alert.ts';
import type { FeedRecord, locationKeysOf } from '#src/alerts/feed-record.ts';
import type { GivenUpAlert, RevisedAlert, UndecidedAlert } from './model/undecided.ts';

/**
 * Facts that the marketplace reports after an event was ingested. Keeps the newest 10,000 records of the feed, and the
 * undecided alerts: those for which some rule cannot be evaluated yet, until `rebuildAlerts` or `giveUpUndecided` settles them.
 */
export interface LateFactsStore {
  /** The stored record for each of these keys, in their order; `null` where there is none. */
  recordsOfKeys(keys: readonly string[]): Promise<readonly (FeedRecord | null)[]>;
  /** Stored records that share a position (`locationKeysOf`) with any of these, each once. */
  recordsAtChainPositions(
    positions: readonly ReturnType<typeof locationKeysOf>[],
  ): Promise<readonly FeedRecord[]>;
  /** For each of these alerts the stored records that it announces, in the order in which they happened. */
  recordsOfAlerts(alertKeys: readonly string[]): Promise<readonly (readonly FeedRecord[])[]>;
  /** The alerts with these keys, as stored. */
  storedAlerts(keys: readonly string[]): Promise<readonly MarketAlert[]>;
  /** When the oldest event happened for which the feed has yet to report something, epoch seconds; `null` for none. */
  awaitedSince(): Promise<number | null>;
  /** Alerts with a pending lookup that was last tried at `triedBefore` (epoch ms) or earlier, the longest ago first. */
  dueLookups(triedBefore: number, limit: number): Promise<readonly UndecidedAlert[]>;
  /** Undecided alerts ingested before `before` or after `after` (epoch ms), and those beyond the limit. */
  overdue(before: number, after: number, limit: number): Promise<readonly UndecidedAlert[]>;
  /**
   * Writes rebuilt alerts in one transaction: messages that show them are marked as stale, and matching channels that do not
   * have them get a delivery. Resolves to the channels with something new to post or to edit.
   */
  rebuildAlerts(revision: {
    readonly at: number;
    readonly revised: readonly RevisedAlert[];
  }): Promise<readonly string[]>;
  /** Gives these alerts up. Counts each for those of its channels to which no other rule delivered it. @param at epoch ms */
  giveUpUndecided(alerts: readonly GivenUpAlert[], at: number): Promise<void>;
}
