import type { Address } from './address.ts';
import type { TokenAttribute, TokenRarity } from './token.ts';
import type { TokenId } from './token-id.ts';
import type { Wei } from './wei.ts';

/** Where else a person can be found; each as the person wrote it. */
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
  /** What a private profile leaves out is not documented: any field may be absent. */
  readonly isPrivate: boolean;
  readonly isNew: boolean;
}

/** A token in somebody's wallet (marketplace-api: User NFT). */
export interface OwnedToken {
  readonly collection: Address;
  readonly tokenId: TokenId;
  readonly owner: Address | null;
  /** Whether the marketplace follows the collection. */
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
  readonly listingSource: string | null;
}
