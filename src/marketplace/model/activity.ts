import type { Address } from '#src/chain/address.ts';
import type { CoinId } from '#src/chain/coins.ts';
import type { TokenId } from '#src/chain/token-id.ts';
import type { Currency, Wei } from '#src/chain/wei.ts';

/** `unknown` records are kept and counted, but never posted. */
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

/** One of several tokens in a record. */
export interface BundledToken {
  readonly collection: Address;
  readonly tokenId: TokenId;
  /** Units, 1 unless the record contains another number. */
  readonly quantity: bigint;
}

/** Why the tokens of a record cannot be read: a float has rounded an id, or there are too many. */
export type TokenDefect = 'damaged' | 'too_many';

/** One record of the marketplace's activities feed in canonical form. */
export interface Activity {
  /**
   * Identifies the event, strongest key first; never empty. Two records are the same event if they share any key, so
   * that an old sale does not count as new when the marketplace gives its record a new id.
   */
  readonly keys: readonly [string, ...string[]];
  readonly kind: ActivityKind;
  /** `null` if the record has none. */
  readonly collection: Address | null;
  /** `null` for events of a whole collection, and of several tokens. */
  readonly tokenId: TokenId | null;
  /** All tokens of a record about several, at least two; `price` and `quantity` cover all of them. */
  readonly bundle?: readonly BundledToken[] | undefined;
  /** Set if the record names tokens that cannot be read. */
  readonly tokenDefect?: TokenDefect | undefined;
  /** Total price in the smallest unit of `currency`; `0n` is a price, `null` means unknown. */
  readonly price: Wei | null;
  /** The coin of the price; `null` is the chain's own coin. */
  readonly currency: CoinId | null;
  /** Format of amounts in `currency`, if known; its symbol may be empty. */
  readonly coin?: Currency | null | undefined;
  /** Seller, lister, bidder or sender, by kind. */
  readonly from: Address | null;
  /** Buyer, winner or receiver, by kind. */
  readonly to: Address | null;
  /** 0x and 64 lower-case hex digits; `null` for off-chain events. */
  readonly txHash: string | null;
  /** Position within the transaction's block; `0` is a position. */
  readonly logIndex: number | null;
  /** Number of units that changed hands, 1 except for an ERC1155. */
  readonly quantity: bigint;
  /** Epoch seconds; `null` if the record has no time. */
  readonly timestamp: number | null;
  /** Display names and picture, as the marketplace wrote them. */
  readonly collectionName: string | null;
  readonly tokenName: string | null;
  readonly image: string | null;
  /** Name of the exchange that the trade was made on; `null` if unknown. */
  readonly source: string | null;
  /** The wallet that a private listing is for, `null` if unknown; absent for public listings and other records. */
  readonly reserved?: { readonly for: Address | null } | undefined;
  /** Final price of a Dutch listing, in its coin, and when it is reached, epoch seconds; `price` is its first price. */
  readonly falling?:
    | { readonly to: Wei; readonly from: number | null; readonly until: number | null }
    | undefined;
  /**
   * Whether the record was reverted or deleted, or its transaction failed, so that it is never posted. The marketplace
   * may report it later.
   */
  readonly reverted: boolean;
}

/** Returns the ids of the record's tokens as one text, independent of their order; `null` for none. */
export function tokensText({ tokenId, bundle }: Pick<Activity, 'tokenId' | 'bundle'>): string | null {
  if (bundle === undefined) return tokenId;
  return bundle
    .map(({ collection, tokenId: id }) => `${collection}-${id}`)
    .toSorted()
    .join();
}
