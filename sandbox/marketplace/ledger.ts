import type { Auction } from './world/auctions/auction.ts';
import type { EventKind } from './world/model.ts';
import type { Offer } from './world/offers.ts';

/** A record of the feed, as the marketplace knows it: the truth that a reader's books are held against. */
export interface LedgerRecord {
  /** The record's `_id` in the feed. */
  readonly activityId: string;
  readonly kind: EventKind;
  /** Lower-case contract address. */
  readonly collection: string;
  /** Empty for an offer for any token of the collection. */
  readonly tokenId: string;
  readonly tokenName: string;
  /** Units, more than 1 of an edition. */
  readonly amount: number;
  /** Wei: a price, an asking price, a starting price, a bid or an offer; null where there is none. */
  readonly price: bigint | null;
  /** Seller, lister or sender. */
  readonly seller: string | null;
  /** Buyer, receiver, bidder or who offers. */
  readonly buyer: string | null;
  /** The auction's `id` in the API; null for what belongs to none. */
  readonly auctionId: string | null;
  readonly txHash: string | null;
  readonly logIndex: number | null;
  /** When it happened, in Unix seconds, as the feed tells it. */
  readonly timestamp: number;
  /** Wall ms at which the feed first showed it. */
  readonly shownAtMs: number;
  /** True for what the feed already showed when the marketplace started. */
  readonly history: boolean;
}

/** The whole truth: every record that the feed has shown, in that order, and every auction. */
export interface Ledger {
  /** All of them up to now; the list grows as the feed does. */
  records(): readonly LedgerRecord[];
  /** Every auction up to now, in the order of their starts, whatever the feed showed of it. */
  auctions(): readonly Auction[];
  /** Every offer up to now, oldest first. */
  offers(): readonly Offer[];
}

/** Hears of a record at the moment the feed first shows it. */
export type ActivityListener = (record: LedgerRecord) => void;

/** The ledger's own side: where records are entered. */
export interface LedgerBook extends Pick<Ledger, 'records'> {
  enter(record: LedgerRecord): void;
  /** Returns what ends the listening. */
  readonly onEntry: (listener: ActivityListener) => () => void;
}

export function createLedger(): LedgerBook {
  const records: LedgerRecord[] = [];
  const listeners = new Set<ActivityListener>();
  return {
    records: () => records,
    enter(record) {
      records.push(record);
      for (const listener of listeners) listener(record);
    },
    onEntry(listener) {
      const own: ActivityListener = (record) => listener(record);
      listeners.add(own);
      return () => {
        listeners.delete(own);
      };
    },
  };
}
