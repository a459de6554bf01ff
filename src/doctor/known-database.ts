import type { SubscribedChannel } from '#src/store/sqlite/examine.ts';

/** What later checks need of the database. */
export interface KnownDatabase {
  /** Whether a bot runs on it. */
  readonly running: boolean;
  /** Those with active rules; `null` where they cannot be read. */
  readonly channels: readonly SubscribedChannel[] | null;
}
