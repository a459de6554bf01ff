/** The kinds of alert that records of the feed lead to. */
export const FEED_KINDS = ['sale', 'listing', 'offer', 'transfer', 'mint', 'burn'] as const;
export type FeedKind = (typeof FEED_KINDS)[number];

/** The kinds of alert that auctions lead to. Bids edit the live message, so no message of their own is due. */
export const AUCTION_STAGES = [
  'auction_started',
  'auction_ending',
  'auction_ended',
  'auction_cancelled',
] as const;
export type AuctionStage = (typeof AUCTION_STAGES)[number];

export type AlertKind = FeedKind | AuctionStage;
export const ALERT_KINDS: readonly AlertKind[] = [...FEED_KINDS, ...AUCTION_STAGES];

export const isAlertKind = (kind: string): kind is AlertKind => ALERT_KINDS.some((one) => one === kind);

/** How many alerts of one kind were due, posted, lost and posted twice. */
export interface KindCount {
  readonly due: number;
  readonly posted: number;
  readonly lost: number;
  readonly twice: number;
}
export type KindCounts = Readonly<Record<AlertKind, KindCount>>;

const NONE: KindCount = { due: 0, posted: 0, lost: 0, twice: 0 };

/** Calls `of` for every kind. */
export function countKinds(of: (kind: AlertKind) => KindCount): KindCounts {
  return {
    sale: of('sale'),
    listing: of('listing'),
    offer: of('offer'),
    transfer: of('transfer'),
    mint: of('mint'),
    burn: of('burn'),
    auction_started: of('auction_started'),
    auction_ending: of('auction_ending'),
    auction_ended: of('auction_ended'),
    auction_cancelled: of('auction_cancelled'),
  };
}

/** Adds up several counts. */
export function sumKinds(all: readonly KindCounts[]): KindCounts {
  return countKinds((kind) =>
    all.reduce((sum, counts) => {
      const { due, posted, lost, twice } = counts[kind];
      return {
        due: sum.due + due,
        posted: sum.posted + posted,
        lost: sum.lost + lost,
        twice: sum.twice + twice,
      };
    }, NONE),
  );
}
