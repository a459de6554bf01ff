import { z } from 'zod';
import type { Alert } from '../../alerts/alert.ts';
import type { Topic } from '../../alerts/topic.ts';
import type { QueueState, QueueWork } from '../../domain/channel-queue.ts';
import type { Delivery, Post } from '../../domain/delivery.ts';
import type { StaleLiveMessage, StalePost } from '../../domain/live-state.ts';
import { alertPayload, statePayload } from './alert.ts';
import { flag, roleIds, rowMapper, topic } from './row-mapper.ts';

/** A channel queue as stored, without its deliveries. */
export interface ChannelQueueRow {
  readonly channelId: string;
  readonly state: QueueState;
  readonly problemCode: number | null;
  /** Epoch ms. */
  readonly stoppedAt: number | null;
  /** Epoch ms. */
  readonly lastProblemAt: number | null;
  readonly lastProblemCode: number | null;
  /** The notice that it was stopped has not been posted. */
  readonly noticeDue: boolean;
  /** Epoch ms. */
  readonly notBefore: number;
  /** Epoch ms. */
  readonly lastPostAt: number | null;
  /** Its last rule was removed: no new deliveries are queued. */
  readonly abandoned: boolean;
  /** Pending deliveries up to this id that are not urgent go into a summary. */
  readonly summarisedUpTo: number;
}

/** A post as stored; its alerts are found through its deliveries. */
export type PostRow = Omit<Post, 'alerts'>;

const queueState = z.enum({ open: 'open', paused: 'paused', closed: 'closed' } satisfies {
  [State in QueueState]: State;
});

/** Maps a row of table lanes. */
export const readChannelQueue: (row: unknown) => ChannelQueueRow = rowMapper(
  'a channel queue',
  z
    .object({
      channel_id: z.string(),
      state: queueState,
      problem_code: z.number().nullable(),
      stopped_at: z.number().nullable(),
      last_problem_at: z.number().nullable(),
      last_problem_code: z.number().nullable(),
      notice_due: flag,
      not_before: z.number(),
      last_post_at: z.number().nullable(),
      abandoned: flag,
      fold_mark: z.number(),
    })
    .transform((row) => ({
      channelId: row.channel_id,
      state: row.state,
      problemCode: row.problem_code,
      stoppedAt: row.stopped_at,
      lastProblemAt: row.last_problem_at,
      lastProblemCode: row.last_problem_code,
      noticeDue: row.notice_due,
      notBefore: row.not_before,
      lastPostAt: row.last_post_at,
      abandoned: row.abandoned,
      summarisedUpTo: row.fold_mark,
    })),
);

/** A pending delivery, with a property that only the store uses. */
export interface PendingDelivery extends Delivery {
  /** Its channel is searched for it before it is posted. */
  readonly needsVerification: boolean;
}

/** Maps `{id, alone, is_summarised, is_unverified, ping_role_ids, pings_channel_role, payload, shown_state, is_shown_since_posted}`. */
export const readDelivery: (row: unknown) => PendingDelivery = rowMapper(
  'a delivery',
  z
    .object({
      id: z.number(),
      alone: flag,
      is_summarised: flag,
      is_unverified: flag,
      ping_role_ids: roleIds,
      pings_channel_role: flag,
      payload: alertPayload,
      shown_state: statePayload.nullable(),
      is_shown_since_posted: flag,
    })
    .transform(({ payload, shown_state, is_shown_since_posted, is_summarised, is_unverified, ...row }) => ({
      id: row.id,
      alone: row.alone,
      pings: { roles: row.ping_role_ids, channelRole: row.pings_channel_role },
      summarised: is_summarised,
      needsVerification: is_unverified,
      alert: payload,
      shownState: shown_state,
      shownSincePosted: is_shown_since_posted,
    })),
);

/** Maps `{id, payload}` of an alert. */
export const readRefused: (row: unknown) => { readonly alertId: number; readonly alert: Alert } = rowMapper(
  'a refused notice',
  z
    .object({ id: z.number(), payload: alertPayload })
    .transform(({ id, payload }) => ({ alertId: id, alert: payload })),
);

/** A delivery whose message is to be a live one. */
export interface LiveDelivery {
  readonly id: number;
  /** The alert's. */
  readonly topic: Topic;
  readonly liveKey: string;
  /** Of the state that the alert shows. */
  readonly revision: number;
}

/** Maps `{id, topic, live_key, revision}`; `null` for a delivery without a live key, whose topic is `null` as well. */
export const readLiveDelivery: (row: unknown) => LiveDelivery | null = rowMapper(
  'a delivery',
  z
    .object({
      id: z.number(),
      topic: topic.nullable(),
      live_key: z.string().nullable(),
      revision: z.number(),
    })
    .transform(({ live_key: liveKey, topic, ...row }) =>
      liveKey === null || topic === null ? null : { ...row, topic, liveKey },
    ),
);

/** Maps an unsettled row of table posts. */
export const readPost: (row: unknown) => PostRow = rowMapper(
  'a post',
  z
    .object({
      id: z.number(),
      channel_id: z.string(),
      state: z.enum(['sending', 'ambiguous']),
      form: z.enum(['rich', 'plain', 'digest']),
      nonce: z.string(),
      attempts: z.number(),
      first_try_at: z.number(),
      last_try_at: z.number(),
      first_ahead_ms: z.number().nullable(),
      last_ahead_ms: z.number().nullable(),
      said_absent: flag,
      ping_role_ids: roleIds,
    })
    .transform((row) => ({
      id: row.id,
      channelId: row.channel_id,
      state: row.state,
      form: row.form,
      nonce: row.nonce,
      attempts: row.attempts,
      firstTryAt: row.first_try_at,
      lastTryAt: row.last_try_at,
      firstClockOffsetMs: row.first_ahead_ms,
      lastClockOffsetMs: row.last_ahead_ms,
      confirmedAbsent: row.said_absent,
      pingRoleIds: row.ping_role_ids,
    })),
);

/** Maps a stale post. */
export const readStalePost: (row: unknown) => Omit<StalePost, 'alerts'> = rowMapper(
  'a message to be edited',
  z
    .object({
      id: z.number(),
      channel_id: z.string(),
      form: z.enum(['rich', 'plain', 'digest']),
      nonce: z.string(),
      ping_role_ids: roleIds,
      message_id: z.string(),
      changes: z.number(),
    })
    .transform((row) => ({
      id: row.id,
      channelId: row.channel_id,
      form: row.form,
      nonce: row.nonce,
      pingRoleIds: row.ping_role_ids,
      messageId: row.message_id,
      changes: row.changes,
    })),
);

/** Maps `{id, message_id, settled_at}` of a post. */
export const readUnpublished: (row: unknown) => NonNullable<QueueWork['unpublished']> = rowMapper(
  'a message to be published',
  z
    .object({ id: z.number(), message_id: z.string(), settled_at: z.number() })
    .transform((row) => ({ postId: row.id, messageId: row.message_id, sentAt: row.settled_at })),
);

/** Maps `{posts, oldest}`. */
export const readHourlyCount: (row: unknown) => { readonly posts: number; readonly oldest: number | null } =
  rowMapper('a count of messages', z.object({ posts: z.number(), oldest: z.number().nullable() }));

/** Maps `{delivery_id, message_id, card_message_id, alert, state, revision}`, in which `alert` and `state` are payloads. */
export const readStaleLiveMessage: (row: unknown) => StaleLiveMessage = rowMapper(
  'a live message',
  z
    .object({
      delivery_id: z.number(),
      message_id: z.string(),
      alert: alertPayload
        .transform((alert) => ({ key: alert.key, topic: alert.topic }))
        .pipe(z.object({ key: z.string(), topic })),
      state: statePayload,
      revision: z.number(),
      card_message_id: z.string().nullable(),
    })
    .transform((row) => ({
      deliveryId: row.delivery_id,
      messageId: row.message_id,
      cardMessageId: row.card_message_id,
      topic: row.alert.topic,
      alertKey: row.alert.key,
      state: row.state,
      revision: row.revision,
    })),
);

/** A live message as stored. */
export interface LiveMessageRow {
  readonly channelId: string;
  readonly topic: string;
  /** Whether it shows the latest state. */
  readonly isCurrent: boolean;
}

/** Maps `{channel_id, topic, is_current}`. */
export const readLiveMessage: (row: unknown) => LiveMessageRow = rowMapper(
  'a live message',
  z
    .object({ channel_id: z.string(), topic: z.string(), is_current: flag })
    .transform((row) => ({ channelId: row.channel_id, topic: row.topic, isCurrent: row.is_current })),
);

/** Maps `{role_id, pinged_at}`. */
export const readRolePing: (row: unknown) => readonly [string, number] = rowMapper(
  'the last ping of a role',
  z
    .object({ role_id: z.string(), pinged_at: z.number() })
    .transform((row): readonly [string, number] => [row.role_id, row.pinged_at]),
);
