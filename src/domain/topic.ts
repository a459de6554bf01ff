import type { Alert, MarketAlert } from './alert.ts';
import type { AlertKind } from './alert-kind.ts';
import type { Post } from './delivery.ts';

/**
 * What live messages show: an auction, or a storm of trades. A topic has one state, the latest; every message that was
 * posted about it is edited until it shows that state. Editing is idempotent, so it needs none of the outbox's care.
 */
export interface Topic {
  /** `auction:<id>`, `storm:<collection>-<tokenId>:<wallet>:<wallet>:<first trade>` */
  readonly key: string;
  readonly state: MarketAlert;
}

/** A message that shows an older state of its topic than there is. */
export interface StaleCard {
  readonly deliveryId: number;
  readonly messageId: string;
  /** As what it was posted: the message about an auction's end stays one. */
  readonly kind: AlertKind;
  /** The key of the alert that it was posted for: its reference in the message stays the same. */
  readonly alertKey: string;
  /** What it is to show. */
  readonly state: MarketAlert;
  /** Of the state; grows with every change of the topic. */
  readonly revision: number;
}

/** A message that shows less than its alerts tell by now, or something else. It is drawn again from them. */
export interface StalePost
  extends Pick<Post, 'id' | 'channelId' | 'form' | 'nonce' | 'pingRoleId' | 'alerts'> {
  readonly messageId: string;
  /** How often they have changed; grows with every change. */
  readonly changes: number;
}

/**
 * The alert with what has become of its topic since: still itself by its key and kind. An auction's keeps its moment, a
 * storm's moves on with the count.
 */
export function asItStands(alert: Alert, state: MarketAlert): Alert {
  const { key, topic } = alert;
  if (alert.type === 'storm' && state.type === 'storm') return { ...state, key, topic };
  if (alert.type !== 'auction' || state.type !== 'auction') return alert;
  const { kind, occurredAt, txHash, leads } = alert;
  return { ...state, key, topic, kind, occurredAt, txHash, leads };
}
