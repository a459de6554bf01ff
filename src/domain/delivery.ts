import { createHash } from 'node:crypto';
import type { Alert } from './alert.ts';

/** One alert for one channel, waiting for its turn. */
export interface Delivery {
  readonly id: number;
  readonly alert: Alert;
  /** Must be sent in a message of its own: it is a live message, or a batch that held it was refused. */
  readonly alone: boolean;
  /** Was held back (`foldWaiting`): goes into a summary, whatever `alone` says. */
  readonly folded: boolean;
}

/**
 * How a message is written: with embeds; as the plain text that is tried once when Discord refused those; or as one
 * summary that names or counts every alert in it.
 */
export type PostForm = 'rich' | 'plain' | 'digest';

/**
 * One message to one channel and the deliveries that are frozen into it.
 * `sending`: a request may be under way. `ambiguous`: one was, and its answer was lost.
 */
export interface Post {
  readonly id: number;
  readonly channelId: string;
  readonly state: 'sending' | 'ambiguous';
  readonly form: PostForm;
  readonly nonce: string;
  readonly attempts: number;
  /** Start of the current nonce window, epoch ms. */
  readonly firstTryAt: number;
  /** Epoch ms. */
  readonly lastTryAt: number;
  /** How far Discord's clock was ahead of ours at those two moments, ms; `null` where that was not known. */
  readonly firstAheadMs: number | null;
  readonly lastAheadMs: number | null;
  /** Somebody said that it was not posted: it is to be sent in a new nonce window. */
  readonly saidAbsent: boolean;
  /** The role that it mentions, decided when it was begun; `null` for none. */
  readonly pingRoleId: string | null;
  readonly alerts: readonly Alert[];
}

function shortHash(text: string, length: number): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, length);
}

/**
 * The nonce of the message that begins with this alert, at most 25 characters (Discord: Create Message).
 * A delivery is frozen into one message only, so the channel and the first alert name the message.
 */
export function nonceFor(channelId: string, firstAlert: Pick<Alert, 'key'>): string {
  return shortHash(`nonce:${channelId}:${firstAlert.key}`, 22);
}

/**
 * The reference that a message shows of an alert. Read-back finds a message by it, because Discord does not promise
 * to keep nonces in a channel's history.
 */
export function referenceFor(channelId: string, alert: Pick<Alert, 'key'>): string {
  const digest = createHash('sha256').update(`reference:${channelId}:${alert.key}`).digest();
  return digest.readBigUInt64BE().toString(36).padStart(13, '0').slice(-8);
}
