import type { Database } from 'better-sqlite3';
import { readAged } from '../../rows/aged.ts';
import { readNumber } from '../../rows/reader.ts';
import type { PruneStep } from '../../store.ts';
import { CROWDED_KEPT_MS, KEPT_MS, KINDS, type Kind } from './kinds.ts';

/** So many rows are looked at in one step, which takes about 5 ms when all of them are thrown away. */
const ROWS_A_STEP = 300;

interface Sweep {
  readonly what: string;
  /** Looks at the next rows after this id. `next` is `null` at the end. */
  step(after: number, now: number): { readonly removed: number; readonly next: number | null };
}

/** The id up to which rows are too many, 0 where none are. */
function createCrowdEnd(db: Database, table: Kind['crowds'], most: number): () => number {
  if (table === undefined) return () => 0;
  const highest = db.prepare<[]>(`SELECT ifnull(max(id), 0) FROM ${table}`).pluck();
  return () => Math.max(0, readNumber(highest.get()) - most);
}

/** @param most so many rows are kept for as long as ever */
function createSweep(db: Database, kind: Kind, most: number): Sweep {
  const { what, look, youngest, remove } = kind;
  const crowdEnd = createCrowdEnd(db, kind.crowds, most);
  const rows = db.prepare<[Record<string, number>]>(look);
  const removals = remove.map((sql) => db.prepare<[number]>(sql));

  return {
    what,
    step(after, now) {
      const kept = after < crowdEnd() ? { ...KEPT_MS, settled: CROWDED_KEPT_MS } : KEPT_MS;
      const before = Object.fromEntries(Object.entries(kept).map(([name, ms]) => [name, now - ms]));
      const shown = rows.all({ ...before, after, limit: ROWS_A_STEP }).map(readAged);
      const past = shown.filter((row) => row.past);
      for (const { id } of past) for (const removal of removals) removal.run(id);
      const last = shown.at(-1);
      const isOver =
        last === undefined ||
        shown.length < ROWS_A_STEP ||
        (last.at !== null && last.at >= now - kept[youngest]);
      return { removed: past.length, next: isOver ? null : last.id };
    },
  };
}

/** Looks through all kinds of rows, one after the other and part by part. Where it stands is not kept over a restart. */
export function createPass(
  db: Database,
  most: number,
  /** Called at the end of each pass. */
  finish: () => void,
): (now: number) => PruneStep {
  const sweeps = KINDS.map((kind) => createSweep(db, kind, most));
  let place = 0;
  let after = 0;

  return (now) => {
    const sweep = sweeps[place];
    if (sweep === undefined) throw new Error(`There is no kind ${place} of rows.`);
    const { removed, next } = sweep.step(after, now);
    after = next ?? 0;
    if (next === null) place = (place + 1) % sweeps.length;
    if (next === null && place === 0) finish();
    return { what: sweep.what, removed, more: next !== null || place !== 0 };
  };
}
