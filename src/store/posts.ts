import { type RawBuilder, type Selectable, sql } from 'kysely';
import { type Alert, withLatestState } from '#src/alerts/alert.ts';
import { AUCTION_TOPIC } from '#src/alerts/kinds/auction/schema.ts';
import type { LimitNotice } from '#src/alerts/person-limit.ts';
import type { AlertTemplate } from '#src/alerts/templates/alert-template.ts';
import { alertJson } from './alerts.ts';
import { dialectOf, now } from './database/adapters.ts';
import { compiledQuery, type Parameters } from './database/compiled-query.ts';
import type { Queries, Transaction } from './database/database.ts';
import { textList } from './database/json.ts';
import { literal } from './database/lists.ts';
import type { Tables } from './database/tables.ts';
import { writeRuleIds } from './deliveries.ts';
import { limitNoticeJson, readLimitNotice } from './limit-notices.ts';
import { firstLiveMessage } from './live-messages.ts';
import { findLiveState } from './live-states.ts';
import type { LeftOutPart, MessageLayout, Post } from './model/delivery.ts';
import { postedWatches } from './posted-watches.ts';
import { settleDeliveries } from './settle-deliveries.ts';
import { leftOutJson } from './shown-in-part.ts';
import { postedTemplateWords, readTemplate } from './template-rows.ts';

/** A post without its alerts, which are found through its deliveries. */
export type PostRow = Omit<Post, 'alerts' | 'templates' | 'cardMessageId' | 'watches'> & {
  readonly watchIds: string;
};

const COLUMNS = [
  'id',
  'channelId',
  'state',
  'layout',
  'nonce',
  'attempts',
  'firstTryAt',
  'lastTryAt',
  'firstClockOffsetMs',
  'lastClockOffsetMs',
  'isConfirmedAbsent',
  'pingRoleIds',
  'isSilent',
  'limitNotice',
  'watchIds',
] as const;

function readPost(row: Pick<Selectable<Tables['posts']>, (typeof COLUMNS)[number]>): PostRow {
  const { state, layout, isConfirmedAbsent, pingRoleIds, limitNotice, ...post } = row;
  if (state !== 'sending' && state !== 'ambiguous') throw new Error(`Post ${row.id} is settled.`);
  return {
    ...post,
    state,
    layout,
    confirmedAbsent: isConfirmedAbsent,
    pingRoleIds: textList.read(pingRoleIds),
    limitNotice: readLimitNotice(limitNotice),
  };
}

const findUnsettledOf = compiledQuery((queries: Queries, { channelId }: Parameters<{ channelId: string }>) =>
  queries
    .selectFrom('posts')
    .select(COLUMNS)
    .where('channelId', '=', channelId)
    .where('settledAt', 'is', null),
);

/** Finds the unsettled post of the channel; there is at most one. */
export async function unsettledPostOf(queries: Queries, channelId: string): Promise<PostRow | null> {
  const [found] = await findUnsettledOf(queries, { channelId });
  return found === undefined ? null : readPost(found);
}

const selectUnsettled = (queries: Queries, { postId }: Parameters<{ postId: number }>) =>
  queries.selectFrom('posts').select(COLUMNS).where('id', '=', postId).where('settledAt', 'is', null);

const readUnsettled = compiledQuery(selectUnsettled);

const lockUnsettled = compiledQuery((queries: Queries, parameters: Parameters<{ postId: number }>) =>
  selectUnsettled(queries, parameters).$if(dialectOf(queries) === 'postgres', (query) =>
    query.forNoKeyUpdate(),
  ),
);

function existing(postId: number, [found]: Awaited<ReturnType<typeof readUnsettled>>): PostRow {
  if (found === undefined) throw new Error(`Post ${postId} is settled or does not exist.`);
  return readPost(found);
}

/** Returns the unsettled post with this id; throws if there is none. */
export async function unsettledPost(queries: Queries, postId: number): Promise<PostRow> {
  return existing(postId, await readUnsettled(queries, { postId }));
}

/**
 * Returns the unsettled post with this id and locks it: other transactions that change it wait for the end of this one.
 * Throws if there is none. A transaction that also changes the queue locks that first (`sending.ts`).
 */
export async function lockPost(transaction: Transaction, postId: number): Promise<PostRow> {
  return existing(postId, await lockUnsettled(transaction, { postId }));
}

const selectAlertsOf = (queries: Queries, { postId }: Parameters<{ postId: number }>) =>
  queries
    .selectFrom('deliveries')
    .innerJoin('alerts', 'alerts.id', 'deliveries.alertId')
    .select(['alerts.payload', postedTemplateWords.as('template')])
    .where('deliveries.postId', '=', postId)
    .orderBy('deliveries.isUrgent', 'desc')
    .orderBy('deliveries.id');

const selectAlertsOfSettled = compiledQuery(selectAlertsOf);

const selectAlertsOfUnsettled = compiledQuery(
  (queries: Queries, parameters: Parameters<{ postId: number }>) =>
    selectAlertsOf(queries, parameters).where('deliveries.state', '=', 'posting'),
);

/** An alert of a post, and the template that its message was composed with. */
export interface ComposedAlert {
  readonly alert: Alert;
  readonly template: AlertTemplate | null;
}

/** Returns the alerts of a post, in order; for an unsettled post, those it currently holds. */
export async function alertsOf(
  queries: Queries,
  postId: number,
  isSettled: boolean,
): Promise<readonly ComposedAlert[]> {
  const select = isSettled ? selectAlertsOfSettled : selectAlertsOfUnsettled;
  const rows = await select(queries, { postId });
  return rows.map(({ payload, template }) => ({
    alert: alertJson.read(payload),
    template: readTemplate(template),
  }));
}

async function latest(queries: Queries, alert: Alert): Promise<Alert> {
  const found = alert.liveKey === null ? null : await findLiveState(queries, alert.liveKey);
  return found === null ? alert : withLatestState(alert, found.state);
}

/**
 * Returns whether messages keep the state of their alert. A message may be posted late, so it shows the latest state,
 * except that a message about a bid keeps that bid.
 */
export const keepsState = (layout: MessageLayout, alert: Alert): boolean =>
  layout !== 'summary' && alert.topic === AUCTION_TOPIC.bid;

/** Returns the alerts as a message that is composed now shows them. */
export async function displayedAlerts(
  queries: Queries,
  layout: MessageLayout,
  composed: readonly ComposedAlert[],
): Promise<readonly ComposedAlert[]> {
  const displayed: ComposedAlert[] = [];
  for (const { alert, template } of composed)
    displayed.push({ template, alert: keepsState(layout, alert) ? alert : await latest(queries, alert) });
  return displayed;
}

/** Returns the alerts of a message, and their templates. */
export const shownAlerts = (composed: readonly ComposedAlert[]): Pick<Post, 'alerts' | 'templates'> => ({
  alerts: composed.map(({ alert }) => alert),
  templates: composed.map(({ template }) => template),
});

/** Adds the alerts to the post as they are displayed. */
export async function withAlerts(
  queries: Queries,
  post: PostRow,
  composed: readonly ComposedAlert[],
): Promise<Post> {
  const liveKey = post.layout === 'summary' ? null : (composed[0]?.alert.liveKey ?? null);
  const cardMessageId = liveKey === null ? null : await firstLiveMessage(queries, post.channelId, liveKey);
  const { watchIds, ...shown } = post;
  const watches = await postedWatches(queries, post.channelId, watchIds);
  return { ...shown, ...shownAlerts(composed), cardMessageId, watches };
}

/** Loads an unsettled post with its alerts. */
export async function loadPost(queries: Queries, post: PostRow): Promise<Post> {
  const alerts = await displayedAlerts(queries, post.layout, await alertsOf(queries, post.id, false));
  return withAlerts(queries, post, alerts);
}

interface NewPost {
  readonly channelId: string;
  readonly nonce: string;
  /** Time of its first attempt, epoch ms. */
  readonly at: number;
  /** How far Discord's clock was ahead then, ms. */
  readonly clockOffsetMs: number | null;
  readonly layout: MessageLayout;
  readonly pingRoleIds: readonly string[];
  /** Whether Discord shows it without a notification; false by default. */
  readonly isSilent?: boolean;
  readonly limitNotice?: LimitNotice | null;
  /** Of the watches that it is about; none in a channel. */
  readonly watchIds?: readonly number[];
}

const real = <T>(value: RawBuilder<T>): RawBuilder<T> => sql<T>`cast(${value} as double precision)`;

const insertPost = compiledQuery(
  (
    transaction: Transaction,
    {
      channelId,
      nonce,
      layout,
      pingRoleIds,
      isSilent,
      limitNotice,
      watchIds,
      at,
      clockOffsetMs,
    }: Parameters<{
      channelId: string;
      nonce: string;
      layout: MessageLayout;
      pingRoleIds: string;
      isSilent: boolean;
      limitNotice: string | null;
      watchIds: string;
      at: number;
      clockOffsetMs: number | null;
    }>,
  ) =>
    transaction
      .insertInto('posts')
      .columns([
        'channelId',
        'nonce',
        'state',
        'layout',
        'pingRoleIds',
        'isSilent',
        'limitNotice',
        'watchIds',
        'attempts',
        'firstTryAt',
        'lastTryAt',
        'firstClockOffsetMs',
        'lastClockOffsetMs',
      ])
      .expression((eb) =>
        eb
          .selectFrom('channelQueues')
          .select(({ lit }) => [
            'channelQueues.channelId',
            nonce.as('nonce'),
            literal('sending').as('state'),
            layout.as('layout'),
            pingRoleIds.as('pingRoleIds'),
            sql<boolean>`cast(${isSilent} as boolean)`.as('isSilent'),
            sql<string | null>`cast(${limitNotice} as text)`.as('limitNotice'),
            watchIds.as('watchIds'),
            lit(1).as('attempts'),
            real(at).as('firstTryAt'),
            real(at).as('lastTryAt'),
            real(clockOffsetMs).as('firstClockOffsetMs'),
            real(clockOffsetMs).as('lastClockOffsetMs'),
          ])
          .where('channelQueues.channelId', '=', channelId)
          .where('channelQueues.state', '=', literal('open'))
          // SQLite has no row locks; a transaction locks the whole database.
          .$if(dialectOf(transaction) === 'postgres', (query) => query.forNoKeyUpdate()),
      )
      // A queue has at most one unsettled post.
      .onConflict((conflict) => conflict.doNothing())
      .returning(COLUMNS),
);

/**
 * Locks the queue and adds a post with its first attempt. Resolves to `null` if the queue is not open, does not exist,
 * or has an unsettled post.
 */
export async function addPost(transaction: Transaction, post: NewPost): Promise<PostRow | null> {
  const { pingRoleIds, layout, isSilent = false, limitNotice = null, watchIds = [], ...others } = post;
  const row = {
    ...others,
    layout,
    isSilent,
    pingRoleIds: textList.write(pingRoleIds),
    limitNotice: limitNotice === null ? null : limitNoticeJson.write(limitNotice),
    watchIds: writeRuleIds(watchIds),
  };
  const [added] = await insertPost(transaction, row);
  return added === undefined ? null : readPost(added);
}

interface Retry {
  readonly postId: number;
  readonly at: number;
  readonly clockOffsetMs: number | null;
  readonly layout: MessageLayout;
}

const retried = (transaction: Transaction, { postId, at, clockOffsetMs, layout }: Parameters<Retry>) =>
  transaction
    .updateTable('posts')
    .set({ state: literal('sending'), layout, lastTryAt: at, lastClockOffsetMs: clockOffsetMs })
    .where('id', '=', postId)
    .returning(COLUMNS);

const retryAgain = compiledQuery((transaction: Transaction, retry: Parameters<Retry>) =>
  retried(transaction, retry).set(({ eb }) => ({ attempts: eb('attempts', '+', 1) })),
);

const retryInNewWindow = compiledQuery((transaction: Transaction, retry: Parameters<Retry>) =>
  retried(transaction, retry).set({
    attempts: 1,
    firstTryAt: retry.at,
    firstClockOffsetMs: retry.clockOffsetMs,
    isHeldNoticePosted: false,
  }),
);

/** Records another attempt; with `newWindow`, the first one of a new nonce window. */
export async function recordRetry(
  transaction: Transaction,
  postId: number,
  retry: {
    /** Epoch ms. */
    readonly at: number;
    readonly clockOffsetMs: number | null;
    readonly newWindow: boolean;
    readonly layout: MessageLayout;
  },
): Promise<PostRow> {
  const { at, clockOffsetMs, newWindow, layout } = retry;
  const record = newWindow ? retryInNewWindow : retryAgain;
  const [updated] = await record(transaction, { postId, at, clockOffsetMs, layout });
  if (updated === undefined) throw new Error(`Post ${postId} does not exist.`);
  return readPost(updated);
}

const setAmbiguous = compiledQuery(
  (
    transaction: Transaction,
    { postId, isConfirmedAbsent }: Parameters<{ postId: number; isConfirmedAbsent: boolean }>,
  ) =>
    transaction
      .updateTable('posts')
      .set({ state: literal('ambiguous'), isConfirmedAbsent })
      .where('id', '=', postId)
      .where('settledAt', 'is', null),
);

/**
 * Records that the answer was lost. With `isConfirmedAbsent`, a user's confirmation that it was not posted remains
 * valid.
 */
export async function markPostAmbiguous(
  transaction: Transaction,
  postId: number,
  isConfirmedAbsent = false,
): Promise<void> {
  await setAmbiguous(transaction, { postId, isConfirmedAbsent });
}

/** Abandons a post with its deliveries. `refusalCode`: see `PostsTable`. */
export async function markPostDead(
  transaction: Transaction,
  postId: number,
  reason: 'refused' | 'unverifiable',
  refusalCode: number | null = null,
): Promise<void> {
  await transaction
    .updateTable('posts')
    .set({ state: 'dead', deadReason: reason, refusalCode, settledAt: now(transaction), staleSince: null })
    .where('id', '=', postId)
    .where('settledAt', 'is', null)
    .execute();
  await settleDeliveries(transaction, { postId, state: 'dead' });
}

type Settled = Parameters<{
  postId: number;
  messageId: string | null;
  at: number;
  publish: 'wanted' | null;
  leftOut: string | null;
}>;

const settled = (transaction: Transaction, { postId, messageId, at, publish, leftOut }: Settled) =>
  transaction
    .updateTable('posts')
    .set({ state: literal('sent'), messageId, settledAt: at, publish, leftOut })
    .where('id', '=', postId)
    .where('settledAt', 'is', null)
    .returning('id');

const settleAsSent = compiledQuery(settled);

/** A message of unknown id cannot be edited. */
const settleWithoutId = compiledQuery((transaction: Transaction, post: Settled) =>
  settled(transaction, post).set({ staleSince: null }),
);

/**
 * Marks a post as sent. With `publish`, the message is to be published if its id is known. Its deliveries are settled
 * separately. Resolves to `false` for a settled post.
 */
export async function markPostSent(
  transaction: Transaction,
  postId: number,
  {
    messageId,
    at,
    publish,
    leftOut = [],
  }: {
    readonly messageId: string | null;
    readonly at: number;
    readonly publish: boolean;
    readonly leftOut?: readonly LeftOutPart[];
  },
): Promise<boolean> {
  const wanted = publish && messageId !== null ? 'wanted' : null;
  const without = leftOut.length === 0 ? null : leftOutJson.write([...leftOut]);
  const settle = messageId === null ? settleWithoutId : settleAsSent;
  const rows = await settle(transaction, { postId, messageId, at, publish: wanted, leftOut: without });
  return rows.length > 0;
}
