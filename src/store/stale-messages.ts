import type { NotNull } from 'kysely';
import { asPosted } from '#src/alerts/alert.ts';
import { marketAlertJson } from './alerts.ts';
import { compiledQuery, type Parameters } from './database/compiled-query.ts';
import type { Queries } from './database/database.ts';
import { textList } from './database/json.ts';
import { readLimitNotice } from './limit-notices.ts';
import type { StaleMessage } from './model/live-state.ts';
import { postedWatches } from './posted-watches.ts';
import { alertsOf, type ComposedAlert, displayedAlerts, shownAlerts } from './posts.ts';
import { readTemplate } from './template-rows.ts';

/** States may be written this much later than they are dated. */
const STATE_TOLERANCE_MS = 60_000;

const selectStale = compiledQuery(
  (
    queries: Queries,
    {
      channelId,
      summariesAfter,
      limit,
    }: Parameters<{ channelId: string; summariesAfter: number; limit: number }>,
  ) =>
    queries
      .selectFrom('posts')
      .leftJoin('liveMessages', 'liveMessages.postId', 'posts.id')
      .leftJoin('deliveries as followed', 'followed.id', 'liveMessages.deliveryId')
      .leftJoin('alerts', 'alerts.id', 'followed.alertId')
      .leftJoin('liveStates', 'liveStates.key', 'liveMessages.liveKey')
      .select((eb) => [
        'posts.id',
        'posts.channelId',
        'posts.layout',
        'posts.nonce',
        'posts.pingRoleIds',
        'posts.limitNotice',
        'posts.firstTryAt',
        'posts.watchIds',
        'posts.messageId',
        'posts.changes',
        'liveMessages.deliveryId',
        'alerts.payload as posted',
        'liveStates.payload as state',
        eb
          .selectFrom('templates')
          .select('templates.words')
          .whereRef('templates.id', '=', 'followed.templateId')
          .as('template'),
        eb
          .selectFrom('liveMessages as first')
          .innerJoin('posts as card', 'card.id', 'first.postId')
          .select('card.messageId')
          .whereRef('first.liveKey', '=', 'liveMessages.liveKey')
          .whereRef('first.channelId', '=', 'liveMessages.channelId')
          .whereRef('first.deliveryId', '<', 'liveMessages.deliveryId')
          .orderBy('first.deliveryId')
          .limit(1)
          .as('cardMessageId'),
        // A summary shows live states as they were when it was sent, and these are not stored.
        eb
          .and([
            eb('posts.layout', '=', 'summary'),
            eb.or([
              eb('posts.settledAt', '<=', summariesAfter),
              eb.exists(
                eb
                  .selectFrom('deliveries')
                  .innerJoin('liveStates as changed', 'changed.key', 'deliveries.liveKey')
                  .select('deliveries.id')
                  .whereRef('deliveries.postId', '=', 'posts.id')
                  .whereRef('changed.revision', '>', 'deliveries.revision')
                  .where('changed.changedAt', '>=', (inner) =>
                    inner('posts.firstTryAt', '-', STATE_TOLERANCE_MS),
                  ),
              ),
            ]),
          ])
          .as('isUnknown'),
      ])
      .where('posts.channelId', '=', channelId)
      .where('posts.staleSince', 'is not', null)
      .where('posts.settledAt', 'is not', null)
      .where('posts.messageId', 'is not', null)
      .$narrowType<{ messageId: NotNull }>()
      .orderBy('posts.staleSince')
      .orderBy('posts.id')
      .limit(limit),
);

type StaleRow = Awaited<ReturnType<typeof selectStale>>[number];

/** Reads the alerts that the message should show; none if they are unknown. */
async function alertsToShow(queries: Queries, row: StaleRow): Promise<readonly ComposedAlert[]> {
  const { id, layout, deliveryId, posted, state, template, isUnknown } = row;
  if (deliveryId !== null) {
    if (posted === null || state === null) return [];
    const alert = asPosted(marketAlertJson.read(state), marketAlertJson.read(posted));
    return [{ alert, template: readTemplate(template) }];
  }
  if (isUnknown) return [];
  return displayedAlerts(queries, layout, await alertsOf(queries, id, true));
}

/**
 * Finds the stale messages of a channel, the longest stale first: at most `limit`, and no more once they have that many
 * alerts together. A message has no alerts if its content is unknown: those of an old summary may have been deleted, and
 * a summary cannot be drawn again once one of its live states has changed.
 * @param summariesAfter epoch ms; older summaries are not drawn again
 */
export async function staleMessagesOf(
  queries: Queries,
  channelId: string,
  { summariesAfter, limit }: { readonly summariesAfter: number; readonly limit: number },
): Promise<readonly StaleMessage[]> {
  const found: StaleMessage[] = [];
  let count = 0;
  for (const row of await selectStale(queries, { channelId, summariesAfter, limit })) {
    const {
      pingRoleIds,
      limitNotice,
      watchIds,
      deliveryId,
      posted: _posted,
      state: _state,
      template: _template,
      isUnknown: _unknown,
      ...post
    } = row;
    const shown = await alertsToShow(queries, row);
    found.push({
      ...post,
      pingRoleIds: textList.read(pingRoleIds),
      limitNotice: readLimitNotice(limitNotice),
      watches: await postedWatches(queries, channelId, watchIds),
      ...shownAlerts(shown),
      isLive: deliveryId !== null,
    });
    count += shown.length;
    if (count >= limit) break;
  }
  return found;
}
