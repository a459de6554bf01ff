import type { MarketAlert } from '#src/alerts/alert.ts';
import type { LimitNotice } from '#src/alerts/person-limit.ts';
import type { Topic } from '#src/alerts/topic.ts';
import type { Post } from './delivery.ts';

/**
 * The state that live messages show: an auction, or repeat trades. Only the latest state is kept; every message with
 * this key is edited until it shows it. Edits are idempotent, so they do not go through the outbox.
 */
export interface LiveState {
  /** `auction:<id>`, `repeat-trades:<collection>-<tokenId>:<wallet>:<wallet>:<first trade>` */
  readonly key: string;
  readonly state: MarketAlert;
}

/** A live message that shows an outdated state. */
export interface StaleLiveMessage {
  readonly deliveryId: number;
  readonly messageId: string;
  /** The channel's first live message of the same topic; `null` if it is this one. */
  readonly cardMessageId?: string | null;
  readonly limitNotice?: LimitNotice | null;
  /** The kind that it was posted as: the message about an auction's end stays one. */
  readonly topic: Topic;
  /** The key of the posted alert: the reference in the message must not change. */
  readonly alertKey: string;
  /** The state to show. */
  readonly state: MarketAlert;
  /** Of the state; increases with every change. */
  readonly revision: number;
}

/** A message whose alerts changed after it was posted. It is rendered again from them. */
export interface StalePost
  extends Pick<Post, 'id' | 'channelId' | 'layout' | 'nonce' | 'pingRoleIds' | 'alerts' | 'limitNotice'> {
  readonly messageId: string;
  /** Number of changes of its alerts. */
  readonly changes: number;
}
