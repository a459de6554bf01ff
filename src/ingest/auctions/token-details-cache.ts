import type { AuctionAlert } from '#src/alerts/alert.ts';

/**
 * Cache of looked-up details of auctioned tokens, so that a failed lookup never removes details from a live message. It
 * is kept in memory and filled from the stored auction states at start.
 */
export interface TokenDetailsCache {
  /** Returns the alert with cached details, before the token is looked up again. */
  withCachedDetails(alert: AuctionAlert): AuctionAlert;
  /** Returns the looked-up alert, with the last price from before the auction's own sale. */
  withEarlierLastPrice(alert: AuctionAlert): AuctionAlert;
  set(state: AuctionAlert): void;
  delete(id: string): void;
}

export function createTokenDetailsCache(): TokenDetailsCache {
  const cache = new Map<string, Pick<AuctionAlert, 'token' | 'lastPrice'>>();
  return {
    withCachedDetails(alert) {
      const tokenDetails = cache.get(alert.auction);
      if (tokenDetails === undefined) return alert;
      const { quantity } = alert.token;
      return { ...alert, token: { ...tokenDetails.token, quantity }, lastPrice: tokenDetails.lastPrice };
    },
    withEarlierLastPrice(alert) {
      if (alert.status !== 'sold') return alert;
      // After the sale, the token's last price is the auction's own result.
      const own = alert.lastPrice === alert.highestBid ? null : alert.lastPrice;
      return { ...alert, lastPrice: cache.get(alert.auction)?.lastPrice ?? own };
    },
    set({ auction, token, lastPrice }) {
      cache.set(auction, { token, lastPrice });
    },
    delete: (id) => void cache.delete(id),
  };
}
