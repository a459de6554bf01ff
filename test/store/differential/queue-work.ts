import { AssertionError, deepStrictEqual } from 'node:assert';
import { marketAlertJson } from '#src/store/alerts.ts';
import type { QueueWork } from '#src/store/model/channel-queue.ts';
import type { Dump } from '../database/dump.ts';
import { keyOf } from './model.ts';
import { rowsOf, unsettledIn } from './view.ts';

type Row = Dump[string][number];

/** After so many alerts no further messages are listed at once. */
const LISTED = 10;

/** Deliveries as they are posted: urgent ones first. */
export const inOrder = (rows: readonly Row[]): readonly Row[] =>
  rows.toSorted(
    (one, other) =>
      Number(other['isUrgent']) - Number(one['isUrgent']) || Number(one['id']) - Number(other['id']),
  );

/** Messages of the channel that do not show what they should. */
const staleIn = (state: Dump, channelId: string): readonly Row[] =>
  rowsOf(state, 'posts', { channelId }).filter(
    ({ staleSince, settledAt }) => staleSince !== null && settledAt !== null,
  );

function isBusy(state: Dump, channelId: string): boolean {
  const posts = rowsOf(state, 'posts', { channelId });
  return (
    rowsOf(state, 'deliveries', { channelId, state: 'pending' }).length > 0 ||
    staleIn(state, channelId).length > 0 ||
    posts.some((post) => post['settledAt'] === null || post['publish'] === 'wanted')
  );
}

/** @throws AssertionError when other channels have work than the rows say */
export function requireBusy(found: readonly string[], state: Dump): void {
  const busy = rowsOf(state, 'channelQueues', { state: 'open' })
    .map(({ channelId }) => String(channelId))
    .filter((channelId) => isBusy(state, channelId));
  deepStrictEqual(found.toSorted(), busy.toSorted(), 'Other channels have work.');
}

/** @throws AssertionError when the work of the channel is not what the rows say, with at most so many that wait */
export function requireWork(work: QueueWork, state: Dump, channelId: string, limit: number): void {
  const { [0]: queue } = rowsOf(state, 'channelQueues', { channelId });
  const waiting = inOrder(rowsOf(state, 'deliveries', { channelId, state: 'pending' }));
  const isSummarised = ({ isUrgent, isUnverified, id }: Row): boolean =>
    isUrgent !== true && isUnverified !== true && Number(id) <= Number(queue?.['summarisedUpTo'] ?? 0);
  const post = unsettledIn(state, channelId);
  const inPost = rowsOf(state, 'deliveries', { postId: post?.['id'] ?? -1, state: 'posting' });
  const { unsettled } = work;

  deepStrictEqual(
    {
      state: work.state,
      notBefore: work.notBefore,
      pending: work.pending.map(({ alert, alone, summarised }) => [alert.key, alone, summarised]),
      waiting: work.waiting,
      toSummarise: work.toSummarise,
      unsettled: unsettled && {
        state: unsettled.state,
        layout: unsettled.layout,
        attempts: unsettled.attempts,
        alerts: unsettled.alerts.map(({ key }) => key),
      },
    },
    {
      state: queue?.['state'] ?? 'open',
      notBefore: queue?.['notBefore'] ?? 0,
      pending: waiting
        .slice(0, limit)
        .map((row) => [keyOf(state, row['alertId']), row['isAlone'], isSummarised(row)]),
      waiting: waiting.length,
      toSummarise: waiting.filter(isSummarised).length,
      unsettled:
        post === undefined
          ? null
          : {
              state: post['state'],
              layout: post['layout'],
              attempts: post['attempts'],
              alerts: inOrder(inPost).map(({ alertId }) => keyOf(state, alertId)),
            },
    },
    `The work of ${channelId} is another.`,
  );
  requireStale(work.staleMessages, state, channelId);
}

/**
 * All stale messages are listed, or the first of many; each once, the one that has been stale longest first. Live ones show the
 * latest state of their topic.
 */
function requireStale(listed: QueueWork['staleMessages'], state: Dump, channelId: string): void {
  const stale = staleIn(state, channelId).toSorted(
    (one, other) =>
      Number(one['staleSince']) - Number(other['staleSince']) || Number(one['id']) - Number(other['id']),
  );
  deepStrictEqual(
    listed.map(({ messageId, changes }) => [messageId, changes]),
    stale.slice(0, listed.length).map((row) => [row['messageId'], row['changes']]),
    `Other messages of ${channelId} are stale.`,
  );
  const alerts = listed.reduce((sum, message) => sum + message.alerts.length, 0);
  if (listed.length < stale.length && alerts < LISTED)
    throw new AssertionError({ message: `Too few stale messages of ${channelId} are listed.` });
  for (const [position, message] of listed.entries()) {
    const followed = rowsOf(state, 'liveMessages', { postId: stale[position]?.['id'] });
    deepStrictEqual(message.isLive, followed.length > 0, `A message of ${channelId} follows another topic.`);
    if (!message.isLive) continue;
    const [latest] = rowsOf(state, 'liveStates', { key: followed[0]?.['liveKey'] });
    const latestState = marketAlertJson.read(String(latest?.['payload']));
    const [shown] = message.alerts;
    deepStrictEqual(
      [shown?.kind, shown?.kind === 'auction' && shown.bidCount],
      [latestState.kind, latestState.kind === 'auction' && latestState.bidCount],
      `An old state is to be shown in ${channelId}.`,
    );
  }
}
