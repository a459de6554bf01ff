import { type Alert, withLatestState } from '#src/alerts/alert.ts';
import { STALE_AFTER_SECONDS } from '#src/alerts/expiry.ts';
import { againKey, MAX_AGAIN } from '#src/alerts/kinds/again.ts';
import { isMarketAlert, type MarketAlert } from '#src/alerts/kinds/registry.ts';
import { addAlert, alertJson, findAlert } from './alerts.ts';
import { now } from './database/adapters.ts';
import type { Database, Queries, Transaction } from './database/database.ts';
import { literal } from './database/lists.ts';
import { lockQueueOrder } from './database/locks.ts';
import { addDeliveries } from './deliveries.ts';
import { type DeliveryRow, readDelivery, selectDeliveries } from './events.ts';
import { findLiveState } from './live-states.ts';
import type { LogEntry, LoggedDelivery } from './model/detected-event.ts';

const selectLogged = (queries: Queries) =>
  selectDeliveries(queries).select(['deliveries.id', 'deliveries.expiresAt', 'alerts.payload']);

type LoggedRow = DeliveryRow & { readonly id: number; readonly expiresAt: number; readonly payload: string };

const readLogged = ({ id, payload, ...row }: LoggedRow): LoggedDelivery => ({
  ...readDelivery(row),
  id,
  alert: alertJson.read(payload),
});

/** When the delivery was settled, epoch ms; infinite while it is not. */
function settledAt({ state, settledAt: at, expiresAt }: LoggedRow): number {
  if (state === 'expired') return expiresAt;
  return at ?? Number.POSITIVE_INFINITY;
}

/**
 * Finds the latest deliveries of a channel. Each state has an index of its own, so each is searched by itself.
 * @param limit of each state
 */
async function findLatest(queries: Queries, channelId: string, limit: number): Promise<readonly LoggedRow[]> {
  const ofChannel = selectLogged(queries).where('deliveries.channelId', '=', channelId);
  const ofPosts = selectLogged(queries).where('posts.channelId', '=', channelId).limit(limit);
  const waiting = await ofChannel
    .where('deliveries.state', '=', literal('pending'))
    .orderBy('deliveries.isUrgent')
    .orderBy('deliveries.id', 'desc')
    .limit(limit)
    .execute();
  const unsettled = await ofPosts
    .where('posts.settledAt', 'is', null)
    .where('deliveries.state', '=', literal('posting'))
    .orderBy('deliveries.id', 'desc')
    .execute();
  const sent = await ofPosts
    .where('posts.state', '=', literal('sent'))
    .orderBy('posts.settledAt', 'desc')
    .orderBy('deliveries.id', 'desc')
    .execute();
  const dead = await ofPosts
    .where('posts.state', '=', literal('dead'))
    .orderBy('posts.settledAt', 'desc')
    .orderBy('deliveries.id', 'desc')
    .execute();
  const expired = await ofChannel
    .where('deliveries.state', '=', literal('expired'))
    .orderBy('deliveries.occurredAt', 'desc')
    .orderBy('deliveries.id', 'desc')
    .limit(limit)
    .execute();
  return [...waiting, ...unsettled, ...sent, ...dead, ...expired];
}

/** Newest first: what is not settled yet, by its order in the queue, then the others by the time of their message. */
function newestFirst(one: LoggedRow, other: LoggedRow): number {
  const [at, otherAt] = [settledAt(one), settledAt(other)];
  return at === otherAt ? other.id - one.id : otherAt - at;
}

async function countAgain(queries: Queries, channelId: string, key: string): Promise<number> {
  const keys = Array.from({ length: MAX_AGAIN }, (_, index) => againKey(key, index + 1));
  const { count } = await queries
    .selectFrom('deliveries')
    .innerJoin('alerts', 'alerts.id', 'deliveries.alertId')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('alerts.key', 'in', keys)
    .where('deliveries.channelId', '=', channelId)
    .executeTakeFirstOrThrow();
  return count;
}

async function findEntry(queries: Queries, channelId: string, id: number): Promise<LogEntry | null> {
  const row = await selectLogged(queries)
    .where('deliveries.id', '=', id)
    .where('deliveries.channelId', '=', channelId)
    .executeTakeFirst();
  if (row === undefined) return null;
  return { delivery: readLogged(row), timesAgain: await countAgain(queries, channelId, row.key) };
}

/** Returns the alert as a new message would show it now. */
async function withState(queries: Queries, alert: Alert): Promise<Alert> {
  const live = alert.liveKey === null ? null : await findLiveState(queries, alert.liveKey);
  return live === null ? alert : withLatestState(alert, live.state);
}

/** Adds the alert that is posted again. Resolves to its id. */
async function addAgain(transaction: Transaction, alert: MarketAlert, at: number): Promise<number> {
  const id = await addAlert(transaction, alert, at);
  if (id !== null) return id;
  // Another channel posts it again too.
  const known = await findAlert(transaction, alert.key);
  if (known === null) throw new Error(`The alert ${alert.key} can be neither found nor added.`);
  return known.id;
}

/** Creates the log of a channel: what became of each of its alerts. Alerts that a silence dropped are left out. */
export function createChannelLogStore(database: Database) {
  return {
    /** Resolves to deliveries to the channel, newest first, without the first `skip`. */
    page: (
      channelId: string,
      { skip, limit }: { readonly skip: number; readonly limit: number },
    ): Promise<readonly LoggedDelivery[]> =>
      database.read('channelLog', async (queries) => {
        const latest = await findLatest(queries, channelId, skip + limit);
        return latest
          .toSorted(newestFirst)
          .slice(skip, skip + limit)
          .map(readLogged);
      }),

    /** Resolves to a delivery to the channel; `null` if it is not kept. */
    entry: (channelId: string, id: number): Promise<LogEntry | null> =>
      database.read('logEntry', (queries) => findEntry(queries, channelId, id)),

    /**
     * Queues the alert of a delivery once more: as an alert of its own with a key of its own, without pings, and no
     * longer kept up to date. It belongs to no rule. Resolves to `gone` if the delivery is not kept, to `no rules` if
     * the channel's last rule was removed, and to `done` if it was posted again meanwhile, or too often.
     * @param timesAgain how often it had been posted again when a member was asked
     */
    postAgain: (
      channelId: string,
      id: number,
      timesAgain: number,
    ): Promise<'queued' | 'gone' | 'no rules' | 'done'> =>
      database.transaction('postAgain', async (transaction) => {
        await lockQueueOrder(transaction);
        const entry = await findEntry(transaction, channelId, id);
        if (entry === null) return 'gone';
        if (entry.timesAgain !== timesAgain || timesAgain >= MAX_AGAIN) return 'done';
        const latest = await withState(transaction, entry.delivery.alert);
        if (!isMarketAlert(latest)) return 'gone';
        const key = againKey(latest.key, timesAgain + 1);
        const alert: MarketAlert = { ...latest, key, liveKey: null, again: true };
        const at = now(transaction);
        const deliveries = [{ channelId, ruleIds: [], pings: { roles: [], channelRole: false } }];
        const [result] = await addDeliveries(transaction, [
          {
            ...{ alertId: await addAgain(transaction, alert, at), alert, revision: 0, deliveries },
            ...{ isNotice: false, isUnverified: false, expiresAt: at + STALE_AFTER_SECONDS * 1_000 },
          },
        ]);
        return result?.added.includes(channelId) === true ? 'queued' : 'no rules';
      }),
  };
}

export type ChannelLogStore = ReturnType<typeof createChannelLogStore>;
