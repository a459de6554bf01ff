import type { LedgerRecord } from '../ledger.ts';
import { addressOf } from '../random/hex.ts';
import type { Random } from '../random/random.ts';
import { type Auction, currentPrice, leadingBid, leastBid } from './auctions/auction.ts';
import {
  auctionBid,
  auctionCancellation,
  auctionSettlement,
  auctionStart,
  endAfterBid,
} from './auctions/auction-events.ts';
import type { CauseDeps, CauseTarget, ResolvedTarget } from './cause-target.ts';
import type { Moment } from './transactions.ts';

interface CauseAuctionOptions extends CauseTarget {
  readonly seller?: string | undefined;
  /** Wei. Default half of the token's usual listing price. */
  readonly startingPrice?: bigint | undefined;
  /** Wall ms from now. Default ten minutes. */
  readonly endsInMs?: number | undefined;
  /** World ms from the end to the settlement; null: only by `settle`. Default the world's setting. */
  readonly settlesAfterMs?: number | null | undefined;
}

interface CauseBidOptions {
  /** The auction's id. Default the latest auction that has not ended. */
  readonly auction?: string | undefined;
  /** Default a new wallet. */
  readonly bidder?: string | undefined;
  /** Wei. Default the starting price for the first bid, then five percent more. */
  readonly amount?: bigint | undefined;
  /** A bid this shortly before the end moves it to this long after the bid. Wall ms, default a minute. */
  readonly extensionMs?: number | undefined;
}

/** The part of `Cause` that is about auctions. Without an id, the latest auction is meant. */
export interface CauseAuctions {
  /** Throws a RangeError for a token that is already on auction. The record has the id in `auctionId`. */
  auction(options?: CauseAuctionOptions): readonly LedgerRecord[];
  /** Throws a RangeError for a bid that is too low, or that comes after the end. */
  bid(options?: CauseBidOptions): readonly LedgerRecord[];
  /**
   * A bid as if in the last second: it moves the end by a minute, whatever time is left. Throws a RangeError
   * like `bid`.
   */
  lateBid(auction?: string): readonly LedgerRecord[];
  /** The leading bidder bids again. Throws a RangeError without a bid. */
  selfRaise(auction?: string): readonly LedgerRecord[];
  /** Settles it, with or without a bid. Throws a RangeError before its end. */
  settle(auction?: string): readonly LedgerRecord[];
  /** Cancels it, with or without bids. */
  cancelAuction(auction?: string): readonly LedgerRecord[];
}

export interface CauseAuctionsDeps
  extends Pick<CauseDeps, 'market' | 'appraise' | 'happen' | 'now' | 'settleAfterMs'> {
  readonly begin: () => Moment;
  readonly target: (wanted: CauseTarget, random: Random) => ResolvedTarget;
}

const LASTS_MS = 600_000;
const EXTENSION_MS = 60_000;

export function createAuctionCauses(deps: CauseAuctionsDeps): CauseAuctions {
  const { market, appraise, happen, now, begin, target } = deps;

  const newest = (accepts: (auction: Auction) => boolean, what: string): Auction => {
    const auction = [...market.auctions.open].findLast(accepts);
    if (auction === undefined) throw new RangeError(`There is no auction ${what}.`);
    return auction;
  };

  const named = (id: string | undefined, accepts: (auction: Auction) => boolean, what: string): Auction => {
    if (id === undefined) return newest(accepts, what);
    const auction = market.auctions.at(id);
    if (auction === undefined) throw new RangeError(`There is no auction ${id}.`);
    return auction;
  };

  const running = (id: string | undefined): Auction =>
    named(id, ({ endsAtMs }) => endsAtMs > now(), 'that has not ended');

  const bid = (options: CauseBidOptions): readonly LedgerRecord[] => {
    const moment = begin();
    const auction = running(options.auction);
    const raised = (currentPrice(auction) * 105n) / 100n;
    const least = leastBid(auction);
    const usual = auction.bids.length === 0 || raised < least ? least : raised;
    return happen([
      auctionBid(moment, auction, {
        bidder: options.bidder ?? addressOf(`${moment.key}:bidder`),
        amount: options.amount ?? usual,
        endsAtMs: endAfterBid(auction.endsAtMs, now(), options.extensionMs ?? EXTENSION_MS),
      }),
    ]);
  };

  return {
    auction(options = {}) {
      const moment = begin();
      const { collection, token } = target(options, moment.random);
      const start = auctionStart(moment, collection, token, {
        number: market.auctions.nextNumber(),
        startingPrice: options.startingPrice ?? appraise(collection, token, moment.random) / 2n,
        endsAtMs: now() + (options.endsInMs ?? LASTS_MS),
        settlesAfterMs: options.settlesAfterMs === undefined ? deps.settleAfterMs : options.settlesAfterMs,
        seller: options.seller,
      });
      return happen([start]);
    },
    bid: (options = {}) => bid(options),
    lateBid(id) {
      const { id: auction, endsAtMs } = running(id);
      return bid({ auction, extensionMs: endsAtMs - now() + EXTENSION_MS });
    },
    selfRaise(id) {
      const auction = named(
        id,
        ({ endsAtMs, bids }) => endsAtMs > now() && bids.length > 0,
        'with a bid that has not ended',
      );
      const lead = leadingBid(auction);
      if (lead === undefined) throw new RangeError(`Nobody has bid in the auction ${auction.id}.`);
      return bid({ auction: auction.id, bidder: lead.bidder });
    },
    settle(id) {
      const moment = begin();
      const auction = named(id, ({ endsAtMs }) => endsAtMs <= now(), 'that has ended and is not settled');
      if (auction.endsAtMs > now()) throw new RangeError(`The auction ${auction.id} has not ended.`);
      return happen([auctionSettlement(moment, auction)]);
    },
    cancelAuction(id) {
      const moment = begin();
      return happen([
        auctionCancellation(
          moment,
          named(id, () => true, 'that is open'),
        ),
      ]);
    },
  };
}
