import type { MarketAlert } from '../domain/alert.ts';
import type { FeedRecord, placesOf } from '../domain/feed-record.ts';
import type { GivenUpAlert, RevisedAlert, UndecidedAlert } from '../domain/undecided.ts';

/**
 * What the marketplace tells later of what was taken in. The newest 10,000 records are remembered, from the first look on; and
 * alerts that some rule cannot be decided about, until `revise` says that all are or `giveUp` that it was in vain.
 */
export interface LateStore {
  /** The remembered record of each of these keys, in their order; `null` for one that is not remembered. */
  recordsOfKeys(keys: readonly string[]): Promise<readonly (FeedRecord | null)[]>;
  /** Remembered records that share a place with any of these, each once. */
  recordsAt(places: readonly ReturnType<typeof placesOf>[]): Promise<readonly FeedRecord[]>;
  /** The remembered records that each of these alerts tells, in the order in which they happened. */
  recordsOfAlerts(alertKeys: readonly string[]): Promise<readonly (readonly FeedRecord[])[]>;
  /** The alerts of these keys as they are kept. */
  storedAlerts(keys: readonly string[]): Promise<readonly MarketAlert[]>;
  /** When the oldest event happened that the feed has to tell more of, epoch seconds; `null` for none. */
  awaitedSince(): Promise<number | null>;
  /** Alerts of which something has to be looked up, and was not after `triedBefore` (epoch ms); the longest ago first. */
  toLookUp(triedBefore: number, limit: number): Promise<readonly UndecidedAlert[]>;
  /** Alerts that wait since before `before` or after `after` (epoch ms), or that are too many. */
  overdue(before: number, after: number, limit: number): Promise<readonly UndecidedAlert[]>;
  /**
   * Alerts as they are by now, in one transaction: what messages tell of them is marked to be drawn again, and channels that do
   * not have them get them. Resolves to the channels with something new to post or to edit.
   */
  revise(revision: {
    readonly at: number;
    readonly revised: readonly RevisedAlert[];
  }): Promise<readonly string[]>;
  /** These could not be decided: counted for each of their channels that was not told by another rule. @param at epoch ms */
  giveUpUndecided(alerts: readonly GivenUpAlert[], at: number): Promise<void>;
}
