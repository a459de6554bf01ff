import type { RawBuilder, Selectable } from 'kysely';
import { type Alert, withLatestState } from '../alerts/alert.ts';
import { AUCTION_TOPIC } from '../alerts/kinds/auction/schema.ts';
import type { QueueWork } from '../domain/channel-queue.ts';
import type { MessageLayout, Post } from '../domain/delivery.ts';
import type { StalePost } from '../domain/live-state.ts';
import { alertJson } from './alerts.ts';
import { dialectOf, now } from './database/adapters.ts';
import { compiledQuery, type Value } from './database/compiled-query.ts';
import type { Queries, Transaction } from './database/database.ts';
import { textList } from './database/json.ts';
import { literal } from './database/literals.ts';
import type { Tables } from './database/tables.ts';
import { firstLiveMessage } from './live-messages.ts';
import { findLiveState } from './live-states.ts';

/** A post without its alerts, which are found through its deliveries. */
export type PostRow = Omit<Post, 'alerts' | 'cardMessageId'>;

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
] as const;

function readPost(row: Pick<Selectable<Tables['posts']>, (typeof COLUMNS)[number]>): PostRow {
  const { state, layout, isConfirmedAbsent, pingRoleIds, ...post } = row;
  if (state !== 'sending' && state !== 'ambiguous') throw new Error(`Post ${row.id} is settled.`);
  return {
    ...post,
    state,
    form: layout,
    confirmedAbsent: isConfirmedAbsent,
    pingRoleIds: textList.read(pingRoleIds),
  };
}

const selectUnsettledOf = compiledQuery((queries, value: Value<{ channelId: string }>) =>
  queries
    .selectFrom('posts')
    .select(COLUMNS)
    .where('channelId', '=', value('channelId'))
    .where('settledAt', 'is', null),
);

/** The unsettled post of the channel; there is at most one. */
export async function unsettledPostOf(queries: Queries, channelId: string): Promise<PostRow | null> {
  const [found] = await selectUnsettledOf(queries, { channelId });
  return found === undefined ? null : readPost(found);
}

const selectUnsettled = (queries: Queries, value: Value<{ postId: number }>) =>
  queries
    .selectFrom('posts')
    .select(COLUMNS)
    .where('id', '=', value('postId'))
    .where('settledAt', 'is', null);

const readUnsettled = compiledQuery(selectUnsettled);

const lockUnsettled = compiledQuery((queries, value: Value<{ postId: number }>) =>
  selectUnsettled(queries, value).$if(dialectOf(queries) === 'postgres', (query) => query.forNoKeyUpdate()),
);

/**
 * The unsettled post with this id, for a transaction that changes it; `null` when there is none. No other such transaction goes
 * on before the end of this one.
 */
export async function lockUnsettledPost(transaction: Transaction, postId: number): Promise<PostRow | null> {
  const [found] = await lockUnsettled(transaction, { postId });
  return found === undefined ? null : readPost(found);
}

/** The unsettled post with this id; throws when there is none. */
export async function unsettledPost(queries: Queries, postId: number): Promise<PostRow> {
  const [found] = await readUnsettled(queries, { postId });
  if (found === undefined) throw new Error(`Post ${postId} is settled or does not exist.`);
  return readPost(found);
}

/** As `lockUnsettledPost`; throws when there is none. */
export async function lockPost(transaction: Transaction, postId: number): Promise<PostRow> {
  const post = await lockUnsettledPost(transaction, postId);
  if (post === null) throw new Error(`Post ${postId} is settled or does not exist.`);
  return post;
}

const selectAlertsOf = (queries: Queries, value: Value<{ postId: number }>) =>
  queries
    .selectFrom('deliveries')
    .innerJoin('alerts', 'alerts.id', 'deliveries.alertId')
    .select('alerts.payload')
    .where('deliveries.postId', '=', value('postId'))
    .orderBy('deliveries.isUrgent', 'desc')
    .orderBy('deliveries.id');

const selectAlertsOfSettled = compiledQuery(selectAlertsOf);

const selectAlertsOfUnsettled = compiledQuery((queries, value: Value<{ postId: number }>) =>
  selectAlertsOf(queries, value).where('deliveries.state', '=', 'posting'),
);

/** The alerts of a post, in order; of an unsettled one those that it holds. */
async function alertsOf(queries: Queries, postId: number, isSettled: boolean): Promise<readonly Alert[]> {
  const select = isSettled ? selectAlertsOfSettled : selectAlertsOfUnsettled;
  const rows = await select(queries, { postId });
  return rows.map(({ payload }) => alertJson.read(payload));
}

async function latest(queries: Queries, alert: Alert): Promise<Alert> {
  const found = alert.liveKey === null ? null : await findLiveState(queries, alert.liveKey);
  return found === null ? alert : withLatestState(alert, found.state);
}

/** A message may be posted late, so it shows the latest state; but a bid with a message of its own stays that bid. */
async function displayedAlerts(
  queries: Queries,
  layout: MessageLayout,
  alerts: readonly Alert[],
): Promise<readonly Alert[]> {
  const displayed: Alert[] = [];
  for (const alert of alerts) {
    const keepsState = layout !== 'digest' && alert.topic === AUCTION_TOPIC.bid;
    displayed.push(keepsState ? alert : await latest(queries, alert));
  }
  return displayed;
}

/** An unsettled post with its alerts. */
export async function loadPost(queries: Queries, post: PostRow): Promise<Post> {
  const alerts = await displayedAlerts(queries, post.form, await alertsOf(queries, post.id, false));
  const liveKey = post.form === 'digest' ? null : (alerts[0]?.liveKey ?? null);
  const cardMessageId = liveKey === null ? null : await firstLiveMessage(queries, post.channelId, liveKey);
  return { ...post, alerts, cardMessageId };
}

/** Adds a post in its first try. */
export async function addPost(
  transaction: Transaction,
  post: {
    readonly channelId: string;
    readonly nonce: string;
    /** Its first try, epoch ms. */
    readonly at: number;
    /** By how much Discord's clock was ahead then, ms. */
    readonly clockOffsetMs: number | null;
    readonly form: MessageLayout;
    readonly pingRoleIds: readonly string[];
  },
): Promise<PostRow> {
  const { channelId, nonce, at, clockOffsetMs, form, pingRoleIds } = post;
  const added = await transaction
    .insertInto('posts')
    .values({
      channelId,
      nonce,
      state: 'sending',
      layout: form,
      pingRoleIds: textList.write(pingRoleIds),
      attempts: 1,
      firstTryAt: at,
      lastTryAt: at,
      firstClockOffsetMs: clockOffsetMs,
      lastClockOffsetMs: clockOffsetMs,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  return readPost(added);
}

/** Records another try; with `newWindow` the first one of a new nonce window. */
export async function recordRetry(
  transaction: Transaction,
  postId: number,
  retry: {
    /** Epoch ms. */
    readonly at: number;
    readonly clockOffsetMs: number | null;
    readonly newWindow: boolean;
    readonly form: MessageLayout;
  },
): Promise<PostRow> {
  const { at, clockOffsetMs, newWindow, form } = retry;
  const again = { state: 'sending', layout: form, lastTryAt: at, lastClockOffsetMs: clockOffsetMs } as const;
  const first = { attempts: 1, firstTryAt: at, firstClockOffsetMs: clockOffsetMs, isHeldNoticePosted: false };
  const updated = await transaction
    .updateTable('posts')
    .set(({ eb }) => (newWindow ? { ...again, ...first } : { ...again, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', postId)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  return readPost(updated);
}

/** The answer was lost. With `isConfirmedAbsent` a user's word that it was not posted remains valid. */
export async function markPostAmbiguous(
  transaction: Transaction,
  postId: number,
  isConfirmedAbsent = false,
): Promise<void> {
  await transaction
    .updateTable('posts')
    .set({ state: 'ambiguous', isConfirmedAbsent })
    .where('id', '=', postId)
    .where('settledAt', 'is', null)
    .execute();
}

/** Gives a post up with its deliveries. */
export async function markPostDead(
  transaction: Transaction,
  postId: number,
  reason: 'refused' | 'unverifiable',
): Promise<void> {
  await transaction
    .updateTable('posts')
    .set({ state: 'dead', deadReason: reason, settledAt: now(transaction) })
    .where('id', '=', postId)
    .where('settledAt', 'is', null)
    .execute();
  await settleDeliveries(transaction, postId, 'dead');
}

/** With `publish` the message is to be published, if its id is known. Its deliveries are settled apart. */
export async function markPostSent(
  transaction: Transaction,
  postId: number,
  {
    messageId,
    at,
    publish,
  }: { readonly messageId: string | null; readonly at: number; readonly publish: boolean },
): Promise<void> {
  await transaction
    .updateTable('posts')
    .set({
      state: 'sent',
      messageId,
      settledAt: at,
      publish: publish && messageId !== null ? 'wanted' : null,
    })
    .where('id', '=', postId)
    .where('settledAt', 'is', null)
    .execute();
}

/** Settles the deliveries of a post. */
export async function settleDeliveries(
  transaction: Transaction,
  postId: number,
  state: 'sent' | 'dead',
): Promise<void> {
  await transaction
    .updateTable('deliveries')
    .set({ state })
    .where('postId', '=', postId)
    .where('state', '=', 'posting')
    .execute();
}

/**
 * Marks the messages that show this alert as stale, after it changed; resolves to their channels, each once. Alerts with a live
 * key are left out: live messages are edited by their state. Whether a summary can be edited is checked later, channel by
 * channel, since this may affect thousands.
 */
export async function markPostsStale(transaction: Transaction, alertId: number): Promise<readonly string[]> {
  const rows = await transaction
    .updateTable('posts')
    .set(({ eb }) => ({ changes: eb('changes', '+', 1) }))
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('deliveries')
        .select('deliveries.postId')
        .where('alertId', '=', alertId)
        .where('postId', 'is not', null)
        .where('liveKey', 'is', null),
    )
    .where('state', 'in', ['sending', 'ambiguous', 'sent'])
    .returning('channelId')
    .execute();
  return [...new Set(rows.map(({ channelId }) => channelId))];
}

/** States may be written this much later than they are dated. */
const STATE_TOLERANCE_MS = 60_000;

/**
 * The oldest stale message of the channel that can be edited. A summary shows live states as they were when it was sent; these
 * are not stored, so it can be edited only while none of them has changed since its first try.
 * @param summariesAfter epoch ms: of summaries only those accepted after it
 */
export async function stalePostOf(
  queries: Queries,
  channelId: string,
  summariesAfter: number,
): Promise<StalePost | null> {
  const found = await queries
    .selectFrom('posts')
    .select(['id', 'channelId', 'layout as form', 'nonce', 'pingRoleIds', 'messageId', 'changes'])
    .where('channelId', '=', channelId)
    .whereRef('changes', '>', 'displayedChanges')
    .where('state', '=', literal('sent'))
    .where('messageId', 'is not', null)
    .where(({ eb, or, and, not, exists, selectFrom }) =>
      or([
        eb('layout', '<>', 'digest'),
        and([
          eb('settledAt', '>', summariesAfter),
          not(
            exists(
              selectFrom('deliveries')
                .innerJoin('liveStates', 'liveStates.key', 'deliveries.liveKey')
                .select('deliveries.id')
                .whereRef('deliveries.postId', '=', 'posts.id')
                .whereRef('liveStates.revision', '>', 'deliveries.revision')
                .where('liveStates.changedAt', '>=', (inner) =>
                  inner('posts.firstTryAt', '-', STATE_TOLERANCE_MS),
                ),
            ),
          ),
        ]),
      ]),
    )
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (found === undefined || found.messageId === null) return null;
  const { messageId, pingRoleIds, ...post } = found;
  const alerts = await displayedAlerts(queries, post.form, await alertsOf(queries, post.id, true));
  return { ...post, messageId, pingRoleIds: textList.read(pingRoleIds), alerts };
}

/**
 * The next message of the channel to publish: the oldest of those accepted after `recent` (epoch ms), otherwise the newest of
 * the others.
 */
export async function unpublishedPostOf(
  queries: Queries,
  channelId: string,
  recent: number,
): Promise<QueueWork['unpublished']> {
  const found = await queries
    .selectFrom('posts')
    .select(['id as postId', 'messageId', 'settledAt as sentAt'])
    .where('channelId', '=', channelId)
    .where('publish', '=', literal('wanted'))
    .orderBy((eb) => eb.case().when('settledAt', '>', recent).then(0).else(1).end())
    .orderBy((eb) =>
      eb
        .case()
        .when('settledAt', '>', recent)
        .then(eb.ref('id'))
        .else(eb.neg(eb.ref('id')))
        .end(),
    )
    .limit(1)
    .executeTakeFirst();
  if (found === undefined || found.messageId === null || found.sentAt === null) return null;
  return { postId: found.postId, messageId: found.messageId, sentAt: found.sentAt };
}

/** The messages of the channel that were accepted after one time and up to another, both epoch ms. */
export const acceptedPosts = (
  queries: Queries,
  channelId: RawBuilder<string>,
  { after, upTo }: { readonly after: RawBuilder<number>; readonly upTo: RawBuilder<number> },
) =>
  queries
    .selectFrom('posts')
    .where('posts.channelId', '=', channelId)
    .where('posts.state', '=', literal('sent'))
    .where('posts.settledAt', '>', after)
    .where('posts.settledAt', '<=', upTo);
