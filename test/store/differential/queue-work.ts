import { deepStrictEqual } from 'node:assert';
import type { QueueWork } from '#src/store/model/channel-queue.ts';
import type { Dump } from '../database/dump.ts';
import { keyOf } from './model.ts';
import { rowsOf, unsettledIn } from './view.ts';

type Row = Dump[string][number];

/** More live messages than these are not listed at once. */
const LISTED = 5;

/** Deliveries as they are posted: urgent ones first. */
export const inOrder = (rows: readonly Row[]): readonly Row[] =>
  rows.toSorted(
    (one, other) =>
      Number(other['isUrgent']) - Number(one['isUrgent']) || Number(one['id']) - Number(other['id']),
  );

/** Live messages of the channel that show an older state than there is, by what they show. */
const staleIn = (state: Dump, channelId: string): readonly Row[] =>
  rowsOf(state, 'liveMessages', { channelId }).filter(
    ({ liveKey, revision }) =>
      Number(rowsOf(state, 'liveStates', { key: liveKey })[0]?.['revision'] ?? 0) > Number(revision),
  );

function isBusy(state: Dump, channelId: string): boolean {
  const posts = rowsOf(state, 'posts', { channelId });
  return (
    rowsOf(state, 'deliveries', { channelId, state: 'pending' }).length > 0 ||
    staleIn(state, channelId).length > 0 ||
    posts.some(
      (post) =>
        post['settledAt'] === null ||
        post['publish'] === 'wanted' ||
        (post['state'] === 'sent' &&
          post['messageId'] !== null &&
          Number(post['changes']) > Number(post['displayedChanges'])),
    )
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
  requireStale(work.staleLiveMessages, state, channelId);
}

/** All stale messages are listed, or the first of many; each once, with the latest state of its topic. */
function requireStale(listed: QueueWork['staleLiveMessages'], state: Dump, channelId: string): void {
  const stale = new Set(staleIn(state, channelId).map(({ deliveryId }) => deliveryId));
  const ids = listed.map(({ deliveryId }) => deliveryId);
  deepStrictEqual(
    { distinct: new Set(ids).size, other: ids.filter((id) => !stale.has(id)) },
    { distinct: Math.min(stale.size, LISTED), other: [] },
    `Other messages of ${channelId} are stale.`,
  );
  for (const { revision, state: shown } of listed) {
    const [latest] = rowsOf(state, 'liveStates', { key: shown.liveKey });
    deepStrictEqual(revision, latest?.['revision'], `An old state is to be shown in ${channelId}.`);
  }
}
