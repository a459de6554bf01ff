import type { Wei } from '../../chain/wei.ts';
import type { Auction } from '../../marketplace/model/auction.ts';
import type { OwnedToken } from '../../marketplace/model/profile.ts';
import type { Token } from '../../marketplace/model/token.ts';

/** A token with what the marketplace tells of it elsewhere; `null` for what it does not. */
export interface TokenFacts {
  readonly token: Token;
  /** Lowest price of the collection. */
  readonly floor: Wei | null;
  /** What it is listed for. */
  readonly price: Wei | null;
  /** Epoch seconds. */
  readonly listedUntil: number | null;
  readonly highestOffer: Wei | null;
  /** The one that is running, or ended and not settled yet. */
  readonly auction: Auction | null;
  /** What the owner's list tells of it, where the list of auctions does not hold it. */
  readonly auctionInBrief: OwnedToken['auction'];
}

/** Whether its listing has expired, which some deployments still count as listed. @param now epoch seconds */
export function isExpired({ listedUntil }: Pick<TokenFacts, 'listedUntil'>, now: number): boolean {
  return listedUntil !== null && listedUntil <= now;
}
