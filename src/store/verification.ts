import type { Alert } from '#src/alerts/alert.ts';
import { kindOf } from '#src/alerts/kinds/registry.ts';
import { HOUR_MS, MINUTE_MS } from '#src/chain/durations.ts';
import { compiledQuery } from './database/compiled-query.ts';
import type { Queries } from './database/database.ts';

/** By how much the marketplace's clock may be ahead of ours without an old event counting as new. */
const CLOCK_TOLERANCE_MS = 5 * MINUTE_MS;

/**
 * When the database was restored from a backup, and when that was made, epoch ms. It does not contain what was posted
 * in between. An alert that may have been posted then needs verification: its channel is searched for it, by the
 * reference in the message, before it is posted, in a message of its own.
 */
export interface Restoration {
  readonly restoredAt: number;
  readonly backedUpAt: number;
}

const findHistory = compiledQuery((queries: Queries) =>
  queries.selectFrom('databaseHistory').select(['restoredAt', 'backedUpAt']),
);

/** `null` if the database was never restored. */
export async function findRestoration(queries: Queries): Promise<Restoration | null> {
  const [found] = await findHistory(queries, {});
  if (found === undefined || found.restoredAt === null || found.backedUpAt === null) return null;
  return { restoredAt: found.restoredAt, backedUpAt: found.backedUpAt };
}

/**
 * Whether an alert that is ingested now may have been posted already: its event happened before the database was
 * restored. One that is dated with the time of its announcement could be posted again with a time up to an hour later.
 */
export function needsVerification(alert: Alert, restoration: Restoration | null): boolean {
  if (restoration === null) return false;
  const tolerance = kindOf(alert).isDatedWhenPosted?.(alert) ? HOUR_MS : CLOCK_TOLERANCE_MS;
  return alert.occurredAt * 1_000 <= restoration.restoredAt + tolerance;
}

/**
 * The earliest time at which the message of an unverified alert may have been posted, epoch ms: an hour before its
 * event, since it may have been dated later. Always more than an hour ago, so that the nonce is not relied on: the
 * alert may have been part of another message.
 * @param occurredAt epoch seconds
 * @param at epoch ms
 */
export function searchFrom(occurredAt: number, at: number, restoration: Restoration | null): number {
  const earliest = Math.max(occurredAt * 1_000 - HOUR_MS, restoration?.backedUpAt ?? 0);
  return Math.min(earliest, at - HOUR_MS);
}
