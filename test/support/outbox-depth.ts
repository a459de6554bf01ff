import Database from 'better-sqlite3';

/** Reads the bot's database while it runs. */
export interface OutboxDepth extends Disposable {
  /** Pending deliveries. */
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
