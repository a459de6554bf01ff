import type { LeftOutPart } from '#src/store/model/delivery.ts';
import type { HeldReason } from '#src/store/model/held.ts';

/** Result of one request to post a message. */
export type SendOutcome =
  | {
      readonly type: 'sent';
      readonly messageId: string | null;
      /** Parts that Discord refused, so that the message was sent without them; none by default. */
      readonly leftOut?: readonly LeftOutPart[];
    }
  /** Not posted; may be retried after `retryAfterMs`, or with a backoff if that is `null`. */
  | { readonly type: 'refused'; readonly retryAfterMs: number | null; readonly detail: string }
  /**
   * Not posted: Discord names the content of the message as the cause. `code`: as below; absent if no message could be
   * rendered.
   */
  | { readonly type: 'invalid'; readonly code?: number; readonly detail: string }
  /**
   * Not posted, and Discord names no cause: it may be the request, the message, the channel or an outage. May be
   * retried after `retryAfterMs`, or with a backoff if that is `null`. `code`: Discord's JSON error code; `null`
   * without one.
   */
  | {
      readonly type: 'unexplained';
      readonly code: number | null;
      readonly retryAfterMs: number | null;
      readonly detail: string;
    }
  /** The channel does not accept the bot's messages, temporarily (`paused`) or permanently (`closed`). */
  | {
      readonly type: 'stopped';
      readonly state: 'paused' | 'closed';
      /** Discord's JSON error code. */
      readonly code: number;
      readonly detail: string;
    }
  /** The token is refused: nothing can be sent. */
  | { readonly type: 'unauthorized' }
  /** It may have been posted, or may still be. `serverError`: Discord answered 5xx, possibly because of the message. */
  | { readonly type: 'ambiguous'; readonly detail: string; readonly serverError: boolean };

/** Result of searching the channel's history for a message. */
export type ReadBack =
  | { readonly type: 'found'; readonly messageId: string }
  | { readonly type: 'absent' }
  /** Not verifiable by the bot; a moderator has to look. */
  | { readonly type: HeldReason }
  /** The channel was deleted, and the message with it. */
  | { readonly type: 'gone'; readonly code: number; readonly detail: string }
  /**
   * Discord did not answer; retry later. `isListOnly`: it answers 5xx to the list of the channel's messages, but shows
   * each by id.
   */
  | { readonly type: 'unavailable'; readonly detail: string; readonly isListOnly: boolean };

/** Result of one request to edit or to publish a message. Both are idempotent. */
export type EditOutcome =
  | { readonly type: 'done' }
  /** The message was deleted, or Discord refuses the change permanently: it stays as it is. */
  | { readonly type: 'impossible'; readonly detail: string }
  /**
   * The message's thread is archived or locked, so it can be edited once that changes. `isOpened`: the bot reopened it.
   */
  | {
      readonly type: 'closed thread';
      readonly code: number;
      readonly isOpened: boolean;
      readonly detail: string;
    }
  /**
   * Retry after `retryAfterMs`, or with a backoff if that is `null`. `serverError`: Discord answered 5xx, possibly
   * because of the message. `mayArrive`: the request may still be carried out. `code`: as for `unexplained` above.
   */
  | {
      readonly type: 'later';
      readonly retryAfterMs: number | null;
      readonly detail: string;
      readonly serverError: boolean;
      readonly mayArrive?: boolean;
      readonly code?: number | null;
    }
  | {
      readonly type: 'stopped';
      readonly state: 'paused' | 'closed';
      readonly code: number;
      readonly detail: string;
    }
  | { readonly type: 'unauthorized' };

/** Result of one request to open a user's direct messages. It is idempotent. */
export type OpenOutcome =
  | { readonly type: 'opened'; readonly channelId: string }
  /** Retry after `retryAfterMs`, or with a backoff if that is `null`. `code`: as for `unexplained` above. */
  | {
      readonly type: 'later';
      readonly retryAfterMs: number | null;
      readonly detail: string;
      readonly code?: number | null;
    }
  /** Discord does not allow the bot to send them direct messages. */
  | {
      readonly type: 'stopped';
      readonly state: 'paused';
      readonly code: number;
      readonly detail: string;
    }
  | { readonly type: 'unauthorized' };
