import type { StoreBounds } from '../bounds.ts';
import type { Database, Queries, Transaction } from '../database/database.ts';
import { lockQueueOrder } from '../database/queue-order.ts';
import { idBeyond } from '../database/surplus.ts';
import { removeExpiredDrafts } from '../drafts.ts';
import { removeExpiredChanges } from '../note-change.ts';
import { removeExpiredOpenings } from '../openings.ts';
import { forgetPeople } from '../queue-states.ts';
import { removeExpiredInputs } from '../saved-inputs.ts';
import type { HousekeepingStore, PruneStep } from '../store.ts';
import { pruneIdleHighest } from '../trades.ts';
import { FEED_RETENTION } from './feed.ts';
import { MARKET_THINNING } from './market.ts';
import { OUTBOX_RETENTION } from './outbox.ts';
import { expiryAt, type RetentionPolicy, type SmallTablePolicy, type ThinningPolicy } from './policy.ts';

/** Rows examined in one step. */
const ROWS_PER_STEP = 300;

const POLICIES: readonly (RetentionPolicy | SmallTablePolicy | ThinningPolicy)[] = [
  ...OUTBOX_RETENTION,
  ...FEED_RETENTION,
  MARKET_THINNING,
  { what: 'people', removeExpired: forgetPeople },
  { what: 'openings of direct messages', removeExpired: removeExpiredOpenings },
  { what: 'drafts', removeExpired: removeExpiredDrafts },
  { what: 'changes of servers', removeExpired: removeExpiredChanges },
  { what: 'saved inputs', removeExpired: removeExpiredInputs },
];

/** How far the pass has come with a table. */
interface Position {
  /** The last id that was examined. */
  readonly after: number;
  /** The highest id that was not among the newest rows at the start; `null` where there were no more rows. */
  readonly beyond: number | null;
}

/** Of a pass that remembers by other means how far it has come. */
const START: Position = { after: 0, beyond: null };

/** How many of the newest rows are not treated as the others are; `null` for a table in which all are alike. */
function newestOf({ newestKept, isLimited }: RetentionPolicy, maxRows: number): number | null {
  if (newestKept !== undefined) return newestKept;
  return isLimited === true ? maxRows : null;
}

/** Rows are counted, from the newest one on, and not ids: PostgreSQL leaves ids out. */
async function startOf(queries: Queries, policy: RetentionPolicy, maxRows: number): Promise<Position> {
  const newest = newestOf(policy, maxRows);
  if (newest === null || policy.counted === undefined) return START;
  const { beyond } = await queries
    .selectNoFrom(idBeyond(policy.counted, newest).as('beyond'))
    .executeTakeFirstOrThrow();
  return { after: 0, beyond };
}

/** Deletes what has expired of the next rows. `next` is `null` after the last one. */
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
  // Nothing begins to refer to a row between its examination and its deletion.
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
 * Deletes expired rows, one table after the other. The position is not kept over a restart.
 * @param bounds `settled`: how many deliveries, posts, alerts and live states each are kept for the full time
 */
export function createHousekeepingStore(database: Database, bounds: StoreBounds): HousekeepingStore {
  let current = 0;
  let position: Position | null = null;

  return {
    async prune(now): Promise<PruneStep> {
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
    reclaimSpace: () => database.maintenance.reclaimSpace(),
  };
}
