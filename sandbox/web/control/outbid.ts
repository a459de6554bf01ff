import type { LedgerRecord } from '../../marketplace/ledger.ts';
import type { EmbeddedMarketplace } from '../../marketplace/marketplace.ts';

/** Lets users be outbid. Disposing it cancels the bids that have not been made yet. */
export interface Outbid extends Disposable {
  /**
   * Somebody bids more than one of the wallets, which bids first where it does not lead in any auction.
   * @param inView id of the auction for that; a new one where it is left out or about to end
   * @throws RangeError where there is no wallet
   */
  happen(
    wallets: readonly string[],
    inView: string | undefined,
    start: () => readonly LedgerRecord[],
  ): readonly LedgerRecord[];
}

/** Longer than the time between two polls of the demo's bot, so that it sees both bids. */
const AFTER_OWN_BID_MS = 5_000;
/** An auction that ends sooner may be over before the second bid. */
const MIN_LEFT_MS = 20_000;
const NO_WALLET =
  'You watch no wallet for being outbid. Use /watch me to name one, and /watch add with “Wallet: Is outbid”.';

/** @param deps.now wall ms */
export function createOutbid(deps: {
  readonly marketplace: Pick<EmbeddedMarketplace, 'cause' | 'ledger'>;
  readonly now: () => number;
}): Outbid {
  const { marketplace, now } = deps;
  const { cause, ledger } = marketplace;
  const timers = new Set<NodeJS.Timeout>();

  function bidLater(auction: string): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      try {
        cause.bid({ auction });
      } catch (error) {
        // Someone else may have ended it meanwhile.
        if (!(error instanceof RangeError)) throw error;
      }
    }, AFTER_OWN_BID_MS);
    timers.add(timer.unref());
  }

  return {
    happen(wallets, inView, start) {
      const [wallet] = wallets;
      if (wallet === undefined) throw new RangeError(NO_WALLET);
      const running = ledger
        .auctions()
        .filter(({ close, endsAtMs }) => close === null && endsAtMs > now() + MIN_LEFT_MS);
      const led = running.findLast(({ bids }) => wallets.includes(bids.at(-1)?.bidder ?? ''));
      if (led !== undefined) return cause.bid({ auction: led.id });
      const shown = running.find(({ id }) => id === inView)?.id;
      const started = shown === undefined ? start() : [];
      const auction = shown ?? started[0]?.auctionId ?? undefined;
      const own = cause.bid({ auction, bidder: wallet });
      bidLater(auction ?? own[0]?.auctionId ?? '');
      return [...started, ...own];
    },
    [Symbol.dispose]() {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
