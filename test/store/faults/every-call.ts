import { deepStrictEqual } from 'node:assert';
import { isDeepStrictEqual } from 'node:util';
import type { Database } from '#src/store/database/database.ts';
import { openPostgresDatabase } from '#src/store/database/postgres/open.ts';
import { createStore } from '#src/store/open.ts';
import { interceptDatabase } from '../../support/database-edge.ts';
import { silentLog } from '../../support/silent-log.ts';
import { type Dump, dumpOf } from '../database/dump.ts';
import type { DatabaseKind, DatabasePlace } from '../database/each-database.ts';
import type { TestedStore } from '../differential/pair.ts';
import { createFailingEdge, type FailureKind } from './failures.ts';

/** What the bot does in several calls of the store, each of which it repeats when it fails. */
export interface Work {
  readonly name: string;
  /** What there is before. */
  prepare(store: TestedStore): Promise<void>;
  readonly steps: readonly ((store: TestedStore) => Promise<unknown>)[];
}

const NOW = 5_000_000;
/** Of a step. More would mean that a single failure has consequences. */
const MAX_TRIES = 2;
/** Without waits: the server is there. */
const REPEAT = { conflicts: 10, unreachableMs: 15_000, longestWaitMs: 1 };

function open({ url, open: openPlace }: DatabasePlace): Promise<Database> {
  const now = () => NOW;
  if (url.startsWith('sqlite:')) return openPlace({ now });
  return openPostgresDatabase({ databaseUrl: url, log: silentLog, now, repeat: REPEAT });
}

/** The database before the work, and after each of its transactions. */
async function undisturbed(kind: DatabaseKind, { prepare, steps }: Work): Promise<readonly Dump[]> {
  await using place = await kind.create();
  await using database = await open(place);
  await prepare(createStore(database));
  const states = [await dumpOf(database)];
  const store = createStore({
    ...database,
    async transaction(name, run) {
      const result = await database.transaction(name, run);
      states.push(await dumpOf(database));
      return result;
    },
  });
  for (const step of steps) await step(store);
  return states;
}

/** Runs the step until it succeeds. @param onFailure called after each failure */
async function repeat(run: () => Promise<unknown>, onFailure: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await run();
      return;
    } catch (error) {
      if (tries === MAX_TRIES) throw error;
      await onFailure();
    }
  }
}

/**
 * Does the work again and again, with the first call of the database failing, then the second one, and so on until none fails.
 * After each failure the database must be as it was before or after a transaction of the undisturbed work, and after the work as
 * after that.
 * @param stride 1 for every call, 2 for every second one …
 * @returns how many calls there are, at least
 */
export async function failEveryCall(
  kind: DatabaseKind,
  work: Work,
  failure: FailureKind,
  stride = 1,
): Promise<number> {
  const states = await undisturbed(kind, work);
  for (let nth = 1; ; nth += stride) {
    const failing = createFailingEdge(kind.dialect, failure);
    await using place = await kind.create();
    using _edge = interceptDatabase(place.url, failing.edge);
    await using database = await open(place);
    const store = createStore(database);
    await work.prepare(store);
    failing.arm(nth);
    for (const step of work.steps) {
      await repeat(
        () => step(store),
        async () => {
          const state = await dumpOf(database);
          const isKnown = states.some((one) => isDeepStrictEqual(one, state));
          if (!isKnown) deepStrictEqual(state, states[0], `Call ${nth} left something half done.`);
        },
      );
    }
    const hasFailed = failing.hasFailed;
    failing.arm(0);
    deepStrictEqual(await dumpOf(database), states.at(-1), `After call ${nth} failed the result is another.`);
    if (!hasFailed) return nth - stride;
  }
}
