import type { Auction } from './world/auctions/auction.ts';
import type { EventKind } from './world/model.ts';
import type { Offer } from './world/offers.ts';

/** A record of the feed as the marketplace stores it: the reference that checks compare with. */
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
  /** Buyer, receiver, bidder or offeror. */
  readonly buyer: string | null;
  /** The auction's `id` in the API; null for records of no auction. */
  readonly auctionId: string | null;
  readonly txHash: string | null;
  readonly logIndex: number | null;
  /** When it happened, in Unix seconds, as in the feed. */
  readonly timestamp: number;
  /** Wall ms at which the feed first showed it. */
  readonly shownAtMs: number;
  /** True for records from before the marketplace's start. */
  readonly history: boolean;
}

/** The reference data: every record in the order in which the feed showed it, every auction and every offer. */
export interface Ledger {
  /** All records so far; the list grows with the feed. */
  records(): readonly LedgerRecord[];
  /** All auctions so far, in the order of their starts, whether or not the feed showed them. */
  auctions(): readonly Auction[];
  /** All offers so far, oldest first. */
  offers(): readonly Offer[];
}

/** Called when the feed first shows a record. */
export type ActivityListener = (record: LedgerRecord) => void;

/** The ledger as the world writes it. */
export interface WritableLedger extends Pick<Ledger, 'records'> {
  enter(record: LedgerRecord): void;
  /** Returns a function that unsubscribes. */
  readonly onEntry: (listener: ActivityListener) => () => void;
}

export function createLedger(): WritableLedger {
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
