import type { RarityTable } from './rarity.ts';

/** What can happen to a token, as the feed tells it. */
export type EventKind =
  | 'sale'
  | 'listing'
  | 'listing_updated'
  | 'listing_expired'
  | 'listing_cancelled'
  | 'transfer'
  | 'mint'
  | 'burn'
  | 'offer'
  | 'collection_offer'
  | 'auction_created'
  | 'auction_bid'
  | 'auction_settled'
  | 'auction_cancelled';

/** Where nobody is: what is burned goes there, what is minted comes from there. */
export const NOBODY = `0x${'0'.repeat(40)}`;

/** What an event of an auction says beyond the rest. */
export interface AuctionPart {
  /** `<txHash>-<collection>-<number>`, as the API writes it. */
  readonly id: string;
  /** The API's `auctionId`. */
  readonly number: number;
  /** The end as it is after the event, in wall ms; left out when the event does not move it. */
  readonly endsAtMs?: number;
  /** World ms from the end to the settlement; null for one that only comes when it is caused. With `auction_created`. */
  readonly settlesAfterMs?: number | null;
}

/** One thing that happens in the world, before it has a place in wall time. */
export interface WorldEvent {
  /** 24 hex digits, unique in the world. */
  readonly id: string;
  readonly kind: EventKind;
  /** World time in ms since the start; zero or less is history. */
  readonly atMs: number;
  /** Lower-case contract address. */
  readonly collection: string;
  /** Empty for an offer for any token of the collection. */
  readonly tokenId: string;
  /** Wei: a price, an asking price, a starting price, a bid or an offer; null where there is none. */
  readonly price: bigint | null;
  /** Seller, lister or sender; null where there is none or it is not known. */
  readonly from: string | null;
  /** Buyer, receiver, bidder or who offers; null where there is none or it is not known. */
  readonly to: string | null;
  /** Null for what happens off the chain, such as a listing. */
  readonly txHash: string | null;
  readonly logIndex: number | null;
  /** With the kinds of auctions. */
  readonly auction?: AuctionPart;
  /** With offers and listings, wall ms; a listing without it stays until it is taken back. */
  readonly expiresAtMs?: number;
}

/** A trait of a token; `displayType` is `number` for numeric ones. */
export interface TokenTrait {
  readonly type: string;
  readonly value: string | number;
  readonly displayType?: string;
}

/** What a token is, apart from who owns it. */
export interface TokenSheet {
  /** Decimal digits, up to 256 bits. */
  readonly tokenId: string;
  readonly name: string;
  readonly description: string;
  readonly traits: readonly TokenTrait[];
  /** Quantity: 1, or more for an edition of an ERC-1155 collection. */
  readonly amount: number;
}

/** A token that exists when the world begins. */
export interface StartingToken extends TokenSheet {
  readonly owner: string;
  /** Asking price in wei, or null when it is not listed. */
  readonly ask: bigint | null;
  /** What it was last sold for, in wei; 0 for never. */
  readonly lastPrice: bigint;
}

/** What a collection is, apart from its tokens. */
export interface CollectionProfile {
  /** Lower-case contract address. */
  readonly address: string;
  readonly path: string;
  readonly name: string;
  readonly symbol: string;
  readonly description: string;
  readonly standard: '721' | '1155';
  readonly chainId: number;
  readonly owner: string;
  readonly verified: boolean;
  readonly featured: boolean;
  /** Basis points. */
  readonly royaltyPercentage: number;
  readonly website: string;
  readonly twitter: string;
  /** Invite URL of the community's chat. */
  readonly invite: string;
  readonly imageStyle: string;
  readonly isDynamicMedia: boolean;
  readonly isDynamicMetadata: boolean;
  readonly isReveal: boolean;
}

/** Sales from before the feed's memory, added up. */
export interface EarlierSales {
  readonly atMs: number;
  readonly count: number;
  /** Wei. */
  readonly volume: bigint;
}

/** A collection at the moment the world begins. */
export interface CollectionStart {
  readonly profile: CollectionProfile;
  readonly tokens: readonly StartingToken[];
  /** Of `tokens`. */
  readonly rarity: RarityTable;
  /** Tokens still to be minted, in the order of minting. */
  readonly unminted: readonly TokenSheet[];
  /** Oldest first. */
  readonly earlierSales: readonly EarlierSales[];
}
