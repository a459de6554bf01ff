import Database from 'better-sqlite3';

/** Puts `around` before and after a method of all objects with this prototype. */
function wrap(
  prototype: object,
  method: string,
  around: (self: object, args: readonly unknown[], call: () => unknown) => unknown,
): void {
  const original: unknown = Reflect.get(prototype, method);
  if (typeof original !== 'function') throw new Error(`The driver has no method ${method}.`);
  Reflect.set(prototype, method, function wrapped(this: object, ...args: unknown[]): unknown {
    return around(this, args, () => Reflect.apply(original, this, args));
  });
}

/** The statement with its parameters in their places, which the compiler of the store writes as `+?`. */
function inline(sql: string, parameters: readonly unknown[]): string {
  const values = parameters.values();
  return sql.replaceAll('+?', () => {
    const { value } = values.next();
    return typeof value === 'string' ? `'${value}'` : String(value);
  });
}

/**
 * Wraps the SQLite driver of this process.
 * @param around called with the statements of a transaction that writes and the function that commits it, which it calls
 */
export function watchCommits(
  around: (statements: readonly string[], commit: () => unknown) => unknown,
): void {
  /** What each connection's transaction has run so far. */
  const running = new WeakMap<object, string[]>();

  function execute(statement: object, parameters: readonly unknown[], call: () => unknown): unknown {
    const sql = String(Reflect.get(statement, 'source'));
    const database: unknown = Reflect.get(statement, 'database');
    if (typeof database !== 'object' || database === null) return call();
    if (sql === 'begin immediate') running.set(database, []);
    const statements = running.get(database);
    if (sql === 'commit' && statements !== undefined) {
      running.delete(database);
      return around(statements, call);
    }
    statements?.push(inline(sql, parameters));
    return call();
  }

  const probe = new Database(':memory:');
  const prototype: object = Reflect.getPrototypeOf(probe.prepare('select 1')) ?? {};
  probe.close();
  for (const method of ['run', 'get', 'all'])
    wrap(prototype, method, (statement, args, call) => execute(statement, args, call));
}
