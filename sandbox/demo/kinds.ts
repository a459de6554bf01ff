/** What a record of the feed is told as. */
export const FEED_KINDS = ['sale', 'listing', 'offer', 'transfer', 'mint'] as const;
export type FeedKind = (typeof FEED_KINDS)[number];

/** What is told of an auction. Bids are told by editing, so no message of one is due. */
export const AUCTION_STAGES = [
  'auction_started',
  'auction_ending',
  'auction_ended',
  'auction_cancelled',
] as const;
export type AuctionStage = (typeof AUCTION_STAGES)[number];

export type ToldKind = FeedKind | AuctionStage;
export const TOLD_KINDS: readonly ToldKind[] = [...FEED_KINDS, ...AUCTION_STAGES];

/** How many alerts of one kind were due, and what became of them. */
export interface KindCount {
  readonly due: number;
  readonly posted: number;
  readonly lost: number;
  readonly twice: number;
}
export type KindCounts = Readonly<Record<ToldKind, KindCount>>;

const NONE: KindCount = { due: 0, posted: 0, lost: 0, twice: 0 };

/** Counts by kind, made of what `of` says of each. */
export function countKinds(of: (kind: ToldKind) => KindCount): KindCounts {
  return {
    sale: of('sale'),
    listing: of('listing'),
    offer: of('offer'),
    transfer: of('transfer'),
    mint: of('mint'),
    auction_started: of('auction_started'),
    auction_ending: of('auction_ending'),
    auction_ended: of('auction_ended'),
    auction_cancelled: of('auction_cancelled'),
  };
}

/** Several counts as one. */
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
