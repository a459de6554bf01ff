import type { StoreBounds } from '../bounds.ts';
import type { Database, Queries, Transaction } from '../database/database.ts';
import { lockQueueOrder } from '../database/locks.ts';
import { idBeyond } from '../database/surplus.ts';
import { removeExpiredChanges } from '../note-change.ts';
import { removeExpiredOpenings } from '../openings.ts';
import { forgetPeople } from '../queue-states.ts';
import { removeExpiredInputs } from '../saved-inputs.ts';
import { removeOldSilences } from '../silence-rows.ts';
import { removeOldTemplates } from '../template-rows.ts';

import { pruneIdleHighest } from '../trades.ts';
import { EVENT_RETENTION } from './events.ts';
import { FEED_RETENTION } from './feed.ts';
import { MARKET_THINNING } from './market.ts';
import { OUTBOX_RETENTION } from './outbox.ts';
import { expiryAt, type RetentionPolicy, type SmallTablePolicy, type ThinningPolicy } from './policy.ts';

/** The result of one step of `prune`. */
export interface PruneStep {
  /** Whether the pass has further steps. */
  readonly more: boolean;
  /** The kind of examined rows, and how many were deleted. */
  readonly what: string;
  readonly removed: number;
}

/** Rows examined in one step. */
const ROWS_PER_STEP = 300;

const POLICIES: readonly (RetentionPolicy | SmallTablePolicy | ThinningPolicy)[] = [
  ...OUTBOX_RETENTION,
  ...FEED_RETENTION,
  ...EVENT_RETENTION,
  MARKET_THINNING,
  { what: 'people', removeExpired: forgetPeople },
  { what: 'openings of direct messages', removeExpired: removeExpiredOpenings },
  { what: 'changes of servers', removeExpired: removeExpiredChanges },
  { what: 'saved inputs', removeExpired: removeExpiredInputs },
  { what: 'silences', removeExpired: removeOldSilences },
  { what: 'templates', removeExpired: removeOldTemplates },
];

/** Position of the pass in a table. */
interface Position {
  /** The last examined id. */
  readonly after: number;
  /** The highest id that was not among the newest rows at the start; `null` if there were no more rows. */
  readonly beyond: number | null;
}

/** For a pass that tracks its position otherwise. */
const START: Position = { after: 0, beyond: null };

/** Returns how many of the newest rows are treated differently; `null` if there is no difference. */
function newestOf({ newestKept, isLimited }: RetentionPolicy, maxRows: number): number | null {
  if (newestKept !== undefined) return newestKept;
  return isLimited === true ? maxRows : null;
}

/** Finds the start position. Rows are counted from the newest one on, because PostgreSQL's ids have gaps. */
async function startOf(queries: Queries, policy: RetentionPolicy, maxRows: number): Promise<Position> {
  const newest = newestOf(policy, maxRows);
  if (newest === null || policy.counted === undefined) return START;
  const { beyond } = await queries
    .selectNoFrom(idBeyond(policy.counted, newest).as('beyond'))
    .executeTakeFirstOrThrow();
  return { after: 0, beyond };
}

/** Deletes expired rows among the next ones. `next` is `null` after the last one. */
async function step(
  transaction: Transaction,
  policy: RetentionPolicy | SmallTablePolicy | ThinningPolicy,
  {
    before,
    now,
    bounds,
  }: { readonly before: Position | null; readonly now: number; readonly bounds: StoreBounds },
): Promise<{ readonly removed: number; readonly next: Position | null }> {
  if ('removeExpired' in policy) return { removed: await policy.removeExpired(transaction, now), next: null };
  if ('thin' in policy) {
    const { removed, isOver } = await policy.thin(transaction, { at: now, limit: ROWS_PER_STEP, bounds });
    return { removed, next: isOver ? null : START };
  }
  // Prevents new references to a row between its examination and its deletion.
  await lockQueueOrder(transaction);
  const { after, beyond } = before ?? (await startOf(transaction, policy, bounds.settled));
  const isSurplus = policy.isLimited === true && beyond !== null && after < beyond;
  const expiry = expiryAt(now, isSurplus);
  const found = await policy.examine(transaction, { after, limit: ROWS_PER_STEP }, expiry);
  const lastRemovable = policy.newestKept === undefined ? Number.POSITIVE_INFINITY : (beyond ?? 0);
  const expired = found.filter(({ id, isExpired }) => isExpired && id <= lastRemovable);
  if (expired.length > 0)
    await policy.remove(
      transaction,
      expired.map(({ id }) => id),
    );
  const last = found.at(-1);
  const isOver =
    last === undefined ||
    found.length < ROWS_PER_STEP ||
    (last.at !== null && last.at >= expiry[policy.keptFor]);
  return {
    removed: expired.length,
    next: isOver ? null : { after: last.id, beyond },
  };
}

/**
 * Creates the deletion of expired rows, one table at a time. The position is lost at a restart.
 * @param bounds `settled`: how many deliveries, posts, alerts and live states each are kept for the full time
 */
export function createHousekeepingStore(database: Database, bounds: StoreBounds) {
  let current = 0;
  let position: Position | null = null;

  return {
    /**
     * Runs the next step of a pass that deletes rows expired at `now` (epoch ms), at most a few hundred. Any time may
     * pass between steps; an unfinished pass starts over after a restart. Rows are kept for:
     *
     * - record keys of the feed: 7 days, the newest 20,000 longer;
     * - alerts that were posted, expired or dropped, with their messages, live ones included: 14 days, longer while a
     *   live message shows a running auction;
     * - abandoned alerts: 60 days;
     * - pending deliveries: without limit, but 14 days in a stopped channel, because they would expire as soon as it is
     *   opened;
     * - live states: 14 days since their last change, and as long as an alert about them is kept;
     * - trades: 90 days, longer for the newest one of each token and those of the 24 hours before it;
     * - burns: 14 days; silences: 14 days after their end; replaced templates: as long as a delivery with them;
     * - detected events, and what rules said meanwhile: 14 days;
     * - how collections stood: 2 years, one point an hour after 7 days, one a day after 90;
     * - gaps in the feed: 90 days; saved inputs: 1 hour, drafts of rules 1 day.
     *
     * The key of an alert prevents posting it twice. It can be deleted after 14 days, because nothing produces the same
     * alert any more: an event counts as new for six hours, and record keys are kept for at least 7 days, so that a
     * record shown again with a later time is not new either. After a clock change, the newest 20,000 keys are still
     * stored, which is more than one poll of the feed can return. Auctions are compared with their stored state as long
     * as they are tracked.
     */
    async prune(now: number): Promise<PruneStep> {
      const policy = POLICIES[current];
      if (policy === undefined) throw new Error(`There is no retention policy ${current}.`);
      const isLast = current === POLICIES.length - 1;
      const { removed, next } = await database.transaction('prune', async (transaction) => {
        const done = await step(transaction, policy, { before: position, now, bounds });
        if (done.next === null && isLast) await pruneIdleHighest(transaction, bounds);
        return done;
      });
      position = next;
      if (next === null) current = (current + 1) % POLICIES.length;
      return { what: policy.what, removed, more: next !== null || !isLast };
    },
    /** Returns free pages of the file to the disk, in short steps. Call this after a pass. */
    reclaimSpace: (): Promise<void> => database.maintenance.reclaimSpace(),
  };
}

export type HousekeepingStore = ReturnType<typeof createHousekeepingStore>;
