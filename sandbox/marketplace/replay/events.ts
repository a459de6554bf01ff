import { recordIdOf, txHashOf } from '../random/hex.ts';
import { leadingBid } from '../world/auctions/auction.ts';
import { auctionIdOf } from '../world/auctions/auction-events.ts';
import type { Market } from '../world/market.ts';
import type { WorldEvent } from '../world/model.ts';
import type { Recording } from './files.ts';
import type { AuctionRecord } from './records.ts';

/** The number of sales that count as history at the start: at most this many, and at most a tenth of all. */
const HISTORY_SALES = 50;
const HISTORY_SHARE = 0.1;

/** A recorded event in world time; its wall times are computed when it happens. */
interface RecordedEvent {
  /** World ms. */
  readonly atMs: number;
  happen(market: Market, wallOf: (atMs: number) => number): WorldEvent;
}

type EventFields = Pick<WorldEvent, 'kind' | 'price' | 'to' | 'txHash'>;

/** Maps a recorded time (Unix seconds) to world ms. */
type WorldMs = (timestamp: number) => number;

/** Sales and auctions of a recording in the order in which they happen. */
export function recordedEvents(recording: Recording): readonly RecordedEvent[] {
  const { sales, auctions } = recording;
  const historySales = Math.min(HISTORY_SALES, Math.floor(sales.length * HISTORY_SHARE));
  const first = Math.min(...[sales[0]?.timestamp ?? [], auctions.map(({ startTime }) => startTime)].flat());
  // Without history the world starts a second before the first event, so that this event is part of the feed.
  const startsAt = sales[historySales - 1]?.timestamp ?? (Number.isFinite(first) ? first - 1 : 0);
  const worldMs: WorldMs = (timestamp) => (timestamp - startsAt) * 1000;
  const events = [
    ...soldEvents(recording, historySales, worldMs),
    ...auctions.flatMap((auction) => auctionEvents(recording.collection.address, auction, worldMs)),
  ];
  return events.sort((left, right) => left.atMs - right.atMs);
}

function soldEvents(
  { collection, sales }: Recording,
  historySales: number,
  worldMs: WorldMs,
): readonly RecordedEvent[] {
  return sales.map((sale, index) => {
    const offset = worldMs(sale.timestamp);
    const atMs = index < historySales ? Math.min(0, offset) : Math.max(1, offset);
    const event: WorldEvent = {
      id: recordIdOf(`${collection.address}:sale:${index}`),
      kind: 'sale',
      atMs,
      collection: collection.address,
      tokenId: sale.tokenId,
      price: sale.price,
      from: sale.seller,
      to: sale.buyer,
      txHash: sale.txHash,
      logIndex: sale.logIndex,
    };
    return { atMs, happen: () => event };
  });
}

function auctionEvents(
  collection: string,
  auction: AuctionRecord,
  worldMs: WorldMs,
): readonly RecordedEvent[] {
  const { auctionId: number, tokenId, seller, bids, finalizedAt, startTime } = auction;
  const key = `${collection}:auction:${number}`;
  // The transactions that started and settled the auction are not recorded, so their hashes are generated.
  const startTx = txHashOf(key);
  const id = auctionIdOf(startTx, collection, number);
  const ends = endsAsSeen(auction);
  const event = (
    what: string,
    timestamp: number,
    eventFields: EventFields | ((market: Market) => EventFields),
    endsAt?: number,
  ): RecordedEvent => ({
    atMs: worldMs(timestamp),
    happen: (market, wallOf) => ({
      id: recordIdOf(`${key}:${what}`),
      atMs: worldMs(timestamp),
      collection,
      tokenId,
      from: seller,
      logIndex: null,
      ...(typeof eventFields === 'function' ? eventFields(market) : eventFields),
      auction: {
        id,
        number,
        settlesAfterMs: null,
        ...(endsAt === undefined ? {} : { endsAtMs: wallOf(worldMs(endsAt)) }),
      },
    }),
  });
  const start = { kind: 'auction_created', price: auction.startingPrice, to: null, txHash: startTx } as const;
  // The leader at that time: further bids may have been caused during the replay.
  const settlement = (market: Market): EventFields => {
    const held = market.auctions.at(id);
    const lead = held === undefined ? undefined : leadingBid(held);
    return {
      kind: 'auction_settled',
      price: lead?.amount ?? null,
      to: lead?.bidder ?? null,
      txHash: txHashOf(`${key}:settlement`),
    };
  };
  return [
    event('start', startTime, start, ends[0]),
    ...bids.map(({ amount, bidder, timestamp, txHash }, index) =>
      event(
        `bid:${index}`,
        timestamp,
        { kind: 'auction_bid', price: amount, to: bidder, txHash },
        ends[index + 1],
      ),
    ),
    ...(finalizedAt === null ? [] : [event('settlement', finalizedAt, settlement)]),
  ];
}

/**
 * The end as it was reported at the start and after each bid, in Unix seconds. A recording only has the last
 * one. Where that lies as far after the last bid as an extension does, the bids before it that follow each
 * other within that span have each moved it; the end before these is set to a minute after the first.
 */
function endsAsSeen({ bids, endTime }: AuctionRecord): readonly number[] {
  const last = bids.at(-1);
  if (last === undefined || endTime - last.timestamp !== EXTENSION_S)
    return [endTime, ...bids.map(() => endTime)];
  let first = bids.length - 1;
  while (first > 0 && timeOf(bids, first) - timeOf(bids, first - 1) < EXTENSION_S) first -= 1;
  const announced = timeOf(bids, first) + 60;
  return [announced, ...bids.map((bid, index) => (index < first ? announced : bid.timestamp + EXTENSION_S))];
}

/** fixtures/README: endTime is the last bid plus 300 s. */
const EXTENSION_S = 300;

function timeOf(bids: AuctionRecord['bids'], index: number): number {
  return bids[index]?.timestamp ?? 0;
}
