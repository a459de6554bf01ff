import type { DatabaseChoice } from '../../sandbox/postgres/own-database.ts';
import { type EdgeStatement, interceptDatabase } from '../support/database-edge.ts';

export type CommitMoment = 'before' | 'during' | 'after';

/** Where a process may be when it commits. Only a server may have the commit while the process does not know of it yet. */
export const COMMIT_MOMENTS: Readonly<Record<DatabaseChoice, readonly CommitMoment[]>> = {
  sqlite: ['before', 'after'],
  postgres: ['before', 'during', 'after'],
};

const BEGIN = /^\s*(?:begin immediate$|start transaction(?! isolation level repeatable read, read only))/;

/** The statement with its parameters in their places, which the store writes as `+?` for SQLite and as `$1` for PostgreSQL. */
export function inline({ sql, parameters }: Pick<EdgeStatement, 'sql' | 'parameters'>): string {
  const written = (value: unknown) => (typeof value === 'string' ? `'${value}'` : String(value));
  const values = parameters.values();
  return sql.replaceAll(/\+\?|\$(\d+)/g, (_placeholder, number: string | undefined) =>
    written(number === undefined ? values.next().value : parameters[Number(number) - 1]),
  );
}

/**
 * Watches the commits to a database, at the edge of this process, until it is disposed of.
 * @param url of the database, `sqlite:…` or `postgres://…`
 * @param reach called with the statements of a transaction that writes, before it is committed, after that, and on PostgreSQL as
 *   soon as the commit is under way
 */
export function watchCommits(
  url: string,
  reach: (moment: CommitMoment, statements: readonly string[]) => void,
): Disposable {
  /** What each connection's transaction has run so far. */
  const running = new WeakMap<object, string[]>();

  function reachCommit(moment: CommitMoment, { sql, connection }: EdgeStatement): void {
    const statements = running.get(connection);
    if (sql === 'commit' && statements !== undefined) reach(moment, statements);
  }

  return interceptDatabase(url, {
    before(given) {
      const { sql, connection } = given;
      if (BEGIN.test(sql)) running.set(connection, []);
      else if (sql === 'rollback') running.delete(connection);
      else if (sql === 'commit') reachCommit('before', given);
      else running.get(connection)?.push(inline(given));
    },
    sent: (given) => reachCommit('during', given),
    after(given) {
      reachCommit('after', given);
      if (given.sql === 'commit') running.delete(given.connection);
    },
  });
}
