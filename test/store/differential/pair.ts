import { deepStrictEqual } from 'node:assert';
import type { Database } from '#src/store/database/database.ts';
import type { Tables } from '#src/store/database/tables.ts';
import type { Store } from '#src/store/open.ts';
import { createStore } from '#src/store/open.ts';

import { createIdNumbers, type Dump, dumpOf, type IdNumbers } from '../database/dump.ts';
import type { BothKinds } from '../database/each-database.ts';
import type { Method } from './method.ts';
import { Model } from './model.ts';
import { numberedResult } from './results.ts';
import { requireAsModelled } from './view.ts';

export type TestedStore = Pick<
  Store,
  | Method
  | 'backtest'
  | 'channelLog'
  | 'events'
  | 'greetings'
  | 'people'
  | 'silences'
  | 'templates'
  | 'tickers'
  | 'alertsOfPost'
  | 'oncePosts'
>;

/** One call, for both databases: ids of one are not those of the other. */
export interface Call {
  readonly method: Method;
  run(store: TestedStore, id: (table: keyof Tables, number: number) => number): Promise<unknown>;
  /** Nothing changes by it. */
  readonly isRead?: boolean;
  /** What the model does. Not called when the method rejects. @param state after it */
  model?(model: Model, result: unknown, state: Dump): void;
}

/** Both databases as they are now, in the same words. */
export interface View {
  readonly state: Dump;
  readonly model: Model;
  /** Epoch ms. */
  readonly now: number;
}

interface World {
  readonly database: Database;
  readonly store: TestedStore;
  readonly numbers: IdNumbers;
}

/** An SQLite and a PostgreSQL database, and a model, that live through the same history. */
export interface Pair extends AsyncDisposable {
  readonly urls: Readonly<Record<'sqlite' | 'postgres', string>>;
  view(): View;
  advance(ms: number): void;
  /**
   * Calls the method on both.
   * @throws AssertionError when the results, or afterwards the databases, differ
   */
  call(call: Call): Promise<void>;
}

/** Not a time at which anything begins: a rounded one is another. */
const START = Date.UTC(2026, 5, 1) + 0.25;
/** No table has so many rows. */
const NO_ID = 1_000_000_000;

type Outcome = { readonly result: unknown } | { readonly error: string };

/** Errors of the databases have words of their own. */
function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error && error.name !== 'GavelError' ? 'refused' : error.message.replaceAll(/\d+/g, '#');
}

async function outcomeOf(run: () => Promise<unknown>): Promise<Outcome> {
  try {
    return { result: await run() };
  } catch (error) {
    return { error: errorText(error) };
  }
}

/** @param counts grows with every call, by method */
export async function createPair(
  kinds: BothKinds,
  counts: Map<Method, number>,
  prepare: (urls: Pair['urls']) => Disposable = () => new DisposableStack(),
): Promise<Pair> {
  await using held = new AsyncDisposableStack();
  let now = START;
  const places = {
    sqlite: held.use(await kinds.sqlite.create()),
    postgres: held.use(await kinds.postgres.create()),
  };
  const urls = { sqlite: places.sqlite.url, postgres: places.postgres.url };
  held.use(prepare(urls));

  async function createWorld(kind: 'sqlite' | 'postgres'): Promise<World> {
    const database = held.use(await places[kind].open({ now: () => now }));
    return { database, store: createStore(database), numbers: createIdNumbers() };
  }

  const worlds = { sqlite: await createWorld('sqlite'), postgres: await createWorld('postgres') };
  const model = new Model();
  let state: Dump = await dumpOf(worlds.sqlite.database, worlds.sqlite.numbers);

  const runIn = ({ store, numbers }: World, { run }: Call) =>
    outcomeOf(() => run(store, (table, number) => numbers.idOf(table, number) ?? NO_ID));

  const numbered = (outcome: Outcome, { numbers }: World, method: Method): Outcome =>
    'error' in outcome ? outcome : { result: numberedResult(method, outcome.result, numbers) };

  const resources = held.move();
  return {
    urls,
    view: () => ({ state, model, now }),
    advance(ms) {
      now += ms;
    },
    async call(call) {
      const { method } = call;
      counts.set(method, (counts.get(method) ?? 0) + 1);
      const [one, other] = [await runIn(worlds.sqlite, call), await runIn(worlds.postgres, call)];
      if (call.isRead !== true) {
        state = await dumpOf(worlds.sqlite.database, worlds.sqlite.numbers);
        const otherState = await dumpOf(worlds.postgres.database, worlds.postgres.numbers);
        deepStrictEqual(otherState, state, `The databases differ after ${method}.`);
      }
      const result = numbered(one, worlds.sqlite, method);
      deepStrictEqual(numbered(other, worlds.postgres, method), result, `The results of ${method} differ.`);
      if ('result' in result) call.model?.(model, result.result, state);
      if (call.isRead !== true) requireAsModelled(state, model, method);
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
