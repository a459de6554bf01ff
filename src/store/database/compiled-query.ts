import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Queries } from './database.ts';

/** The values of a query, by name. */
export type Parameters<V> = { readonly [Name in keyof V]: RawBuilder<V[Name]> };

/** Marks the place of a value in a query that was compiled without values. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** Returns a placeholder for every name. */
const placeholders = <V extends object>(): Parameters<V> =>
  new Proxy(Object.create(null), { get: (_target, name) => sql`${new Placeholder(String(name))}` });

/**
 * Compiles a query once per dialect; each run only binds its values. For large queries, Kysely's compilation takes
 * several times as long as SQLite's execution. Use it for queries that run for every message or poll, and whose text
 * never changes.
 * @param build builds the query; it must depend only on its arguments
 * @returns runs the query and resolves to its rows
 */
export function compiledQuery<Q extends Queries, V extends object, R>(
  build: (queries: Q, parameters: Parameters<V>) => Compilable<R>,
): (queries: Q, values: V) => Promise<readonly R[]> {
  const compiled = new WeakMap<object, CompiledQuery<R>>();

  return async (queries, values) => {
    const executor = queries.getExecutor();
    // One per dialect.
    const dialect = executor.adapter.constructor;
    const query = compiled.get(dialect) ?? build(queries, placeholders<V>()).compile();
    compiled.set(dialect, query);
    const byName = new Map<string, unknown>(Object.entries(values));
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Placeholder ? byName.get(parameter.name) : parameter,
    );
    const { rows } = await executor.executeQuery<R>({ ...query, parameters });
    return rows;
  };
}
