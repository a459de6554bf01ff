import { deepStrictEqual } from 'node:assert';
import type { Dump } from '../database/dump.ts';
import { keyOf, type Model, type ModelView } from './model.ts';

export const GUILDS = ['800000000000000001', '800000000000000002'] as const;
/** The last one never has a rule. */
export const CHANNELS = [
  '900000000000000001',
  '900000000000000002',
  '900000000000000003',
  '900000000000000004',
];
export const DIRECT = CHANNELS[3] ?? '';

/** The server of a channel. */
export const guildOf = (channelId: string): string => (channelId === CHANNELS[2] ? GUILDS[1] : GUILDS[0]);

type Row = Dump[string][number];

export const rowsOf = (state: Dump, table: string, where: Row = {}): readonly Row[] =>
  (state[table] ?? []).filter((row) =>
    Object.entries(where).every(([column, value]) => row[column] === value),
  );

/** The number of a row that was chosen by any number; `null` where there is none. */
export function choose(rows: readonly Row[], index: number, column = 'id'): number | null {
  const chosen = rows.length === 0 ? undefined : rows[index % rows.length]?.[column];
  return typeof chosen === 'number' ? chosen : null;
}

/** The message of the channel whose outcome is unknown. */
export const unsettledIn = (state: Dump, channelId: string): Row | undefined =>
  rowsOf(state, 'posts', { channelId, settledAt: null })[0];

/** Whether the model says something of the alert. */
export const isModelled = (state: Dump, alertId: unknown): boolean => {
  const alert = rowsOf(state, 'alerts', { id: alertId })[0];
  return alert?.['topic'] === 'sale' && alert['liveKey'] === null;
};

/** What the database has of what the model says. */
function viewOf(state: Dump, channelId: string): ModelView {
  const queue = rowsOf(state, 'channelQueues', { channelId })[0];
  const sales = rowsOf(state, 'deliveries', { channelId }).filter(({ alertId }) =>
    isModelled(state, alertId),
  );
  const post = unsettledIn(state, channelId);
  const keys = (rows: readonly Row[]) => rows.map(({ alertId }) => keyOf(state, alertId));
  return {
    state: queue?.['state'] === 'paused' || queue?.['state'] === 'closed' ? queue['state'] : 'open',
    code: typeof queue?.['problemCode'] === 'number' ? queue['problemCode'] : null,
    waiting: keys(sales.filter((row) => row['state'] === 'pending')),
    posting:
      post === undefined
        ? null
        : keys(sales.filter(({ postId, state: of }) => postId === post['id'] && of === 'posting')),
    rules: rowsOf(state, 'subscriptions', { channelId }).length,
  };
}

/** @throws AssertionError when the database is not as the model says */
export function requireAsModelled(state: Dump, model: Model, after: string): void {
  for (const channelId of CHANNELS)
    deepStrictEqual(
      viewOf(state, channelId),
      model.view(channelId),
      `Channel ${channelId} is wrong after ${after}.`,
    );
  const seen = rowsOf(state, 'seenKeys').map(({ key }) => String(key));
  deepStrictEqual(seen.toSorted(), [...model.seen].toSorted(), `What was read is wrong after ${after}.`);
  const rules = rowsOf(state, 'subscriptions').map(({ id, channelId }) => [id, channelId]);
  deepStrictEqual(
    rules,
    [...model.rules].toSorted(([one], [other]) => one - other),
    `The rules are wrong after ${after}.`,
  );
}
