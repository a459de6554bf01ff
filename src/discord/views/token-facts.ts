import type { Wei } from '../../chain/wei.ts';
import type { Auction } from '../../marketplace/model/auction.ts';
import type { OwnedToken } from '../../marketplace/model/profile.ts';
import type { Token } from '../../marketplace/model/token.ts';

/** A token, with what other endpoints report about it; `null` for what none reports. */
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
  /** The auction as the owner's list of tokens reports it, if the list of auctions does not contain it. */
  readonly auctionInBrief: OwnedToken['auction'];
}

/** Whether its listing has expired, which some deployments still count as listed. @param now epoch seconds */
export function isExpired({ listedUntil }: Pick<TokenFacts, 'listedUntil'>, now: number): boolean {
  return listedUntil !== null && listedUntil <= now;
}
