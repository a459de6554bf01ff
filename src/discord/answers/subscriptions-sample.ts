import { ZERO_ADDRESS } from '../../domain/address.ts';
import type { MarketAlert, SoldItem } from '../../domain/alert.ts';
import type { AlertKind } from '../../domain/alert-kind.ts';
import type { AuctionStatus } from '../../domain/auction.ts';
import type { Rule } from '../../domain/subscription.ts';
import type { ViewContext } from '../views/context.ts';

/** Long enough before and after now that an auction's times read well. */
const HOUR = 3_600;

function auctionStatusOf(kind: AlertKind): AuctionStatus {
  if (kind === 'auction_ended') return 'sold';
  return kind === 'auction_cancelled' ? 'cancelled' : 'running';
}

/**
 * An alert that never happened, of the first kind that the rule asks for and with what its filter wants; its token's
 * name says that it is made up.
 * @param now epoch ms
 */
export function sampleAlert(
  { kinds, filter, endingLead }: Rule,
  now: number,
  context: ViewContext,
): MarketAlert {
  const kind = kinds[0] ?? 'sale';
  const at = Math.floor(now / 1_000);
  const { collections } = filter;
  const collection = (collections.type === 'these' ? collections.addresses[0] : undefined) ?? ZERO_ADDRESS;
  const price = filter.priceFrom ?? filter.priceTo ?? 10n ** BigInt(context.currency.decimals);
  const seller = filter.onlyWallets[0] ?? null;
  const item: SoldItem = {
    collection,
    collectionName: context.collectionName(collection) ?? 'Made-up collection',
    tokenId: '1',
    tokenName: 'Made-up example #1',
    image: null,
    rarity: null,
    attributes: [],
    price,
    currency: null,
    seller,
    quantity: filter.quantityFrom ?? 1n,
    story: null,
  };
  const base = { key: `sample:${kind}`, topic: null, txHash: null, occurredAt: at };
  switch (kind) {
    case 'sale':
      return { ...base, type: 'sale', kind, item, buyer: null };
    case 'listing':
      return { ...base, type: 'listing', kind, item };
    case 'offer': {
      const { collectionName, quantity } = item;
      const offered = { collection, collectionName, quantity, price, currency: null };
      return { ...base, ...offered, type: 'offer', kind, token: item, bidder: seller, floor: null };
    }
    case 'transfer':
    case 'mint':
      return {
        ...base,
        type: 'move',
        kind,
        tokens: [item],
        from: seller,
        to: null,
        price: null,
        currency: null,
      };
    case 'auction_started':
    case 'auction_bid':
    case 'auction_ending':
    case 'auction_ended':
    case 'auction_cancelled': {
      const hasBid = kind !== 'auction_started' && kind !== 'auction_cancelled';
      const isOver = kind === 'auction_ended' || kind === 'auction_cancelled';
      return {
        ...base,
        type: 'auction',
        kind,
        auction: 'sample',
        auctionId: null,
        token: item,
        seller,
        startingPrice: price,
        startTime: at - HOUR,
        endTime: isOver ? at : at + endingLead * 60,
        status: auctionStatusOf(kind),
        leader: null,
        highestBid: hasBid ? price : null,
        bidCount: hasBid ? 1 : 0,
        outbid: null,
        latestBids: [],
        extensions: 0,
        finalizedAt: kind === 'auction_ended' ? at : null,
        floor: null,
        lastPrice: null,
        leads: kind === 'auction_ending' ? [endingLead] : [],
      };
    }
    default:
      return kind satisfies never;
  }
}
