import type { Address } from './address.ts';
import type { TokenId } from './token-id.ts';
import type { Currency, Wei } from './wei.ts';

/** What happened. `unknown` is kept and counted, and never told as anything else. */
export type ActivityKind =
  | 'sale'
  | 'listing'
  | 'listing_updated'
  | 'listing_cancelled'
  | 'listing_expired'
  | 'offer'
  | 'collection_offer'
  | 'offer_cancelled'
  | 'auction_created'
  | 'auction_bid'
  | 'auction_extended'
  | 'auction_settled'
  | 'auction_cancelled'
  | 'transfer'
  | 'mint'
  | 'burn'
  | 'ignored'
  | 'unknown';

/** One record of the marketplace's activities feed in canonical form. */
export interface Activity {
  /**
   * What this event is known by, the strongest first; never empty. Two records are the same event when they
   * share any key: a marketplace that gives its records new ids must not make old sales new.
   */
  readonly keys: readonly [string, ...string[]];
  readonly kind: ActivityKind;
  /** `null` where the record does not say. */
  readonly collection: Address | null;
  /** `null` for events of a whole collection. */
  readonly tokenId: TokenId | null;
  /** Total price in the smallest unit of `currency`; `0n` is a price, `null` is "not told". */
  readonly price: Wei | null;
  /** The contract of the coin that the price is in; `null` is the chain's own coin. */
  readonly currency: Address | null;
  /** How amounts of `currency` are written, where the record tells; its symbol may be empty. */
  readonly coin?: Currency | null | undefined;
  /** Seller, lister, bidder or sender, by kind. */
  readonly from: Address | null;
  /** Buyer, winner or receiver, by kind. */
  readonly to: Address | null;
  /** 0x and 64 lower-case hex digits; `null` for what happens off the chain. */
  readonly txHash: string | null;
  /** Position within the transaction's block; `0` is a position. */
  readonly logIndex: number | null;
  /** How many units changed hands, 1 unless an ERC1155 says otherwise. */
  readonly quantity: bigint;
  /** When it happened, epoch seconds; `null` where the record does not say. */
  readonly timestamp: number | null;
  /** Hints for reading, as the marketplace wrote them. */
  readonly collectionName: string | null;
  readonly tokenName: string | null;
  readonly image: string | null;
  /** The name of the exchange that the trade was made on, where it is told. */
  readonly source: string | null;
  /** The record was taken back (reverted or deleted): never announced. */
  readonly reverted: boolean;
}
