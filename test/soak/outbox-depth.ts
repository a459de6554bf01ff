import Database from 'better-sqlite3';

/** Reads the bot's database from beside it, as an operator's tool would. */
export interface OutboxDepth extends Disposable {
  /** Deliveries that wait. */
  waiting(): number;
}

export function openOutboxDepth(file: string): OutboxDepth {
  const db = new Database(file, { readonly: true, fileMustExist: true });
  const count = db
    .prepare<[], number>(`SELECT count(*) FROM deliveries WHERE state IN ('pending', 'posting')`)
    .pluck();
  return {
    waiting: () => Number(count.get()),
    [Symbol.dispose]: () => void db.close(),
  };
}
