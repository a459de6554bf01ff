/** What a channel can subscribe to (DESIGN: Words). Sweeps and storms of sales are sales. */
export const ALERT_KINDS = [
  'sale',
  'listing',
  'offer',
  'transfer',
  'mint',
  'auction_started',
  'auction_bid',
  'auction_ending',
  'auction_ended',
  'auction_cancelled',
] as const;

export type AlertKind = (typeof ALERT_KINDS)[number];

/** The part of the kinds that tell of auctions. */
export type AuctionAlertKind = Extract<AlertKind, `auction_${string}`>;
