import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import { dialectOf } from './adapters.ts';
import { compiledQuery, type Parameters } from './compiled-query.ts';
import type { DialectName, Transaction } from './database.ts';
import { inChunks } from './lists.ts';
import { storedText } from './parameters.ts';
import type { Tables } from './tables.ts';

/** The type of a column, as named in `tables.ts`. */
type ColumnType = 'text' | 'integer' | 'real' | 'boolean';

const POSTGRES_TYPES: Readonly<Record<ColumnType, string>> = {
  text: 'text',
  integer: 'bigint',
  real: 'double precision',
  boolean: 'boolean',
};

type Columns<T extends keyof Tables, C extends keyof Tables[T]> = { readonly [Name in C]: ColumnType };

type Returned<T extends keyof Tables, R> = Pick<Selectable<Tables[T]>, R & keyof Selectable<Tables[T]>>;
type Given<T extends keyof Tables, C> = Pick<Insertable<Tables[T]>, C & keyof Insertable<Tables[T]>>;

/** Removes characters that a parameter cannot contain, because JSON could escape them. */
const clean = (value: unknown): unknown => (typeof value === 'string' ? storedText(value) : value);

/** Returns the column name in the JSON, the same for every table: `c0`, `c1` … */
const keyAt = (position: number): string => `c${position}`;

/** Builds a table expression with the rows, in order, from a single parameter. */
function source(dialect: DialectName, types: readonly ColumnType[], rows: RawBuilder<unknown>) {
  const keys = types.map((_, position) => sql.raw(keyAt(position)));
  if (dialect === 'sqlite') {
    const values = types.map((_, position) => sql`value ->> ${sql.lit(keyAt(position))}`);
    // The condition prevents `on conflict` from being parsed as part of a join.
    return { values, from: sql`json_each(${rows}) where true` };
  }
  const definitions = types.map((type, position) => sql.raw(`${keyAt(position)} ${POSTGRES_TYPES[type]}`));
  const given = sql`rows from (json_to_recordset(${rows}::json) as (${sql.join(definitions)}))`;
  return {
    values: keys,
    from: sql`${given} with ordinality as given (${sql.join(keys)}, position) order by position`,
  };
}

/**
 * Builds an insertion of any number of rows, in order, with one statement per 500 rows. The values are a single JSON
 * parameter. With a parameter per value, Kysely's compilation would take longer than the execution, and block
 * everything else.
 * @param columns columns in which the rows differ
 * @param options `constants`: the other columns, with a common value; `unlessKnown`: rows that conflict in these
 * columns are left out; `returning`: columns of the inserted rows
 */
export function rowInsertion<
  T extends keyof Tables,
  C extends keyof Tables[T] & string,
  K extends keyof Tables[T] & string = never,
  R extends keyof Tables[T] & string = never,
>(
  table: T,
  columns: Columns<T, C>,
  options: {
    readonly constants?: Columns<T, K>;
    readonly unlessKnown?: readonly (keyof Tables[T] & string)[];
    readonly returning?: readonly R[];
  } = {},
): (
  transaction: Transaction,
  rows: readonly Given<T, C>[],
  constants: Given<T, K>,
) => Promise<readonly Returned<T, R>[]> {
  const { constants = {}, unlessKnown = [], returning = [] } = options;
  const varying = Object.entries<ColumnType>(columns);
  const constant = Object.entries<ColumnType>(constants);
  const list = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));

  const insert = compiledQuery(
    (transaction: Transaction, parameters: Parameters<Record<string, unknown>>) => {
      const dialect = dialectOf(transaction);
      const types = varying.map(([, type]) => type);
      const { values, from } = source(dialect, types, parameters['rows'] ?? sql`null`);
      const given = constant.map(([name, type]) =>
        dialect === 'sqlite'
          ? sql`${parameters[name]}`
          : sql`${parameters[name]}::${sql.raw(POSTGRES_TYPES[type])}`,
      );
      const names = [...varying, ...constant].map(([name]) => name);
      const query = sql<Returned<T, R>>`
        insert into ${sql.table(table)} (${list(names)})
        select ${sql.join([...values, ...given])} from ${from}
        ${unlessKnown.length === 0 ? sql`` : sql`on conflict (${list(unlessKnown)}) do nothing`}
        ${returning.length === 0 ? sql`` : sql`returning ${list(returning)}`}`;
      return { compile: () => query.compile(transaction) };
    },
  );

  return async (transaction, rows, sameForAll) => {
    const inserted: Returned<T, R>[] = [];
    for (const chunk of inChunks<object>(rows)) {
      const json = JSON.stringify(
        chunk.map((row) => {
          const byName = new Map<string, unknown>(Object.entries(row));
          return Object.fromEntries(
            varying.map(([name], position) => [keyAt(position), clean(byName.get(name))]),
          );
        }),
      );
      const returned = await insert(transaction, { ...sameForAll, rows: json });
      inserted.push(...returned);
    }
    return inserted;
  };
}
