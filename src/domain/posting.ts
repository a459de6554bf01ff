import type { HeldReason } from './held.ts';

/** How one request to post a message ended. */
export type SendOutcome =
  | { readonly type: 'sent'; readonly messageId: string | null }
  /** Certainly not posted; may be tried again after `retryAfterMs`, or with a backoff where that is not told. */
  | { readonly type: 'refused'; readonly retryAfterMs: number | null; readonly detail: string }
  /** Discord does not take this message in this form (400). */
  | { readonly type: 'invalid'; readonly detail: string }
  /** The channel does not take messages from us now (`paused`) or ever again (`closed`). */
  | {
      readonly type: 'stopped';
      readonly state: 'paused' | 'closed';
      /** Discord's JSON error code. */
      readonly code: number;
      readonly detail: string;
    }
  /** The token is refused: nothing can be sent any more. */
  | { readonly type: 'unauthorized' }
  /** It may have been posted, or may yet be. `serverError`: Discord answered 5xx, which may be about the message. */
  | { readonly type: 'ambiguous'; readonly detail: string; readonly serverError: boolean };

/** What a look at the channel's recent messages showed. */
export type ReadBack =
  | { readonly type: 'found'; readonly messageId: string }
  | { readonly type: 'absent' }
  /** The bot may not read the channel's history, or too much was written at that time, so nothing can be said. */
  | { readonly type: HeldReason }
  /** The channel is gone, and the message with it. */
  | { readonly type: 'gone'; readonly code: number; readonly detail: string }
  /** Discord did not answer; ask again later. */
  | { readonly type: 'unavailable'; readonly detail: string };

/** How one request to edit a live message, or to publish a message, ended. Both may be repeated without harm. */
export type TouchUpOutcome =
  | { readonly type: 'done' }
  /** The message is gone, or can never be changed like that: it is left as it is. */
  | { readonly type: 'impossible'; readonly detail: string }
  /** Not now; again after `retryAfterMs`, or with a backoff where that is not told. */
  | { readonly type: 'later'; readonly retryAfterMs: number | null; readonly detail: string }
  | {
      readonly type: 'stopped';
      readonly state: 'paused' | 'closed';
      readonly code: number;
      readonly detail: string;
    }
  | { readonly type: 'unauthorized' };
