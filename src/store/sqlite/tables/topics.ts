import type { Database } from 'better-sqlite3';
import type { MarketAlert } from '../../../alerts/alert.ts';
import type { LiveState } from '../../../domain/live-state.ts';
import { readState, writeAlert } from '../../rows/alert.ts';
import { readNumber } from '../../rows/row-mapper.ts';

/** Table topics: the states that live messages show. */
export interface TopicTable {
  /** Writes the state; `false` when it has not changed. @param at epoch ms */
  write(topic: LiveState, at: number): boolean;
  /** The latest state with its revision, or `null` where none was written. */
  get(key: string): { readonly state: MarketAlert; readonly revision: number } | null;
  /** States of the topics whose keys begin with `prefix`, with events at `since` (epoch seconds) or later, latest first. */
  beginningWith(prefix: string, since: number): readonly MarketAlert[];
}

export const TOPICS_BEGINNING_WITH = `
  SELECT payload FROM topics WHERE key >= ? AND key < ? AND occurred_at >= ? ORDER BY occurred_at DESC`;

export function createTopicTable(db: Database): TopicTable {
  const write = db
    .prepare<[string, string, number, number]>(
      `INSERT INTO topics (key, revision, payload, occurred_at, changed_at) VALUES (?, 1, ?, ?, ?)
       ON CONFLICT (key) DO UPDATE SET revision = revision + 1, payload = excluded.payload,
         occurred_at = excluded.occurred_at, changed_at = excluded.changed_at
       WHERE payload <> excluded.payload RETURNING revision`,
    )
    .pluck();
  const payload = db.prepare<[string]>('SELECT payload FROM topics WHERE key = ?').pluck();
  const revision = db.prepare<[string]>('SELECT revision FROM topics WHERE key = ?').pluck();
  const beginning = db.prepare<[string, string, number]>(TOPICS_BEGINNING_WITH).pluck();

  return {
    write: ({ key, state }, at) => write.get(key, writeAlert(state), state.occurredAt, at) !== undefined,
    get(key) {
      const text = payload.get(key);
      if (text === undefined) return null;
      return { state: readState(text), revision: readNumber(revision.get(key)) };
    },
    beginningWith: (prefix, since) => beginning.all(prefix, `${prefix}\u{10ffff}`, since).map(readState),
  };
}
