/** A collection of the simulated marketplace. */
export interface SimulatedCollection {
  readonly address: string;
  readonly name: string;
}

/** Several tokens in one record, whose events follow one another. */
export interface Bundle {
  /** The number of its first event. */
  readonly first: number;
  readonly tokenIds: readonly string[];
}

/** A token in a record of the simulated feed. Times in ms since the start of the history. */
export interface MarketEvent {
  readonly number: number;
  readonly kind: 'sale' | 'listing' | 'transfer' | 'burn';
  /** Its record's, which the marketplace may have used before. */
  readonly id: string;
  /** The symbol of another coin than the chain's. */
  readonly coin?: string;
  /** The record of several tokens that it is one token of; the price is the token's share. */
  readonly bundle?: Bundle;
  readonly collection: string;
  readonly tokenId: string;
  readonly price: bigint;
  readonly seller: string;
  readonly buyer: string;
  readonly txHash: string;
  readonly at: number;
  /** When the feed shows it, and when it shows its price. */
  readonly shownAt: number;
  readonly pricedAt: number;
}

export interface AuctionBid {
  readonly bidder: string;
  readonly amount: bigint;
  readonly at: number;
  readonly shownAt: number;
}

/** An auction of the simulated marketplace. */
export interface MarketAuction {
  readonly number: number;
  readonly collection: string;
  readonly tokenId: string;
  readonly seller: string;
  readonly startingPrice: bigint;
  readonly startedAt: number;
  endsAt: number;
  readonly bids: AuctionBid[];
  settledAt: number | null;
  cancelledAt: number | null;
  updatedAt: number;
}

/** One event in a transaction of its own; the rest is as usual. */
export type TradePlan = Pick<MarketEvent, 'kind'> &
  Partial<Pick<MarketEvent, 'tokenId' | 'seller' | 'buyer' | 'price' | 'coin'>> & {
    /** Its number. */
    readonly collection: number;
    readonly hasOldId?: boolean;
    /** So many tokens in one record. */
    readonly tokens?: number;
  };

/** What happened on the simulated market. The bot sees it only through the server. */
export interface Market {
  readonly collections: readonly SimulatedCollection[];
  readonly events: readonly MarketEvent[];
  readonly auctions: readonly MarketAuction[];
  /** The floors that collections had, from when on; hundredths of a coin. */
  readonly floors: readonly { readonly collection: string; readonly at: number; readonly floor: number }[];
  /** All records get other ids from now on. */
  makeIdsAnew(): void;
  /** How often that happened. */
  readonly generation: number;
  setFloor(collection: string, floor: number): void;
  /** Hundredths of a coin. */
  floorOf(collection: string): number;
  add(
    event: Omit<MarketEvent, 'number' | 'id' | 'seller' | 'buyer' | 'txHash' | 'at'> & {
      /** It gets the id of the event before it. */
      readonly hasOldId?: boolean;
      readonly transaction: number;
      readonly seller?: string;
      readonly buyer?: string;
    },
  ): void;
  startAuction(
    auction: Pick<MarketAuction, 'collection' | 'tokenId' | 'startingPrice'> & { readonly lastsMs: number },
  ): void;
  /** @param number counts those that run, over and over; `null` where none does */
  running(number: number): MarketAuction | null;
  /** Does nothing where none runs. @param bidder somebody else each time, unless it is said */
  bid(number: number, amount: bigint, of?: { readonly bidder?: string; readonly shownLateMs?: number }): void;
  cancel(number: number): void;
  settle(number: number): void;
}

const hex = (value: number, digits: number): string => `0x${value.toString(16).padStart(digits, '0')}`;
/** Wallets, collections and transactions have numbers of their own ranges. */
export const walletOf = (number: number): string => hex(0xaa_0000 + number, 40);
const collectionOf = (number: number): string => hex(0xcc_0000 + number, 40);
export const transactionOf = (number: number): string => hex(0xee_0000 + number, 64);

const NAMES = ['Lantern Foxes', 'Harbour Owls', 'Paper Bears', 'Copper Moths'];
/** One coin. */
export const FIRST_FLOOR = 100;
/** A bid in the last minutes moves the end. */
const EXTENSION_MS = 60_000;

/** @param now ms since the start of the history */
export function createMarket(now: () => number): Market {
  const collections = NAMES.map((name, number) => ({ name, address: collectionOf(number) }));
  const events: MarketEvent[] = [];
  const auctions: MarketAuction[] = [];
  let generation = 0;
  const floors: { collection: string; at: number; floor: number }[] = [];

  function running(number: number): MarketAuction | null {
    const open = auctions.filter((one) => numbered(one.number) !== null);
    return open[number % open.length] ?? null;
  }
  /** The auction of this number, if it runs. */
  function numbered(number: number): MarketAuction | null {
    const auction = auctions[number];
    const isOver = auction === undefined || auction.cancelledAt !== null || auction.endsAt <= now();
    return isOver ? null : auction;
  }

  return {
    collections,
    events,
    auctions,
    floors,
    running,
    setFloor: (collection, floor) => void floors.push({ collection, at: now(), floor }),
    floorOf: (collection) => floors.findLast((one) => one.collection === collection)?.floor ?? FIRST_FLOOR,
    makeIdsAnew() {
      generation += 1;
    },
    get generation() {
      return generation;
    },
    add({ transaction, seller, buyer, hasOldId = false, ...event }) {
      const number = events.length + 1;
      events.push({
        ...event,
        number,
        id: String(hasOldId ? (events.at(-1)?.id ?? number) : (event.bundle?.first ?? number)),
        seller: seller ?? walletOf(2 * number),
        buyer: buyer ?? walletOf(2 * number + 1),
        txHash: transactionOf(transaction),
        at: now(),
      });
    },
    startAuction({ lastsMs, ...auction }) {
      const number = auctions.length;
      auctions.push({
        ...auction,
        number,
        seller: walletOf(100_000 + number),
        startedAt: now(),
        endsAt: now() + lastsMs,
        bids: [],
        settledAt: null,
        cancelledAt: null,
        updatedAt: now(),
      });
    },
    bid(number, amount, { bidder, shownLateMs = 0 } = {}) {
      const auction = running(number);
      if (auction === null) return;
      const highest = auction.bids.at(-1)?.amount ?? auction.startingPrice;
      auction.bids.push({
        bidder: bidder ?? walletOf(200_000 + 100 * auction.number + auction.bids.length),
        amount: amount > highest ? amount : highest + 1n,
        at: now(),
        shownAt: now() + shownLateMs,
      });
      auction.endsAt = Math.max(auction.endsAt, now() + EXTENSION_MS);
      auction.updatedAt = now();
    },
    cancel(number) {
      const auction = numbered(number);
      if (auction === null || auction.bids.length > 0) return;
      auction.cancelledAt = now();
      auction.updatedAt = now();
    },
    settle(number) {
      const auction = auctions[number];
      if (auction === undefined || auction.cancelledAt !== null || auction.settledAt !== null) return;
      if (auction.endsAt > now()) return;
      auction.settledAt = now();
      auction.updatedAt = now();
    },
  };
}
