import type { RarityTable } from './rarity.ts';
import type { TokenSheet } from './token-sheet.ts';

/** The kinds of event, as in the feed. */
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

/** The address that burned tokens go to and minted ones come from. */
export const ZERO_ADDRESS = `0x${'0'.repeat(40)}`;

/** The auction's part of an event. */
export interface AuctionPart {
  /** `<txHash>-<collection>-<number>`, as the API writes it. */
  readonly id: string;
  /** The API's `auctionId`. */
  readonly number: number;
  /** The end after the event, in wall ms; absent when the event does not move it. */
  readonly endsAtMs?: number;
  /** World ms from the end to the settlement; null for a settlement on demand. With `auction_created`. */
  readonly settlesAfterMs?: number | null;
}

/** An event of the world, before it has a wall time. */
export interface WorldEvent {
  /** 24 hex digits, unique in the world. */
  readonly id: string;
  readonly kind: EventKind;
  /** World ms since the start; zero or less is history. */
  readonly atMs: number;
  /** Lower-case contract address. */
  readonly collection: string;
  /** Empty for an offer for any token of the collection. */
  readonly tokenId: string;
  /** Wei: a price, an asking price, a starting price, a bid or an offer; null where there is none. */
  readonly price: bigint | null;
  /** Seller, lister or sender; null where there is none or it is not known. */
  readonly from: string | null;
  /** Buyer, receiver, bidder or offeror; null where there is none or it is not known. */
  readonly to: string | null;
  /** Null for events off the chain, such as a listing. */
  readonly txHash: string | null;
  readonly logIndex: number | null;
  /** With auction events. */
  readonly auction?: AuctionPart;
  /** With offers and listings, wall ms; a listing without it does not expire. */
  readonly expiresAtMs?: number;
}

/** A token at the start of the world. */
export interface StartingToken extends TokenSheet {
  readonly owner: string;
  /** Asking price in wei, or null when it is not listed. */
  readonly ask: bigint | null;
  /** The last sale price in wei; 0 for never sold. */
  readonly lastPrice: bigint;
}

/** The static data of a collection. */
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

/** Totals of sales from before the feed's first record. */
export interface EarlierSales {
  readonly atMs: number;
  readonly count: number;
  /** Wei. */
  readonly volume: bigint;
}

/** A collection at the start of the world. */
export interface CollectionStart {
  readonly profile: CollectionProfile;
  readonly tokens: readonly StartingToken[];
  /** Of `tokens`. */
  readonly rarity: RarityTable;
  /** Tokens still to be minted, in minting order. */
  readonly unminted: readonly TokenSheet[];
  /** Oldest first. */
  readonly earlierSales: readonly EarlierSales[];
}
