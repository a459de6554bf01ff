import { type CompiledQuery, type QueryResult, type RawBuilder, sql } from 'kysely';
import { dialectOf } from './adapters.ts';
import type { DialectName, Queries } from './database.ts';

/** Stands in a compiled query where a value goes. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** The parameters of a query, by name: values for running it, or what stands for them while it is built. */
export type Parameters<V> = { readonly [Name in keyof V]: RawBuilder<V[Name]> };

function placeholders<V>(): Parameters<V> {
  return new Proxy(Object.create(null), {
    get: (_target, name) => sql`${new Placeholder(String(name))}`,
  });
}

/**
 * A query that is built and compiled once for each dialect, and then only run: building one costs more than SQLite needs to run
 * it. Its text must depend on nothing but the dialect.
 *
 * ```ts
 * const nameOf = prepared((queries, { id }: Parameters<{ id: number }>) =>
 *   queries.selectFrom('things').select('name').where('id', '=', id));
 * const { rows } = await nameOf(transaction, { id: 5 });
 * ```
 */
export function prepared<Q extends Queries, V extends object, R>(
  build: (queries: Q, parameters: Parameters<V>) => { compile(): CompiledQuery<R> },
): (queries: Q, values: V) => Promise<QueryResult<R>> {
  const compiled = new Map<DialectName, CompiledQuery<R>>();

  return (queries, values) => {
    const dialect = dialectOf(queries);
    let query = compiled.get(dialect);
    if (query === undefined) {
      query = build(queries, placeholders<V>()).compile();
      compiled.set(dialect, query);
    }
    const byName = new Map<string, unknown>(Object.entries(values));
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Placeholder ? byName.get(parameter.name) : parameter,
    );
    return queries.getExecutor().executeQuery<R>({ ...query, parameters });
  };
}
