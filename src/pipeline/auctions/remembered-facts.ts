import type { AuctionAlert } from '../../domain/alert.ts';

/**
 * What was looked up of auctioned tokens, so that a live message never loses what it showed because a lookup failed. It lives
 * as long as the process; what an earlier one knew is remembered from the states that it wrote.
 */
export interface RememberedFacts {
  /** The alert with what is remembered, before the token is looked up again. */
  before(alert: AuctionAlert): AuctionAlert;
  /** The alert as it was looked up, with the last price from before the auction's own sale. */
  after(alert: AuctionAlert): AuctionAlert;
  remember(state: AuctionAlert): void;
  forget(id: string): void;
}

export function createRememberedFacts(): RememberedFacts {
  const known = new Map<string, Pick<AuctionAlert, 'token' | 'lastPrice'>>();
  return {
    before(alert) {
      const facts = known.get(alert.auction);
      if (facts === undefined) return alert;
      const { quantity } = alert.token;
      return { ...alert, token: { ...facts.token, quantity }, lastPrice: facts.lastPrice };
    },
    after(alert) {
      if (alert.status !== 'sold') return alert;
      // Once it is sold, the token's last price is the auction's own result.
      const own = alert.lastPrice === alert.highestBid ? null : alert.lastPrice;
      return { ...alert, lastPrice: known.get(alert.auction)?.lastPrice ?? own };
    },
    remember({ auction, token, lastPrice }) {
      known.set(auction, { token, lastPrice });
    },
    forget: (id) => void known.delete(id),
  };
}
