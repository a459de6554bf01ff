import type { Address } from '#src/chain/address.ts';
import type { TokenId } from '#src/chain/token-id.ts';
import type { Wei } from '#src/chain/wei.ts';
import type { OtherPrice, Token, TokenAttribute, TokenRarity } from './token.ts';

/** Links to other sites, as the user wrote them. */
export interface SocialLinks {
  readonly x: string | null;
  readonly instagram: string | null;
  readonly discord: string | null;
  readonly github: string | null;
  readonly website: string | null;
  readonly email: string | null;
}

/** A public user profile (marketplace-api: User profile). */
export interface Profile {
  readonly address: Address;
  /** Name of the name service. */
  readonly name: string | null;
  readonly nameTokenId: TokenId | null;
  readonly bio: string | null;
  readonly avatar: string | null;
  readonly banner: string | null;
  readonly social: SocialLinks;
  readonly ownedTokens: number | null;
  readonly ownedCollections: number | null;
  readonly volumeBought: Wei | null;
  readonly volumeSold: Wei | null;
  /** It is not documented which fields a private profile omits: any may be `null`. */
  readonly isPrivate: boolean;
  readonly isNew: boolean;
}

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
  /** Prices in other coins than the chain's own; the corresponding fields above are `null`. */
  readonly inOtherCoins?:
    | (NonNullable<Token['inOtherCoins']> & {
        readonly offer: OtherPrice | null;
        readonly startingPrice: OtherPrice | null;
        readonly highestBid: OtherPrice | null;
      })
    | undefined;
  readonly listingSource: string | null;
}
