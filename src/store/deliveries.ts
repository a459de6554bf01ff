import { type Alert, isUrgent } from '../alerts/alert.ts';
import type { PingTargets } from '../alerts/ping.ts';
import { inChunks } from './database/chunks.ts';
import type { Queries, Transaction } from './database/database.ts';
import { textList } from './database/json.ts';
import { literal } from './database/literals.ts';
import { findLiveMessageChannels } from './live-messages.ts';
import { ensureQueues, findQueues } from './queue-states.ts';

/** A delivery to be added. */
export interface NewDelivery {
  readonly channelId: string;
  readonly pings: PingTargets;
}

/** What the deliveries of one alert have in common. */
export interface NewDeliveries {
  readonly alertId: number;
  readonly alert: Alert;
  /** Of the live state, as the alert shows it. */
  readonly revision: number;
  /** A notice, which is also delivered to channels without rules. */
  readonly isNotice: boolean;
  readonly isUnverified: boolean;
}

/** The channels among these in which a delivery with this live key is pending or being posted. */
async function channelsAwaiting(
  queries: Queries,
  liveKey: string,
  channelIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await queries
    .selectFrom('deliveries')
    .select('channelId')
    .where('channelId', 'in', channelIds)
    .where('liveKey', '=', liveKey)
    .where('liveKey', 'is not', null)
    .where('state', 'in', [literal('pending'), literal('posting')])
    .execute();
  return new Set(rows.map(({ channelId }) => channelId));
}

/**
 * The channels among these that have a live message with this key, or a delivery that will become one. A delivery in a summary
 * or in a plain-text message never does.
 */
export async function channelsThatShow(
  queries: Queries,
  liveKey: string,
  channelIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (channelIds.length === 0) return new Set();
  const rows = await queries
    .selectFrom('deliveries')
    .leftJoin('posts', 'posts.id', 'deliveries.postId')
    .select('deliveries.channelId')
    .where('deliveries.channelId', 'in', channelIds)
    .where('deliveries.liveKey', '=', liveKey)
    .where('deliveries.liveKey', 'is not', null)
    .where('deliveries.state', 'in', [literal('pending'), literal('posting')])
    .where(({ eb, or }) => or([eb('posts.id', 'is', null), eb('posts.layout', '=', 'rich')]))
    .execute();
  return new Set([
    ...rows.map(({ channelId }) => channelId),
    ...(await findLiveMessageChannels(queries, liveKey, channelIds)),
  ]);
}

/** The channels among these whose queue accepts no deliveries, because their last rule was removed. */
async function abandonedChannels(
  queries: Queries,
  channelIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const queues = await findQueues(queries, channelIds);
  return new Set(queues.filter(({ isAbandoned }) => isAbandoned).map(({ channelId }) => channelId));
}

/**
 * Adds deliveries of one alert, in the order given, after `lockQueueOrder`. A channel that has a delivery of the alert keeps
 * it. An auction about to end is urgent, unless another alert about it is pending, which must not be posted after it.
 * Resolves to the channels that have a new pending delivery, and to those that had one of any state before.
 */
export async function addDeliveries(
  transaction: Transaction,
  { alertId, alert, revision, isNotice, isUnverified }: NewDeliveries,
  deliveries: readonly NewDelivery[],
): Promise<{ readonly added: readonly string[]; readonly known: readonly NewDelivery[] }> {
  const added: string[] = [];
  const known: NewDelivery[] = [];
  for (const chunk of inChunks(deliveries)) {
    const channelIds = chunk.map(({ channelId }) => channelId);
    await ensureQueues(transaction, channelIds);
    const abandoned = await abandonedChannels(transaction, channelIds);
    const urgent = isUrgent(alert);
    const awaiting =
      urgent && alert.liveKey !== null
        ? await channelsAwaiting(transaction, alert.liveKey, channelIds)
        : new Set<string>();
    const inserted = await transaction
      .insertInto('deliveries')
      .values(
        chunk.map(({ channelId, pings }) => ({
          alertId,
          channelId,
          occurredAt: alert.occurredAt,
          state: abandoned.has(channelId) && !isNotice ? ('dropped' as const) : ('pending' as const),
          isAlone: alert.liveKey !== null || isUnverified,
          isUrgent: urgent && !awaiting.has(channelId),
          isNotice,
          isUnverified,
          liveKey: alert.liveKey,
          revision,
          pingRoleIds: textList.write(pings.roles),
          isPingingChannelRole: pings.channelRole,
        })),
      )
      .onConflict((conflict) => conflict.columns(['alertId', 'channelId']).doNothing())
      .returning(['channelId', 'state'])
      .execute();
    const states = new Map(inserted.map(({ channelId, state }) => [channelId, state]));
    for (const delivery of chunk) {
      const state = states.get(delivery.channelId);
      if (state === 'pending') added.push(delivery.channelId);
      else if (state === undefined) known.push(delivery);
      // A second one for the same channel is not new.
      states.delete(delivery.channelId);
    }
  }
  return { added, known };
}

/** Replaces the ping targets of a delivery while it is pending. */
export async function setPings(
  transaction: Transaction,
  alertId: number,
  { channelId, pings }: NewDelivery,
): Promise<void> {
  await transaction
    .updateTable('deliveries')
    .set({ pingRoleIds: textList.write(pings.roles), isPingingChannelRole: pings.channelRole })
    .where('alertId', '=', alertId)
    .where('channelId', '=', channelId)
    .where('state', '=', 'pending')
    .execute();
}
