import { hash } from 'node:crypto';
import type { Alert, MarketAlert } from '#src/alerts/alert.ts';
import type { LimitNotice } from '#src/alerts/person-limit.ts';
import type { PingTargets } from '#src/alerts/ping.ts';
import type { Rule } from '#src/alerts/subscription.ts';
import type { AlertTemplate } from '#src/alerts/templates/alert-template.ts';

/** One alert that waits to be sent to one channel. */
export interface Delivery {
  readonly id: number;
  readonly alert: Alert;
  /** Whether it needs a separate message, because it is a live message, or a batch with it was refused. */
  readonly alone: boolean;
  /** Whether it was held back (`summariseWaiting`) and goes into a summary, even if `alone` is set. */
  readonly summarised: boolean;
  readonly pings: PingTargets;
  /** Whether it goes before others and ignores a user's hourly limit. */
  readonly urgent?: boolean;
  /** Ids of the matching rules. */
  readonly ruleIds?: readonly number[];
  /** The template that its message would get now; absent or `null` for none. */
  readonly template?: AlertTemplate | null;
  /** The latest state of the alert's topic, if the channel has a live message that shows it or will be edited to it. */
  readonly shownState?: MarketAlert | null;
  /** Whether a live message was posted with that state, rather than edited to it. */
  readonly shownSincePosted?: boolean;
}

/**
 * Layout of a message: embeds; plain text, tried once after Discord refused the embeds; or a summary that names or
 * counts every alert in it.
 */
export type MessageLayout = 'card' | 'text' | 'summary';

/** Parts of a message that may be left out because Discord refused them. */
export const LEFT_OUT_PARTS = ['picture', 'link', 'button', 'text'] as const;
export type LeftOutPart = (typeof LEFT_OUT_PARTS)[number];

/** A delivery that Discord refused in every layout. */
export interface RefusedDelivery {
  readonly deliveryId: number;
  /** The code of the refusal; 0 without a code, `null` for 5xx. */
  readonly code: number | null;
}

/**
 * One message to one channel with a fixed set of deliveries. `sending`: a request may be in progress. `ambiguous`: the
 * answer to a request was lost.
 */
export interface Post {
  readonly id: number;
  readonly channelId: string;
  readonly state: 'sending' | 'ambiguous';
  readonly layout: MessageLayout;
  readonly nonce: string;
  readonly attempts: number;
  /** Start of the current nonce window, epoch ms. */
  readonly firstTryAt: number;
  /** Epoch ms. */
  readonly lastTryAt: number;
  /** How far Discord's clock was ahead of the local one at those times, ms; `null` if unknown. */
  readonly firstClockOffsetMs: number | null;
  readonly lastClockOffsetMs: number | null;
  /** Whether a user confirmed that it was not posted, so that it is sent again in a new nonce window. */
  readonly confirmedAbsent: boolean;
  /** The roles that it mentions, chosen when the message was created. */
  readonly pingRoleIds: readonly string[];
  /**
   * Whether Discord shows it without a notification; false by default. Chosen when the message was created, because
   * Discord only accepts the flag with a new message.
   */
  readonly isSilent?: boolean;
  readonly alerts: readonly Alert[];
  /** By alert, the template that the message was composed with; `null` or absent for none. */
  readonly templates?: readonly (AlertTemplate | null)[];
  /**
   * The channel's first live message of the alert's topic, which this message follows; `null` if this will be the
   * first.
   */
  readonly cardMessageId?: string | null;
  readonly limitNotice?: LimitNotice | null;
  /** The watches that the message is about, oldest first; none in a channel. */
  readonly watches?: readonly PostedWatch[];
}

/** A watch that a message is about. */
export interface PostedWatch {
  readonly id: number;
  /** `null` if it was removed meanwhile. */
  readonly rule: Rule | null;
}

function shortHash(text: string, length: number): string {
  return hash('sha256', text, 'base64url').slice(0, length);
}

/**
 * Returns the nonce of the message with this first alert, at most 25 characters (Discord: Create Message). A delivery
 * belongs to a single message, so the channel and the first alert identify the message.
 */
export function nonceFor(channelId: string, firstAlert: Pick<Alert, 'key'>): string {
  return shortHash(`nonce:${channelId}:${firstAlert.key}`, 22);
}

/**
 * Returns the reference to an alert in its message, eight characters. Read-back finds messages by it
 * (`discord/posting/delivery-mark.ts`), because Discord does not guarantee that a channel's history contains nonces.
 */
export function referenceFor(channelId: string, alert: Pick<Alert, 'key'>): string {
  const digest = hash('sha256', `reference:${channelId}:${alert.key}`, 'buffer');
  return digest.readBigUInt64BE().toString(36).padStart(13, '0').slice(-8);
}
