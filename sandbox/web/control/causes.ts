import type { LocalDiscord } from '../../discord/local-discord.ts';
import type { EmbeddedMarketplace } from '../../marketplace/marketplace.ts';
import type { Cause } from '../contract.ts';

/** What the causes act upon. */
export interface CausesDeps {
  readonly discord: LocalDiscord;
  readonly marketplace: EmbeddedMarketplace;
  readonly killBot: () => void;
  /** Ends the ledger check of a channel that is about to be deleted. */
  readonly closeCheckOf: (channelId: string) => void;
}

const SWEPT = 7;
const BURST_SALES = 200;
const BELOW_FLOOR_PERCENT = 25;
const MINTED = 3;
const WASHED = 12;
const AUCTION_ENDS_IN_MS = 60_000;
/** In the marketplace's own time. */
const SETTLES_AFTER_MS = 5_000;

/** Makes things happen. Throws a RangeError, with a sentence, for what cannot happen now. */
export function createCauses({ discord, marketplace, killBot, closeCheckOf }: CausesDeps) {
  const { cause } = marketplace;
  /** The collection that most channels of the demo follow. */
  const favourite = () => ({ collection: marketplace.collections()[0]?.address });

  function auctionOfAMinute(): void {
    const [start] = cause.auction({
      ...favourite(),
      endsInMs: AUCTION_ENDS_IN_MS,
      settlesAfterMs: SETTLES_AFTER_MS,
    });
    cause.bid(start?.auctionId ? { auction: start.auctionId } : {});
  }

  return function happen(what: Cause, channelId: string): void {
    switch (what) {
      case 'sale':
        cause.sale();
        return;
      case 'sweep':
        cause.sweep(SWEPT, favourite());
        return;
      case 'auction':
        auctionOfAMinute();
        return;
      case 'bid':
        cause.bid();
        return;
      case 'late-bid':
        cause.lateBid();
        return;
      case 'listing':
        cause.listing({ ...favourite(), belowFloorPercent: BELOW_FLOOR_PERCENT });
        return;
      case 'mint':
        cause.mint(MINTED, favourite());
        return;
      case 'wash':
        cause.wash(WASHED, favourite());
        return;
      case 'burst':
        for (let count = 0; count < BURST_SALES; count += 1) cause.sale();
        return;
      case 'drop-sockets':
        discord.gateway.dropAll();
        return;
      case 'delete-channel':
        closeCheckOf(channelId);
        discord.deleteChannel(channelId);
        return;
      case 'kill-bot':
        killBot();
        return;
      default:
        what satisfies never;
    }
  };
}
