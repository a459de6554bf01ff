import type { Alert } from '#src/alerts/alert.ts';
import { kindOf } from '#src/alerts/kinds/registry.ts';
import { HOUR_MS, MINUTE_MS } from '#src/chain/durations.ts';
import { compiledQuery } from './database/compiled-query.ts';
import type { Queries } from './database/database.ts';

/** How far the marketplace's clock may be ahead of the local one without making an old event count as new. */
const CLOCK_TOLERANCE_MS = 5 * MINUTE_MS;

/**
 * When the database was restored from a backup, and when that backup was made, epoch ms. The database does not contain
 * what was posted in between. An alert that may have been posted then needs verification: before it is posted, in a
 * separate message, its channel is searched for it by the reference in the message.
 */
export interface Restoration {
  readonly restoredAt: number;
  readonly backedUpAt: number;
}

const findHistory = compiledQuery((queries: Queries) =>
  queries.selectFrom('databaseHistory').select(['restoredAt', 'backedUpAt']),
);

/** Returns the restoration; `null` if the database was never restored. */
export async function findRestoration(queries: Queries): Promise<Restoration | null> {
  const [found] = await findHistory(queries, {});
  if (found === undefined || found.restoredAt === null || found.backedUpAt === null) return null;
  return { restoredAt: found.restoredAt, backedUpAt: found.backedUpAt };
}

/**
 * Returns whether an alert that is ingested now may already have been posted, because its event happened before the
 * database was restored. An alert that is dated when it is announced could be posted again with a time up to an hour
 * later.
 */
export function needsVerification(alert: Alert, restoration: Restoration | null): boolean {
  if (restoration === null) return false;
  const tolerance = kindOf(alert).isDatedWhenPosted?.(alert) ? HOUR_MS : CLOCK_TOLERANCE_MS;
  return alert.occurredAt * 1_000 <= restoration.restoredAt + tolerance;
}

/**
 * Returns the earliest time at which the message of an unverified alert may have been posted, epoch ms: an hour before
 * its event, because it may have been dated later. It is always more than an hour ago, so that the nonce is not relied
 * on, because the alert may have been part of another message.
 * @param occurredAt epoch seconds
 * @param at epoch ms
 */
export function searchFrom(occurredAt: number, at: number, restoration: Restoration | null): number {
  const earliest = Math.max(occurredAt * 1_000 - HOUR_MS, restoration?.backedUpAt ?? 0);
  return Math.min(earliest, at - HOUR_MS);
}
