import { callbackify } from 'node:util';
import Database from 'better-sqlite3';
import pg from 'pg';

/** A statement as a database gets it. */
export interface EdgeStatement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  /** The connection that it runs on. */
  readonly connection: object;
}

type Rows = readonly Record<string, unknown>[];

/** Stands at the edge of the process, where statements leave it and rows come back: in the drivers of the databases. */
export interface DatabaseEdge {
  /** What the database gets instead of this text. */
  text?(sql: string): string;
  /** Called before each statement runs. It fails with what this throws. */
  before?(given: EdgeStatement): void;
  /** On PostgreSQL only: called once the statement is on its way to the server. */
  sent?(given: EdgeStatement): void;
  /** Called when the statement has succeeded, before the program knows. */
  after?(given: EdgeStatement): void;
  /** What the program gets instead of these rows. */
  rows?(rows: Rows, given: EdgeStatement): Rows;
  /** On PostgreSQL only: runs the statement, sooner or later or not at all. */
  around?(given: EdgeStatement, client: pg.Client, run: () => Promise<unknown>): Promise<unknown>;
}

type Method = (this: unknown, ...args: readonly unknown[]) => unknown;

const isMethod = (value: unknown): value is Method => typeof value === 'function';

function methodOf(object: object, name: string): Method {
  const value: unknown = Reflect.get(object, name);
  if (isMethod(value)) return value;
  throw new Error(`There is no method ${name}.`);
}

function replaceMethod(object: object, name: string, value: Method): Disposable {
  const before = Object.getOwnPropertyDescriptor(object, name);
  Object.defineProperty(object, name, { configurable: true, writable: true, value });
  return {
    [Symbol.dispose]() {
      if (before === undefined) Reflect.deleteProperty(object, name);
      else Object.defineProperty(object, name, before);
    },
  };
}

function interceptPrepared(
  prepared: object,
  where: Omit<EdgeStatement, 'parameters'>,
  edge: DatabaseEdge,
): void {
  for (const name of ['run', 'all'] as const) {
    const method = methodOf(prepared, name);
    replaceMethod(prepared, name, (...parameters) => {
      const given = { ...where, parameters };
      edge.before?.(given);
      const result: unknown = Reflect.apply(method, prepared, parameters);
      edge.after?.(given);
      return edge.rows === undefined || !Array.isArray(result) ? result : edge.rows(result, given);
    });
  }
}

function interceptSqlite(file: string, edge: DatabaseEdge): Disposable {
  const prepare = methodOf(Database.prototype, 'prepare');
  return replaceMethod(Database.prototype, 'prepare', function prepareAtTheEdge(sql) {
    if (!(this instanceof Database) || this.name !== file || typeof sql !== 'string')
      return Reflect.apply(prepare, this, [sql]);
    const prepared: unknown = Reflect.apply(prepare, this, [edge.text?.(sql) ?? sql]);
    if (typeof prepared !== 'object' || prepared === null) throw new Error('Nothing was prepared.');
    interceptPrepared(prepared, { sql, connection: this }, edge);
    return prepared;
  });
}

/** Rows of one statement, or of the last one of several. */
function withRows(result: unknown, change: (rows: Rows) => Rows): unknown {
  if (Array.isArray(result)) return result;
  if (!(result instanceof pg.Result)) return result;
  result.rows = [...change(result.rows)];
  return result;
}

/** A statement as the driver of PostgreSQL is given it: its text, or an object with it. */
interface PostgresStatement extends Omit<EdgeStatement, 'connection'> {
  /** The arguments of the driver with another text. */
  withText(sql: string): readonly unknown[];
}

function postgresStatement([first, values]: readonly unknown[]): PostgresStatement | null {
  const parameters = Array.isArray(values) ? values : [];
  if (typeof first === 'string') return { sql: first, parameters, withText: (sql) => [sql, parameters] };
  if (typeof first !== 'object' || first === null || 'submit' in first || !('text' in first)) return null;
  const { text } = first;
  if (typeof text !== 'string') return null;
  const own = 'values' in first && Array.isArray(first.values) ? first.values : parameters;
  return { sql: text, parameters: own, withText: (sql) => [{ ...first, text: sql, values: own }] };
}

function interceptPostgres(database: string, edge: DatabaseEdge): Disposable {
  const query = methodOf(pg.Client.prototype, 'query');
  return replaceMethod(pg.Client.prototype, 'query', function queryAtTheEdge(...given) {
    const statement = postgresStatement(given);
    if (!(this instanceof pg.Client) || this.database !== database || statement === null)
      return Reflect.apply(query, this, given);
    const { sql, parameters } = statement;
    const executed = { sql, parameters, connection: this };
    const send = (): unknown => {
      const answer: unknown = Reflect.apply(query, this, statement.withText(edge.text?.(sql) ?? sql));
      edge.sent?.(executed);
      return answer;
    };
    const run = async (): Promise<unknown> => {
      edge.before?.(executed);
      const result = await (edge.around === undefined
        ? send()
        : edge.around(executed, this, async () => send()));
      edge.after?.(executed);
      const { rows } = edge;
      return rows === undefined ? result : withRows(result, (found) => rows(found, executed));
    };
    const callback = given.slice(1).find(isMethod);
    return callback === undefined ? run() : callbackify(run)(callback);
  });
}

/**
 * Stands at the edge for the statements to this database, in this process, until it is disposed of. Statements that SQLite has prepared
 * before are not concerned.
 * @param url `sqlite:…` or `postgres://…`
 */
export function interceptDatabase(url: string, edge: DatabaseEdge): Disposable {
  return url.startsWith('sqlite:')
    ? interceptSqlite(url.slice('sqlite:'.length), edge)
    : interceptPostgres(new URL(url).pathname.slice(1), edge);
}
