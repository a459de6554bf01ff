import type { Address } from '#src/chain/address.ts';
import type { TokenId } from '#src/chain/token-id.ts';
import type { Wei } from '#src/chain/wei.ts';
import type { OtherPrice, Token, TokenAttribute, TokenRarity } from './token.ts';

/** A token in a user's wallet (marketplace-api: User NFT). */
export interface OwnedToken {
  readonly collection: Address;
  readonly tokenId: TokenId;
  readonly owner: Address | null;
  /** Whether the marketplace tracks the collection. */
  readonly tracked: boolean;
  readonly name: string | null;
  readonly description: string | null;
  /** Best picture first: image, then preview, then thumbnail. */
  readonly image: string | null;
  readonly thumbnail: string | null;
  readonly preview: string | null;
  readonly attributes: readonly TokenAttribute[];
  readonly rarity: TokenRarity | null;
  readonly lastPrice: Wei | null;
  readonly listed: boolean;
  readonly inAuction: boolean;
  readonly hasOffers: boolean;
  readonly acceptingBids: boolean;
  readonly listing: {
    readonly id: string | null;
    readonly price: Wei | null;
    /** Epoch seconds. */
    readonly expiresAt: number | null;
  } | null;
  readonly auction: {
    readonly id: string | null;
    readonly startingPrice: Wei | null;
    readonly highestBid: Wei | null;
    /** Epoch seconds. */
    readonly endTime: number | null;
  } | null;
  readonly highestOffer: Wei | null;
  /** The prices that are in other coins than the chain's own; those above are `null` then. */
  readonly inOtherCoins?:
    | (NonNullable<Token['inOtherCoins']> & {
        readonly offer: OtherPrice | null;
        readonly startingPrice: OtherPrice | null;
        readonly highestBid: OtherPrice | null;
      })
    | undefined;
  readonly listingSource: string | null;
}
