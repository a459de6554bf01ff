import type { Segments } from '#src/messages/segment.ts';

/** The placeholders of templates, as admins write them, in the order in which they are listed. */
export const PLACEHOLDERS = [
  'token',
  'collection',
  'count',
  'price',
  'price.fiat',
  'average',
  'buyer',
  'seller',
  'bidder',
  'minter',
  'burner',
  'from',
  'to',
  'rank',
  'floor',
  'floor.change',
  'floor.before',
  'held',
  'profit',
  'last',
  'bid',
  'bids',
  'leader',
  'start.price',
  'ends',
  'link',
  'transaction',
  'time',
] as const;

export type Placeholder = (typeof PLACEHOLDERS)[number];

/** What the placeholders of an alert stand for; `null` for what is unknown. */
export type PlaceholderValues<P extends Placeholder = Placeholder> = Readonly<Record<P, Segments | null>>;
