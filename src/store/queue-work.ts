import { sql } from 'kysely';
import { z } from 'zod';
import { WALLET_ROLE_KEY, walletsInRole } from '#src/alerts/filters/wallet-role.ts';
import { AUCTION_TOPIC } from '#src/alerts/kinds/auction/schema.ts';
import { personOf } from '#src/alerts/target.ts';
import type { Address } from '#src/chain/address.ts';
import { alertJson, marketAlertJson } from './alerts.ts';
import { readFacts } from './channel-facts.ts';
import { clockParameter, dialectOf, now, timeOf } from './database/adapters.ts';
import { compiledQuery, type Parameters } from './database/compiled-query.ts';
import type { Database, Queries } from './database/database.ts';
import { jsonColumn, textList } from './database/json.ts';
import { literal } from './database/lists.ts';
import { ruleIdsJson } from './deliveries.ts';
import { readLimitNotice } from './limit-notices.ts';
import { type PersonTarget, UNKNOWN_TARGET } from './model/channel-facts.ts';
import type { QueueWork } from './model/channel-queue.ts';
import type { Delivery } from './model/delivery.ts';
import { walletsJson } from './people-rows.ts';
import { loadPost, unsettledPostOf } from './posts.ts';
import { SURPLUS_KEPT_MS } from './retention/policy.ts';
import { filterJson } from './rules.ts';
import { acceptedPosts, unpublishedPostOf } from './sent-messages.ts';
import { staleMessagesOf } from './stale-messages.ts';
import { nearestTemplateWords, readTemplate } from './template-rows.ts';

/**
 * Discord allows ten published messages an hour per channel. If more are posted for a long time, publishing in order
 * would fall further and further behind. Newer messages therefore go before those that have waited longer than this.
 */
const PUBLISHED_IN_ORDER_MS = 10 * 60 * 1000;
/** More than are edited before the next read. */
const MAX_STALE_MESSAGES = 10;
/** Alerts of an older summary may have been deleted, so that an edit would show too few. */
const MAX_SUMMARY_AGE_MS = SURPLUS_KEPT_MS / 2;

/** Time of the last ping of each role, epoch ms, by role. */
const pingsJson = jsonColumn('the last pings of roles', z.record(z.string(), z.number()));

const pendingIn = (queries: Queries, channelId: Parameters<{ id: string }>['id']) =>
  queries
    .selectFrom('deliveries')
    .where('deliveries.channelId', '=', channelId)
    .where('deliveries.state', '=', literal('pending'));

/** Selects the deliveries marked for a summary, by an index range. */
const markedIn = (queries: Queries, channelId: Parameters<{ id: string }>['id']) =>
  pendingIn(queries, channelId)
    .where('isUrgent', '=', false)
    .where('deliveries.id', '<=', sql.ref<number>('channelQueues.summarisedUpTo'));

/** Selects the queue and flags for other contents of its channel. One row, or none. */
const queueOf = (
  queries: Queries,
  { channelId, userId, time }: Parameters<{ channelId: string; userId: string | null; time: number | null }>,
) =>
  queries
    .selectFrom('channelQueues')
    .leftJoin('channelFacts', 'channelFacts.channelId', 'channelQueues.channelId')
    .leftJoin('people', (join) => join.on('people.userId', '=', userId))
    .select([
      'state',
      'notBefore',
      'notBeforeSetAt',
      'summarisedUpTo',
      'channelQueues.guildId',
      'channelQueues.isAbandoned',
      'channelFacts.missingPermissions',
      'channelFacts.isHistoryReadable',
      'channelFacts.isPublishing',
      'channelFacts.isAttachingFiles',
      'channelFacts.missingRoleIds',
      'channelFacts.checkedAt',
      'people.userId',
      'people.directChannelId',
      'people.openedAt',
      'people.wallets',
    ])
    .select(({ exists, selectFrom, lit }) => [
      exists(
        selectFrom('posts')
          .select(lit(1).as('one'))
          .where('posts.channelId', '=', channelId)
          .where('settledAt', 'is', null),
      ).as('isUnsettled'),
      exists(
        selectFrom('posts')
          .select(lit(1).as('one'))
          .where('posts.channelId', '=', channelId)
          .where('staleSince', 'is not', null),
      ).as('isStale'),
      exists(
        selectFrom('posts')
          .select(lit(1).as('one'))
          .where('posts.channelId', '=', channelId)
          .where('publish', '=', literal('wanted')),
      ).as('isUnpublished'),
      selectFrom('rolePings')
        .select(
          dialectOf(queries) === 'sqlite'
            ? sql<string | null>`json_group_object(role_id, pinged_at)`.as('pings')
            : sql<string | null>`json_object_agg(role_id, pinged_at)::text`.as('pings'),
        )
        .where('rolePings.channelId', '=', channelId)
        .as('lastPings'),
      // Posts with a later time were accepted before the clock was set back and are not counted.
      acceptedPosts(queries, channelId, timeOf(queries, time))
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('postsLastHour'),
      acceptedPosts(queries, channelId, timeOf(queries, time))
        .select(({ fn }) => fn.min<number | null>('settledAt').as('oldest'))
        .as('oldestPostOfHour'),
      pendingIn(queries, channelId)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('waiting'),
      pendingIn(queries, channelId)
        .select(({ fn }) => fn.min<number | null>('expiresAt').as('next'))
        .as('nextExpiryAt'),
      // Deliveries that another summary would not include: they are already marked for one, or need verification.
      markedIn(queries, channelId)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('marked'),
      pendingIn(queries, channelId)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where(({ ref }) => ref('isUnverified'))
        .where(({ or, eb, ref }) =>
          or([ref('isUrgent'), eb('deliveries.id', '>', sql.ref<number>('channelQueues.summarisedUpTo'))]),
        )
        .as('unmarkedUnverified'),
    ])
    .where('channelQueues.channelId', '=', channelId)
    // LIMIT makes SQLite evaluate this once, not for each joined delivery.
    .limit(1);

/** Selects the next deliveries, in order. */
const nextDeliveries = (
  queries: Queries,
  { channelId, limit }: Parameters<{ channelId: string; limit: number }>,
) =>
  pendingIn(queries, channelId)
    .innerJoin('alerts', 'alerts.id', 'deliveries.alertId')
    .select((eb) => [
      'deliveries.id as deliveryId',
      'deliveries.isAlone',
      'deliveries.isUrgent',
      'deliveries.isUnverified',
      'deliveries.pingRoleIds',
      'deliveries.isPingingChannelRole',
      'deliveries.ruleIds',
      'alerts.payload',
      nearestTemplateWords.as('template'),
      eb
        .selectFrom('liveStates')
        .select('liveStates.payload')
        .whereRef('liveStates.key', '=', 'deliveries.liveKey')
        .where(({ exists, selectFrom, lit }) =>
          exists(
            selectFrom('liveMessages')
              .select(lit(1).as('one'))
              .whereRef('liveMessages.liveKey', '=', 'deliveries.liveKey')
              .whereRef('liveMessages.channelId', '=', 'deliveries.channelId'),
          ),
        )
        .as('shownState'),
      // A message about a bid shows that bid, so it was not posted with the latest state even if the revision is the
      // same.
      eb
        .exists(
          eb
            .selectFrom('liveMessages')
            .innerJoin('liveStates', 'liveStates.key', 'liveMessages.liveKey')
            .innerJoin('deliveries as posted', 'posted.id', 'liveMessages.deliveryId')
            .innerJoin('alerts as first', 'first.id', 'posted.alertId')
            .select(eb.lit(1).as('one'))
            .whereRef('liveMessages.liveKey', '=', 'deliveries.liveKey')
            .whereRef('liveMessages.channelId', '=', 'deliveries.channelId')
            .whereRef('posted.revision', '=', 'liveStates.revision')
            .where('first.topic', '<>', AUCTION_TOPIC.bid),
        )
        .as('isShownSincePosted'),
    ])
    .orderBy('deliveries.isUrgent', 'desc')
    .orderBy('deliveries.id')
    .limit(limit);

/**
 * Selects one row for each of the next deliveries, each with the queue; one row without a delivery if none is waiting.
 */
const findWork = compiledQuery(
  (
    queries: Queries,
    parameters: Parameters<{
      channelId: string;
      userId: string | null;
      limit: number;
      time: number | null;
    }>,
  ) =>
    queries
      .selectFrom(queueOf(queries, parameters).as('queue'))
      .leftJoin(nextDeliveries(queries, parameters).as('next'), (join) => join.onTrue())
      .selectAll()
      .orderBy('next.isUrgent', 'desc')
      .orderBy('next.deliveryId'),
);

type WorkRow = Awaited<ReturnType<typeof findWork>>[number];

/** Marks deliveries up to `summarisedUpTo` for a summary, unless they are urgent. */
function pendingDeliveries(rows: readonly WorkRow[]): readonly Delivery[] {
  return rows.flatMap((row): Delivery[] => {
    const { deliveryId, payload, pingRoleIds, summarisedUpTo } = row;
    if (deliveryId === null || payload === null || pingRoleIds === null) return [];
    return [
      {
        id: deliveryId,
        alert: alertJson.read(payload),
        alone: row.isAlone === true,
        urgent: row.isUrgent === true,
        ruleIds: row.ruleIds === null ? [] : ruleIdsJson.read(row.ruleIds),
        summarised: row.isUrgent !== true && row.isUnverified !== true && deliveryId <= summarisedUpTo,
        template: readTemplate(row.template),
        pings: { roles: textList.read(pingRoleIds), channelRole: row.isPingingChannelRole === true },
        shownSincePosted: row.isShownSincePosted === true,
        shownState: row.shownState === null ? null : marketAlertJson.read(row.shownState),
      },
    ];
  });
}

const NOTHING: QueueWork = {
  target: UNKNOWN_TARGET,
  state: 'open',
  notBefore: 0,
  waitMs: null,
  unsettled: null,
  pending: [],
  waiting: 0,
  nextExpiryAt: null,
  toSummarise: 0,
  staleMessages: [],
  unpublished: null,
  postsLastHour: 0,
  oldestPostOfHour: null,
  lastPings: new Map(),
};

/** Selects a user's rules about wallets with a role. */
const findRoleRules = compiledQuery((queries: Queries, { channelId }: Parameters<{ channelId: string }>) =>
  queries
    .selectFrom('subscriptions')
    .select('filter')
    .where('channelId', '=', channelId)
    .where('filter', 'like', `%"${WALLET_ROLE_KEY}"%`),
);

/** Returns the wallets for which the user watches being outbid. */
async function watchedWallets(queries: Queries, channelId: string): Promise<readonly Address[]> {
  const rows = await findRoleRules(queries, { channelId });
  return [...new Set(rows.flatMap(({ filter }) => walletsInRole(filterJson.read(filter), 'outbid')))];
}

/** Selects messages that ignore a user's hourly limit, and the latest notes on that limit in the last hour. */
const findHour = compiledQuery(
  (queries: Queries, { channelId, time }: Parameters<{ channelId: string; time: number }>) =>
    queries.selectNoFrom([
      pendingIn(queries, channelId)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where(({ ref }) => ref('isUrgent'))
        .where(({ ref, not }) => not(ref('isUnverified')))
        .as('urgentWaiting'),
      acceptedPosts(queries, channelId, timeOf(queries, time))
        .select('limitNotice')
        .where('limitNotice', 'is not', null)
        .orderBy('settledAt', 'desc')
        .limit(1)
        .as('limitNotice'),
    ]),
);

/** Reads the additional data of a user. */
async function personalWork(queries: Queries, channelId: string, time: number) {
  const [hour] = await findHour(queries, { channelId, time });
  return {
    watched: await watchedWallets(queries, channelId),
    hour: {
      urgentWaiting: hour?.urgentWaiting ?? 0,
      limitNotice: readLimitNotice(hour?.limitNotice ?? null),
    },
  };
}

function readPerson(
  { userId, directChannelId, openedAt, isAbandoned, wallets }: WorkRow,
  watched: readonly Address[],
): PersonTarget | null {
  if (userId === null) return null;
  const reader = { own: wallets === null ? [] : walletsJson.read(wallets), watched };
  return { userId, directChannelId, openedAt, reader, watchesNothing: isAbandoned };
}

/**
 * Builds the work from the row of one statement.
 * @param personal data of its user, if it has one
 */
function workIn(
  rows: readonly WorkRow[],
  personal: Awaited<ReturnType<typeof personalWork>> | null = null,
): QueueWork {
  const [queue] = rows;
  if (queue === undefined) return NOTHING;
  const { lastPings } = queue;
  return {
    ...NOTHING,
    target: {
      guildId: queue.guildId,
      facts: readFacts(queue),
      person: readPerson(queue, personal?.watched ?? []),
    },
    ...personal?.hour,
    state: queue.state,
    notBefore: queue.notBefore,
    waitMs: queue.notBeforeSetAt === null ? null : queue.notBefore - queue.notBeforeSetAt,
    pending: pendingDeliveries(rows),
    waiting: queue.waiting ?? 0,
    nextExpiryAt: queue.nextExpiryAt,
    toSummarise: (queue.marked ?? 0) + (queue.unmarkedUnverified ?? 0),
    postsLastHour: queue.postsLastHour ?? 0,
    oldestPostOfHour: queue.oldestPostOfHour,
    lastPings: new Map(lastPings === null ? [] : Object.entries(pingsJson.read(lastPings))),
  };
}

/** Whether there is more in the channel than deliveries that wait, or its person may watch wallets. */
const isMore = ({ isUnsettled, isStale, isUnpublished, userId }: WorkRow): boolean =>
  userId !== null || isUnsettled === true || isStale === true || isUnpublished === true;

async function wholeWork(queries: Queries, channelId: string, limit: number): Promise<QueueWork> {
  const time = now(queries);
  const rows = await findWork(queries, { channelId, userId: personOf(channelId), limit, time });
  const [queue] = rows;
  const unsettled = queue?.isUnsettled === true ? await unsettledPostOf(queries, channelId) : null;
  return {
    ...workIn(rows, personOf(channelId) === null ? null : await personalWork(queries, channelId, time)),
    unsettled: unsettled === null ? null : await loadPost(queries, unsettled),
    staleMessages:
      queue?.isStale === true
        ? await staleMessagesOf(queries, channelId, {
            summariesAfter: time - MAX_SUMMARY_AGE_MS,
            limit: MAX_STALE_MESSAGES,
          })
        : [],
    unpublished:
      queue?.isUnpublished === true
        ? await unpublishedPostOf(queries, channelId, time - PUBLISHED_IN_ORDER_MS)
        : null,
  };
}

/**
 * Reads the pending work of a channel, with up to `limit` of the next deliveries. Most channels have nothing else, and
 * this runs before every message, so it takes one statement then, and otherwise several that see one state of the
 * database. On SQLite there is no round trip to save, so the statement would only run twice.
 */
export async function readQueueWork(
  database: Database,
  channelId: string,
  limit: number,
): Promise<QueueWork> {
  const readWhole = (): Promise<QueueWork> =>
    database.read('channelWork', (queries) => wholeWork(queries, channelId, limit));
  if (database.dialect === 'sqlite') return readWhole();
  const rows = await database.readOne('channelWork', (queries) =>
    findWork(queries, {
      channelId,
      userId: personOf(channelId),
      limit,
      time: clockParameter(queries),
    }),
  );
  return rows.slice(0, 1).some(isMore) ? readWhole() : workIn(rows);
}
