import { z } from 'zod';
import type { Alert } from '../../domain/alert.ts';
import type { AlertKind } from '../../domain/alert-kind.ts';
import type { Delivery, Post } from '../../domain/delivery.ts';
import type { LaneState, LaneWork } from '../../domain/lane.ts';
import type { StaleCard, StalePost } from '../../domain/topic.ts';
import { alertPayload, statePayload } from './alert.ts';
import { alertKind, flag, reader } from './reader.ts';

/** A lane as it is kept, without what waits in it. */
export interface LaneRow {
  readonly channelId: string;
  readonly state: LaneState;
  readonly problemCode: number | null;
  /** Epoch ms. */
  readonly stoppedAt: number | null;
  /** Epoch ms. */
  readonly lastProblemAt: number | null;
  readonly lastProblemCode: number | null;
  /** Those who made its rules have not been told that it was stopped. */
  readonly noticeDue: boolean;
  /** Epoch ms. */
  readonly notBefore: number;
  /** Epoch ms. */
  readonly lastPostAt: number | null;
  /** Epoch ms. */
  readonly lastPingAt: number | null;
  /** Its last rule was taken away: nothing new is to be sent. */
  readonly abandoned: boolean;
  /** What waits and is not urgent is folded up to this delivery's id. */
  readonly foldMark: number;
}

/** A post as it is kept; its alerts are found by its deliveries. */
export type PostRow = Omit<Post, 'alerts'>;

const laneState = z.enum({ open: 'open', paused: 'paused', closed: 'closed' } satisfies {
  [State in LaneState]: State;
});

/** Reads a row of `lanes`. */
export const readLane: (row: unknown) => LaneRow = reader(
  'a lane',
  z
    .object({
      channel_id: z.string(),
      state: laneState,
      problem_code: z.number().nullable(),
      stopped_at: z.number().nullable(),
      last_problem_at: z.number().nullable(),
      last_problem_code: z.number().nullable(),
      notice_due: flag,
      not_before: z.number(),
      last_post_at: z.number().nullable(),
      last_ping_at: z.number().nullable(),
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
      lastPingAt: row.last_ping_at,
      abandoned: row.abandoned,
      foldMark: row.fold_mark,
    })),
);

/** A delivery that waits, with what only the store knows of it. */
export interface PendingDelivery extends Delivery {
  /** It is looked up in its channel before it is told. */
  readonly doubtful: boolean;
}

/** Reads `{id, alone, folded, doubtful, payload}`. */
export const readDelivery: (row: unknown) => PendingDelivery = reader(
  'a delivery',
  z
    .object({ id: z.number(), alone: flag, folded: flag, doubtful: flag, payload: alertPayload })
    .transform(({ payload, ...row }) => ({ ...row, alert: payload })),
);

/** Reads `{id, payload}` of an alert. */
export const readRefused: (row: unknown) => { readonly alertId: number; readonly alert: Alert } = reader(
  'a refused notice',
  z
    .object({ id: z.number(), payload: alertPayload })
    .transform(({ id, payload }) => ({ alertId: id, alert: payload })),
);

/** A delivery whose message is to be a live one. */
export interface LiveDelivery {
  readonly id: number;
  /** The alert's. */
  readonly kind: AlertKind;
  readonly topic: string;
  /** Of the topic, as the alert shows it. */
  readonly revision: number;
}

/** Reads `{id, kind, topic, revision}`; `null` for a delivery without a topic, whose kind is `null` as well. */
export const readLiveDelivery: (row: unknown) => LiveDelivery | null = reader(
  'a delivery',
  z
    .object({
      id: z.number(),
      kind: alertKind.nullable(),
      topic: z.string().nullable(),
      revision: z.number(),
    })
    .transform(({ kind, topic, ...row }) =>
      kind === null || topic === null ? null : { ...row, kind, topic },
    ),
);

/** Reads a row of `posts` that is not settled. */
export const readPost: (row: unknown) => PostRow = reader(
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
      ping_role_id: z.string().nullable(),
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
      firstAheadMs: row.first_ahead_ms,
      lastAheadMs: row.last_ahead_ms,
      saidAbsent: row.said_absent,
      pingRoleId: row.ping_role_id,
    })),
);

/** Reads a post that was sent and is to be drawn again. */
export const readChangedPost: (row: unknown) => Omit<StalePost, 'alerts'> = reader(
  'a message to be drawn again',
  z
    .object({
      id: z.number(),
      channel_id: z.string(),
      form: z.enum(['rich', 'plain', 'digest']),
      nonce: z.string(),
      ping_role_id: z.string().nullable(),
      message_id: z.string(),
      changes: z.number(),
    })
    .transform((row) => ({
      id: row.id,
      channelId: row.channel_id,
      form: row.form,
      nonce: row.nonce,
      pingRoleId: row.ping_role_id,
      messageId: row.message_id,
      changes: row.changes,
    })),
);

/** Reads `{id, message_id, settled_at}` of a post. */
export const readUnpublished: (row: unknown) => NonNullable<LaneWork['unpublished']> = reader(
  'a message to be published',
  z
    .object({ id: z.number(), message_id: z.string(), settled_at: z.number() })
    .transform((row) => ({ postId: row.id, messageId: row.message_id, sentAt: row.settled_at })),
);

/** Reads `{posts, oldest}`. */
export const readHour: (row: unknown) => { readonly posts: number; readonly oldest: number | null } = reader(
  'a count of messages',
  z.object({ posts: z.number(), oldest: z.number().nullable() }),
);

/** Reads `{delivery_id, message_id, alert, state, revision}`; the two payloads in the middle. */
export const readCard: (row: unknown) => StaleCard = reader(
  'a live message',
  z
    .object({
      delivery_id: z.number(),
      message_id: z.string(),
      alert: alertPayload
        .transform(({ key, kind }) => ({ key, kind }))
        .pipe(z.object({ key: z.string(), kind: alertKind })),
      state: statePayload,
      revision: z.number(),
    })
    .transform((row) => ({
      deliveryId: row.delivery_id,
      messageId: row.message_id,
      kind: row.alert.kind,
      alertKey: row.alert.key,
      state: row.state,
      revision: row.revision,
    })),
);
