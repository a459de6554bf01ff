import { type Alert, withLatestState } from '#src/alerts/alert.ts';
import { areSameEvent, topicOfSame } from '#src/alerts/auctions/settlement.ts';
import { DAY_SECONDS } from '#src/chain/durations.ts';
import { alertJson, marketAlertJson } from './alerts.ts';
import { compiledQuery, type Parameters } from './database/compiled-query.ts';
import type { Queries, Transaction } from './database/database.ts';
import { isAmong, listParameter, literal } from './database/lists.ts';

/** How long auctions are tracked after their end, within which they are settled. */
const SETTLED_WITHIN_SECONDS = 8 * DAY_SECONDS;

const findPosted = compiledQuery(
  (
    queries: Queries,
    { channelIds, topic, since }: Parameters<{ channelIds: unknown; topic: string; since: number }>,
  ) =>
    queries
      .selectFrom('deliveries')
      .innerJoin('alerts', 'alerts.id', 'deliveries.alertId')
      .leftJoin('liveStates', 'liveStates.key', 'deliveries.liveKey')
      .select(['deliveries.channelId', 'alerts.payload', 'liveStates.payload as state'])
      .where(({ ref }) => isAmong(queries, ref('deliveries.channelId'), channelIds))
      .where('deliveries.state', 'in', [literal('pending'), literal('posting'), literal('sent')])
      .where('deliveries.occurredAt', '>=', since)
      .where('alerts.topic', '=', topic),
);

/**
 * Returns the targets among these that another alert already informs of the event: the end of an auction, or the sale
 * that settled it.
 */
export async function postedOfSame(
  transaction: Transaction,
  alert: Alert,
  targetIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const topic = topicOfSame(alert);
  if (topic === null || targetIds.length === 0) return new Set();
  const rows = await findPosted(transaction, {
    channelIds: listParameter(transaction, targetIds),
    topic,
    since: alert.occurredAt - SETTLED_WITHIN_SECONDS,
  });
  // The leader may have changed since an end was announced.
  const isSame = ({ payload, state }: (typeof rows)[number]) => {
    const posted = alertJson.read(payload);
    return areSameEvent(
      alert,
      state === null ? posted : withLatestState(posted, marketAlertJson.read(state)),
    );
  };
  return new Set(rows.filter(isSame).map(({ channelId }) => channelId));
}
