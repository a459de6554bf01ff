import type { Database } from 'better-sqlite3';
import { readAged } from '../../rows/aged.ts';
import type { PruneStep } from '../../store.ts';
import { KEPT_MS, KINDS, type Kind } from './kinds.ts';

/** So many rows are looked at in one step, which takes about 5 ms when all of them are thrown away. */
const ROWS_A_STEP = 300;

interface Sweep {
  readonly what: string;
  /** Looks at the next rows after this id. `next` is `null` at the end. */
  step(after: number, now: number): { readonly removed: number; readonly next: number | null };
}

function createSweep(db: Database, { what, look, youngest, remove }: Kind): Sweep {
  const rows = db.prepare<[Record<string, number>]>(look);
  const removals = remove.map((sql) => db.prepare<[number]>(sql));

  return {
    what,
    step(after, now) {
      const before = Object.fromEntries(Object.entries(KEPT_MS).map(([name, kept]) => [name, now - kept]));
      const shown = rows.all({ ...before, after, limit: ROWS_A_STEP }).map(readAged);
      const past = shown.filter((row) => row.past);
      for (const { id } of past) for (const removal of removals) removal.run(id);
      const last = shown.at(-1);
      const isOver =
        last === undefined ||
        shown.length < ROWS_A_STEP ||
        (last.at !== null && last.at >= now - KEPT_MS[youngest]);
      return { removed: past.length, next: isOver ? null : last.id };
    },
  };
}

/** Looks through all kinds of rows, one after the other and part by part. Where it stands is not kept over a restart. */
export function createPass(db: Database): (now: number) => PruneStep {
  const sweeps = KINDS.map((kind) => createSweep(db, kind));
  let place = 0;
  let after = 0;

  return (now) => {
    const sweep = sweeps[place];
    if (sweep === undefined) throw new Error(`There is no kind ${place} of rows.`);
    const { removed, next } = sweep.step(after, now);
    after = next ?? 0;
    if (next === null) place = (place + 1) % sweeps.length;
    return { what: sweep.what, removed, more: next !== null || place !== 0 };
  };
}
