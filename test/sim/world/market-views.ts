import type { Market, MarketAuction, MarketEvent, SimulatedCollection } from './market.ts';
import { transactionOf } from './market.ts';

/** Converts a time of the history to epoch ms. */
type TimeOf = (at: number) => number;

/** To whom burned tokens go. */
const NOBODY = `0x${'0'.repeat(40)}`;

const iso = (ms: number): string => new Date(ms).toISOString();
const seconds = (ms: number): number => Math.floor(ms / 1_000);

/** @param now ms since the start of the history */
export function eventView(
  event: MarketEvent,
  timeOf: TimeOf,
  { now, generation }: { readonly now: number; readonly generation: number },
): object {
  const { kind, seller, buyer, bundle } = event;
  const time = timeOf(event.at);
  const isMove = kind === 'transfer' || kind === 'burn';
  const isOnChain = kind !== 'listing' || bundle !== undefined;
  const price = event.price * BigInt(bundle?.tokenIds.length ?? 1);
  return {
    _id: `record-${event.id}${generation === 0 ? '' : `-again-${generation}`}`,
    type: kind,
    collectionAddress: event.collection,
    ...(bundle === undefined
      ? { tokenId: Number(event.tokenId) }
      : { tokenIds: bundle.tokenIds.map(Number) }),
    nftType: 'ERC721',
    amount: 1,
    ...(isMove || event.pricedAt > now ? {} : { price: String(price) }),
    ...(event.coin === undefined ? {} : { currency: event.coin }),
    ...(isMove ? { from: seller, to: kind === 'burn' ? NOBODY : buyer } : { seller }),
    ...(kind === 'sale' ? { buyer } : {}),
    txHash: isOnChain ? event.txHash : null,
    logIndex: isOnChain ? event.number : null,
    timestamp: seconds(time),
    createdAt: iso(time),
    updatedAt: iso(time),
  };
}

export function auctionView(auction: MarketAuction, timeOf: TimeOf, now: number): object {
  const { number, collection, startedAt } = auction;
  const bids = auction.bids.filter(({ shownAt }) => shownAt <= now);
  const lead = bids.at(-1);
  return {
    _id: `auction-${number}`,
    id: `${transactionOf(900_000 + number)}-${collection}-${number}`,
    auctionId: number,
    seller: auction.seller,
    collectionAddress: collection,
    tokenId: Number(auction.tokenId),
    startingPrice: String(auction.startingPrice),
    isActive: auction.settledAt === null && auction.cancelledAt === null,
    startTime: seconds(timeOf(startedAt)),
    endTime: Math.ceil(timeOf(auction.endsAt) / 1_000),
    nftType: 'ERC721',
    amount: 1,
    bids: bids.map((bid, position) => ({
      _id: `bid-${number}-${position}`,
      bidder: bid.bidder,
      amount: String(bid.amount),
      timestamp: seconds(timeOf(bid.at)),
      txHash: transactionOf(1_000_000 + 1_000 * number + position),
    })),
    createdAt: iso(timeOf(startedAt)),
    updatedAt: iso(timeOf(auction.updatedAt)),
    ...(lead === undefined ? {} : { highestBid: String(lead.amount), highestBidder: lead.bidder }),
    ...(auction.settledAt === null ? {} : { finalizedAt: seconds(timeOf(auction.settledAt)) }),
  };
}

/** Totals that count every sale of the collection. */
export function collectionView({ address, name }: SimulatedCollection, market: Market): object {
  const sales = market.events.filter(({ kind, collection }) => kind === 'sale' && collection === address);
  return {
    address,
    id: address,
    name,
    symbol: 'SIM',
    path: name.toLowerCase().replaceAll(' ', '-'),
    standard: '721',
    isWhitelisted: true,
    displayed: true,
    stats: {
      totalNFTs: 10_000,
      numOwners: 500,
      floor: String(BigInt(market.floorOf(address)) * 10n ** 16n),
      highestSale: '0',
    },
    volumeStats: { totalSales: sales.length },
    traits: [],
  };
}

export function tokenView(collection: string, tokenId: string, name: string): object {
  return {
    collectionAddress: collection,
    tokenId: Number(tokenId),
    name: `${name} #${tokenId}`,
    rarity: { rank: Number(tokenId) },
    traits: [],
  };
}
