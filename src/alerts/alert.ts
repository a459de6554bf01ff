import type { Address } from '#src/chain/address.ts';
import type { AlertToken } from './kinds/parts.ts';
import { type Alert, kindOf, type MarketAlert, marketKindOf } from './kinds/registry.ts';

export type { AuctionAlert } from './kinds/auction/schema.ts';
export type { BundleAlert } from './kinds/bundle.ts';
export type { FloorAlert } from './kinds/floor/schema.ts';
export type { GreetingAlert } from './kinds/greeting.ts';
export type { ListingAlert } from './kinds/listing.ts';
export type { MoveAlert } from './kinds/move.ts';
export type { NoticeAlert } from './kinds/notice.ts';
export type { OfferAlert } from './kinds/offer.ts';
export type { AlertToken, PriceContext, SoldItem } from './kinds/parts.ts';
export type { RecapAlert } from './kinds/recap/schema.ts';
export type { Alert, MarketAlert } from './kinds/registry.ts';
export type { RepeatTradesAlert } from './kinds/repeat-trades.ts';
export type { SaleAlert } from './kinds/sale.ts';
export type { SweepAlert } from './kinds/sweep.ts';

/** Returns the tokens in an alert; none for collection offers and notices. */
export function tokensOf(alert: Alert): readonly AlertToken[] {
  return kindOf(alert).tokens(alert);
}

/** Returns the collections in an alert, without duplicates. */
export function collectionsOf(alert: Alert): readonly Address[] {
  const kind = kindOf(alert);
  return [...new Set(kind.collections?.(alert) ?? kind.tokens(alert).map(({ collection }) => collection))];
}

/** Returns whether to post it before others, because it is worthless when late. */
export function isUrgent(alert: Alert): boolean {
  return kindOf(alert).urgent?.(alert) ?? false;
}

/**
 * Returns the alert with the latest state of its live message, but with its own key and topic. An auction alert keeps
 * its time; repeat trades take the time of the latest trade.
 */
export function withLatestState(alert: Alert, state: MarketAlert): Alert {
  return (alert.kind === state.kind ? kindOf(alert).withState?.(alert, state) : undefined) ?? alert;
}

/**
 * The current state as the message that was posted for this alert shows it: with what that told its reader (that they
 * were outbid), under its topic, and with its key, because the reference in the message must not change.
 */
export function asPosted(state: MarketAlert, posted: MarketAlert): MarketAlert {
  const kind = marketKindOf(state);
  const kept = (posted.kind === state.kind ? kind.keepPosted?.(state, posted) : undefined) ?? state;
  return { ...(kind.underTopic?.(kept, posted.topic) ?? kept), key: posted.key };
}

/** Whether the state of a live message is the last one; `null` for alerts that have no last state. */
export function isFinalState(state: Alert): boolean | null {
  return kindOf(state).isFinal?.(state) ?? null;
}

/**
 * Copies the details that were looked up before into the rebuilt alert, so that its message only changes where the
 * event changed.
 * @param before the previous version of the alert
 */
export function keepDetails(alert: MarketAlert, before: MarketAlert): MarketAlert {
  if (alert.kind !== before.kind) return alert;
  const kept = marketKindOf(alert).keepDetails(alert, before);
  return before.fiat === undefined ? kept : { ...kept, fiat: before.fiat };
}
