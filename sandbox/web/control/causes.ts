import { auctionsLinked } from '../../demo/page-links.ts';
import type { LocalDiscord } from '../../discord/local-discord.ts';
import type { LedgerRecord } from '../../marketplace/ledger.ts';
import type { EmbeddedMarketplace } from '../../marketplace/marketplace.ts';
import type { Cause } from '../contract.ts';
import type { Outbid } from './outbid.ts';

/** What causes apply to. */
export interface CausesDeps {
  readonly discord: LocalDiscord;
  readonly marketplace: EmbeddedMarketplace;
  readonly killBot: () => void;
  /** Ends the ledger check of a channel that is about to be deleted. */
  readonly closeCheckOf: (channelId: string) => void;
  readonly outbid: Pick<Outbid, 'happen'>;
  /** The wallets of a user for which they watch being outbid. */
  readonly outbidWallets: (userId: string) => readonly string[];
  /** Wall ms. */
  readonly now: () => number;
}

const SWEEP_SIZE = 7;
const BURST_SALES = 200;
const BELOW_FLOOR_PERCENT = 25;
const MINT_SIZE = 3;
const WASH_TRADES = 12;
const AUCTION_ENDS_IN_MS = 60_000;
/** World ms. */
const SETTLES_AFTER_MS = 5_000;

/** What an event applies to: the channel, and the messages of it that are in view, oldest first. */
export interface CauseContext {
  readonly channelId: string;
  readonly inView: readonly string[];
  /** The user that the page acts as; `null` for none. */
  readonly userId: string | null;
}

const NO_RECORDS: readonly LedgerRecord[] = [];

/** Causes events, and returns the records of those of the market. Throws a RangeError, with a sentence, for events that are impossible now. */
export function createCauses(deps: CausesDeps) {
  const { discord, marketplace, killBot, closeCheckOf, now } = deps;
  const { cause } = marketplace;
  /** The collection that most channels of the demo follow. */
  const favourite = () => ({ collection: marketplace.collections()[0]?.address });

  /** The last running auction among the messages in view; without one, the newest of the market is meant. */
  function auctionInView({ channelId, inView }: CauseContext): string | undefined {
    const shown = new Set(inView);
    const keys = discord
      .messages(channelId)
      .filter(({ id }) => shown.has(id))
      .flatMap(({ payload }) => auctionsLinked(JSON.stringify(payload)));
    const running = marketplace.ledger
      .auctions()
      .filter(({ close, endsAtMs }) => close === null && endsAtMs > now());
    const keyed = new Map(running.map(({ id, collection, number }) => [`${collection}/${number}`, id]));
    const last = keys.findLast((key) => keyed.has(key));
    return last === undefined ? undefined : keyed.get(last);
  }

  const startAuction = (): readonly LedgerRecord[] =>
    cause.auction({ ...favourite(), endsInMs: AUCTION_ENDS_IN_MS, settlesAfterMs: SETTLES_AFTER_MS });

  function auctionOfAMinute(): readonly LedgerRecord[] {
    const started = startAuction();
    const auction = started[0]?.auctionId ?? undefined;
    return [...started, ...cause.bid({ auction })];
  }

  return function happen(what: Cause, context: CauseContext): readonly LedgerRecord[] {
    switch (what) {
      case 'sale':
        return cause.sale();
      case 'sweep':
        return cause.sweep(SWEEP_SIZE, favourite());
      case 'auction':
        return auctionOfAMinute();
      case 'bid':
        return cause.bid({ auction: auctionInView(context) });
      case 'late-bid':
        return cause.lateBid(auctionInView(context));
      case 'outbid': {
        const wallets = context.userId === null ? [] : deps.outbidWallets(context.userId);
        return deps.outbid.happen(wallets, auctionInView(context), startAuction);
      }
      case 'listing':
        return cause.listing({ ...favourite(), belowFloorPercent: BELOW_FLOOR_PERCENT });
      case 'mint':
        return cause.mint(MINT_SIZE);
      case 'wash':
        return cause.wash(WASH_TRADES, favourite());
      case 'burst':
        return Array.from({ length: BURST_SALES }, () => cause.sale()).flat();
      case 'drop-sockets':
        discord.gateway.dropAll();
        return NO_RECORDS;
      case 'delete-channel':
        closeCheckOf(context.channelId);
        discord.deleteChannel(context.channelId);
        return NO_RECORDS;
      case 'kill-bot':
        killBot();
        return NO_RECORDS;
      default:
        return what satisfies never;
    }
  };
}
