import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Queries } from './database.ts';

type Values = Readonly<Record<string, string | number | null>>;

/** Gives a value its place in a query, by its name. */
export type Value<V extends Values> = <N extends keyof V & string>(name: N) => RawBuilder<V[N]>;

/** Stands for a value in a query that was compiled without values. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/**
 * A query that is compiled once for each database; each run only gives it its values. Kysely takes several times as long for a
 * large query as SQLite does. For queries that run for every message or every poll, and whose text never changes.
 * @param build builds the query; it must not depend on anything but its arguments
 * @returns runs the query and resolves to its rows
 */
export function compiledQuery<V extends Values, R>(
  build: (queries: Queries, value: Value<V>) => Compilable<R>,
): (queries: Queries, values: V) => Promise<readonly R[]> {
  const compiled = new WeakMap<object, CompiledQuery<R>>();

  return async (queries, values) => {
    const executor = queries.getExecutor();
    // One for each database.
    const { adapter } = executor;
    const query = compiled.get(adapter) ?? build(queries, (name) => sql`${new Placeholder(name)}`).compile();
    compiled.set(adapter, query);
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.name] : parameter,
    );
    const { rows } = await executor.executeQuery<R>({ ...query, parameters });
    return rows;
  };
}
