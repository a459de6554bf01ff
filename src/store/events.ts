import type { Topic } from '#src/alerts/kinds/registry.ts';
import { marketAlertJson } from './alerts.ts';
import type { Database, Queries } from './database/database.ts';
import { inChunks, literal } from './database/lists.ts';
import { ruleIdsJson } from './deliveries.ts';
import type {
  DropReason,
  EventDelivery,
  EventSearch,
  RuleVersion,
  StoredEvent,
} from './model/detected-event.ts';
import { findRuleVersions } from './rule-versions.ts';
import { missingDetailsJson } from './undecided.ts';

const EVENT_COLUMNS = [
  'detectedAlerts.id',
  'detectedAlerts.key',
  'detectedAlerts.payload',
  'detectedAlerts.missingDetails',
  'detectedAlerts.dropped',
  'detectedAlerts.occurredAt',
  'detectedAlerts.detectedAt',
  'detectedAlerts.decidedAt',
] as const;

interface EventRow {
  readonly id: number;
  readonly key: string;
  readonly payload: string | null;
  readonly missingDetails: string | null;
  readonly dropped: DropReason | null;
  readonly occurredAt: number;
  readonly detectedAt: number;
  readonly decidedAt: number | null;
}

const readEvent = ({ payload, missingDetails, ...row }: EventRow): StoredEvent => ({
  ...row,
  alert: payload === null ? null : marketAlertJson.read(payload),
  missingDetails: missingDetails === null ? null : missingDetailsJson.read(missingDetails),
});

async function findEvents(
  queries: Queries,
  search: EventSearch,
  limit: number,
): Promise<readonly StoredEvent[]> {
  const all = queries.selectFrom('detectedAlerts').select(EVENT_COLUMNS);
  if (search.by === 'token') {
    // Two searches, because neither database uses both indexes for one condition.
    const first = await all.where('token', '=', search.token).orderBy('id', 'desc').limit(limit).execute();
    const further = await queries
      .selectFrom('detectedTokens')
      .innerJoin('detectedAlerts', 'detectedAlerts.id', 'detectedTokens.eventId')
      .select(EVENT_COLUMNS)
      .where('detectedTokens.token', '=', search.token)
      .orderBy('detectedTokens.eventId', 'desc')
      .limit(limit)
      .execute();
    const newest = [...first, ...further].toSorted((one, other) => other.id - one.id);
    return newest.slice(0, limit).map(readEvent);
  }
  const found = {
    transaction: () => all.where('txHash', '=', search.by === 'transaction' ? search.txHash : ''),
    live: () => all.where('liveKey', '=', search.by === 'live' ? search.liveKey : ''),
    key: () => all.where('key', '=', search.by === 'key' ? search.key : ''),
  }[search.by]();
  const rows = await found.orderBy('id', 'desc').limit(limit).execute();
  return rows.map(readEvent);
}

const DELIVERY_COLUMNS = [
  'alerts.key',
  'alerts.topic',
  'alerts.createdAt',
  'deliveries.ruleIds',
  'deliveries.state',
  'deliveries.isAwaitingEdit',
  'deliveries.silenceId',
  'deliveries.occurredAt',
  'posts.id as postId',
  'posts.state as postState',
  'posts.layout',
  'posts.attempts',
  'posts.firstTryAt',
  'posts.lastTryAt',
  'posts.settledAt',
  'posts.messageId',
  'posts.deadReason',
  'posts.refusalCode',
] as const;

/** Selects deliveries with their alerts and messages. */
export const selectDeliveries = (queries: Queries) =>
  queries
    .selectFrom('deliveries')
    .innerJoin('alerts', 'alerts.id', 'deliveries.alertId')
    .leftJoin('posts', 'posts.id', 'deliveries.postId')
    .select(DELIVERY_COLUMNS);

/** A delivery as selected. */
export type DeliveryRow = Awaited<ReturnType<ReturnType<typeof selectDeliveries>['execute']>>[number];

export function readDelivery({
  key,
  topic,
  createdAt,
  ruleIds,
  state,
  isAwaitingEdit,
  silenceId,
  occurredAt,
  ...post
}: DeliveryRow): EventDelivery {
  const { postId, postState, layout, attempts, firstTryAt, lastTryAt, settledAt, messageId } = post;
  const { deadReason, refusalCode } = post;
  const isPosted =
    postId !== null &&
    postState !== null &&
    layout !== null &&
    attempts !== null &&
    firstTryAt !== null &&
    lastTryAt !== null;
  const delivery: EventDelivery = {
    ...{ key, topic, createdAt, state, isAwaitingEdit, silenceId, occurredAt },
    ruleIds: ruleIdsJson.read(ruleIds),
    post: isPosted
      ? {
          id: postId,
          state: postState,
          layout,
          attempts,
          firstTryAt,
          lastTryAt,
          settledAt,
          messageId,
          deadReason,
          refusalCode,
        }
      : null,
  };
  return delivery;
}

/** Creates the reads that answer why an event was posted in a channel, or not. */
export function createEventStore(database: Database) {
  return {
    /** Resolves to the events of the last 14 days that the search means, newest first. */
    find: (search: EventSearch, limit: number): Promise<readonly StoredEvent[]> =>
      database.read('findEvents', (queries) => findEvents(queries, search, limit)),

    /**
     * Resolves to events of these topics that were detected at `since` (epoch ms) or later, newest first.
     * @param options `before`: id of an event; only older ones. Default: all
     */
    recent: (
      topics: readonly Topic[],
      {
        since,
        limit,
        before = null,
      }: { readonly since: number; readonly limit: number; readonly before?: number | null },
    ): Promise<readonly StoredEvent[]> =>
      database.read('recentEvents', async (queries) => {
        if (topics.length === 0) return [];
        const rows = await queries
          .selectFrom('detectedAlerts')
          .select(EVENT_COLUMNS)
          .where('detectedAt', '>=', since)
          .where('topic', 'in', topics)
          .$if(before !== null, (query) => query.where('detectedAlerts.id', '<', before ?? 0))
          .orderBy('id', 'desc')
          .limit(limit)
          .execute();
        return rows.map(readEvent);
      }),

    /** Resolves to the versions of the channel's rules, removed ones included; of each rule in the order of time. */
    ruleVersions: (channelId: string): Promise<readonly RuleVersion[]> =>
      database.read('ruleVersions', (queries) => findRuleVersions(queries, channelId)),

    /** Resolves to the deliveries to the channel of the alerts with these keys, in any order. */
    deliveries: (channelId: string, keys: readonly string[]): Promise<readonly EventDelivery[]> =>
      database.read('deliveriesOfEvents', async (queries) => {
        const found: EventDelivery[] = [];
        for (const chunk of inChunks([...new Set(keys)])) {
          const rows = await selectDeliveries(queries)
            .where('alerts.key', 'in', chunk)
            .where('deliveries.channelId', '=', channelId)
            .execute();
          found.push(...rows.map(readDelivery));
        }
        return found;
      }),

    /** Resolves to the keys of the alerts that a message of the bot is about, in its order; none if it is unknown. */
    keysOfMessage: (channelId: string, messageId: string): Promise<readonly string[]> =>
      database.read('keysOfMessage', async (queries) => {
        const rows = await queries
          .selectFrom('posts')
          .innerJoin('deliveries', 'deliveries.postId', 'posts.id')
          .innerJoin('alerts', 'alerts.id', 'deliveries.alertId')
          .select('alerts.key')
          .where('posts.channelId', '=', channelId)
          .where('posts.state', '=', literal('sent'))
          .where('posts.messageId', '=', messageId)
          .orderBy('deliveries.isUrgent', 'desc')
          .orderBy('deliveries.id')
          .execute();
        return rows.map(({ key }) => key);
      }),
  };
}

export type EventStore = ReturnType<typeof createEventStore>;
