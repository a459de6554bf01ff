import type { Alert, MarketAlert } from '#src/alerts/alert.ts';
import type { Post } from './delivery.ts';

/**
 * The state that live messages show: an auction, or repeat trades. Only the latest state is stored, and every message
 * with this key is edited until it shows that state. Edits are idempotent, so they bypass the outbox.
 */
export interface LiveState {
  /** `auction:<id>`, `repeat-trades:<collection>-<tokenId>:<wallet>:<wallet>:<first trade>` */
  readonly key: string;
  readonly state: MarketAlert;
}

/**
 * A posted message that does not show what it should: the state that it follows, or one of its alerts, has changed
 * since.
 */
export interface StaleMessage
  extends Pick<
    Post,
    | 'id'
    | 'channelId'
    | 'layout'
    | 'nonce'
    | 'pingRoleIds'
    | 'alerts'
    | 'templates'
    | 'limitNotice'
    | 'firstTryAt'
    | 'watches'
    | 'cardMessageId'
  > {
  readonly messageId: string;
  /** What it is to show; empty when that is not known any more. */
  readonly alerts: readonly Alert[];
  /** How often that has changed since it was first tried. */
  readonly changes: number;
  /** Whether it follows a state. */
  readonly isLive: boolean;
}
