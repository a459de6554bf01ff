import type { Database } from 'better-sqlite3';
import { readAged } from '../../rows/prunable.ts';
import { readNumber } from '../../rows/row-mapper.ts';
import type { PruneStep } from '../../store.ts';
import { KEPT_MS, RETENTION_POLICIES, type RetentionPolicy, SURPLUS_KEPT_MS } from './policies.ts';

/** Rows examined in one step, which takes about 5 ms when all are deleted. */
const ROWS_PER_STEP = 300;

interface Pruner {
  readonly what: string;
  /** Examines the next rows after this id. `next` is `null` at the end. */
  step(after: number, now: number): { readonly removed: number; readonly next: number | null };
}

/** Returns the id up to which rows exceed the limit; 0 when there is none. */
function createSurplusLimit(
  db: Database,
  table: RetentionPolicy['limitedTable'],
  maxRows: number,
): () => number {
  if (table === undefined) return () => 0;
  const highest = db.prepare<[]>(`SELECT ifnull(max(id), 0) FROM ${table}`).pluck();
  return () => Math.max(0, readNumber(highest.get()) - maxRows);
}

/** @param most how many rows are kept for the full time */
function createPruner(db: Database, policy: RetentionPolicy, maxRows: number): Pruner {
  const { what, query, keptFor, remove } = policy;
  const surplusLimit = createSurplusLimit(db, policy.limitedTable, maxRows);
  const rows = db.prepare<[Record<string, number>]>(query);
  const removals = remove.map((sql) => db.prepare<[number]>(sql));

  return {
    what,
    step(after, now) {
      const kept = after < surplusLimit() ? { ...KEPT_MS, settled: SURPLUS_KEPT_MS } : KEPT_MS;
      const before = Object.fromEntries(Object.entries(kept).map(([name, ms]) => [name, now - ms]));
      const shown = rows.all({ ...before, after, limit: ROWS_PER_STEP }).map(readAged);
      const past = shown.filter((row) => row.past);
      for (const { id } of past) for (const removal of removals) removal.run(id);
      const last = shown.at(-1);
      const isOver =
        last === undefined ||
        shown.length < ROWS_PER_STEP ||
        (last.at !== null && last.at >= now - kept[keptFor]);
      return { removed: past.length, next: isOver ? null : last.id };
    },
  };
}

/** Applies the policies one after the other, step by step. The position is not kept over a restart. */
export function createPass(
  db: Database,
  maxRows: number,
  /** Called at the end of each pass. */
  finish: () => void,
): (now: number) => PruneStep {
  const pruners = RETENTION_POLICIES.map((policy) => createPruner(db, policy, maxRows));
  let index = 0;
  let after = 0;

  return (now) => {
    const pruner = pruners[index];
    if (pruner === undefined) throw new Error(`There is no retention policy ${index}.`);
    const { removed, next } = pruner.step(after, now);
    after = next ?? 0;
    if (next === null) index = (index + 1) % pruners.length;
    if (next === null && index === 0) finish();
    return { what: pruner.what, removed, more: next !== null || index !== 0 };
  };
}
