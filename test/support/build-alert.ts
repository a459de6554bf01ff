import type {
  AuctionAlert,
  ListingAlert,
  MoveAlert,
  NoticeAlert,
  OfferAlert,
  SaleAlert,
  SoldItem,
  StormAlert,
  SweepAlert,
  ToldToken,
} from '../../src/domain/alert.ts';
import { EVERYTHING } from '../../src/domain/alert-filter.ts';
import type { NewSubscription, Rule } from '../../src/domain/subscription.ts';
import { address, txHash } from './build-activity.ts';

const COIN = 10n ** 18n;
const START = Date.UTC(2026, 0, 1) / 1_000;

/** A token, changed where the test cares. */
export function toldToken(change: Partial<ToldToken> = {}): ToldToken {
  const { price: _, currency: __, seller: ___, story: ____, ...token } = soldItem();
  return { ...token, ...change };
}

/** A sold token, changed where the test cares. */
export function soldItem(change: Partial<SoldItem> = {}): SoldItem {
  return {
    collection: address(0xc0),
    collectionName: 'Punks',
    tokenId: '7',
    tokenName: 'Punk #7',
    image: 'https://example.com/7.png',
    rarity: { rank: 12, total: 1_000 },
    attributes: [{ type: 'hat', value: 'beanie', rarity: 4.5 }],
    price: 22_750_000_000_000_000_000n,
    currency: null,
    seller: address(0x5e),
    quantity: 1n,
    story: null,
    ...change,
  };
}

/** One sale, told apart by its number. */
export function saleAlert(number: number, change: Partial<SaleAlert> = {}): SaleAlert {
  return {
    type: 'sale',
    kind: 'sale',
    key: `sale:id:${number}`,
    topic: null,
    item: soldItem({ tokenId: String(number), tokenName: `Punk #${number}` }),
    buyer: address(0xb0),
    txHash: txHash(number),
    occurredAt: Date.UTC(2026, 0, 1) / 1_000 + number,
    ...change,
  };
}

/** A sweep of so many tokens. */
export function sweepAlert(count: number, change: Partial<SweepAlert> = {}): SweepAlert {
  return {
    type: 'sweep',
    kind: 'sale',
    key: 'sweep:id:1',
    topic: null,
    items: Array.from({ length: count }, (_, position) =>
      soldItem({ tokenId: String(position), tokenName: `Punk #${position}`, price: 10n ** 18n }),
    ),
    buyer: address(0xb0),
    txHash: txHash(1),
    occurredAt: Date.UTC(2026, 0, 1) / 1_000,
    ...change,
  };
}

/** A token put up for sale. */
export function listingAlert(change: Partial<ListingAlert> = {}): ListingAlert {
  return {
    type: 'listing',
    kind: 'listing',
    key: 'listing:id:1',
    topic: null,
    item: soldItem(),
    txHash: null,
    occurredAt: START,
    ...change,
  };
}

/** An offer for one token. */
export function offerAlert(change: Partial<OfferAlert> = {}): OfferAlert {
  return {
    type: 'offer',
    kind: 'offer',
    key: 'offer:id:1',
    topic: null,
    collection: address(0xc0),
    collectionName: 'Punks',
    token: toldToken(),
    price: 5n * COIN,
    currency: null,
    quantity: 1n,
    bidder: address(0xb1),
    floor: 20n * COIN,
    txHash: null,
    occurredAt: START,
    ...change,
  };
}

/** A token that changed hands without a price. */
export function moveAlert(change: Partial<MoveAlert> = {}): MoveAlert {
  return {
    type: 'move',
    kind: 'transfer',
    key: 'transfer:id:1',
    topic: null,
    tokens: [toldToken()],
    from: address(0x5e),
    to: address(0xb0),
    price: null,
    currency: null,
    txHash: txHash(1),
    occurredAt: START,
    ...change,
  };
}

/** One token traded again and again between two wallets. */
export function stormAlert(change: Partial<StormAlert> = {}): StormAlert {
  return {
    type: 'storm',
    kind: 'sale',
    key: 'storm:id:1',
    topic: 'storm:id:1',
    item: soldItem(),
    buyer: address(0xb0),
    wallets: [address(0x5e), address(0xb0)],
    count: 76,
    since: START - 3_600,
    volume: 900n * COIN,
    txHash: txHash(1),
    occurredAt: START,
    ...change,
  };
}

/** An auction that runs, with two bids. */
export function auctionAlert(change: Partial<AuctionAlert> = {}): AuctionAlert {
  return {
    type: 'auction',
    kind: 'auction_started',
    key: 'auction_started:a-1',
    topic: 'auction:a-1',
    auction: 'a-1',
    auctionId: '1',
    token: toldToken(),
    seller: address(0x5e),
    startingPrice: 1n * COIN,
    startTime: START,
    endTime: START + 3_600,
    status: 'running',
    leader: address(0xb1),
    highestBid: 3n * COIN,
    bidCount: 2,
    outbid: address(0xb2),
    latestBids: [
      { bidder: address(0xb1), amount: 3n * COIN, at: START + 60 },
      { bidder: address(0xb2), amount: 1n * COIN, at: START + 30 },
    ],
    extensions: 0,
    finalizedAt: null,
    floor: 2n * COIN,
    lastPrice: null,
    leads: [],
    txHash: null,
    occurredAt: START,
    ...change,
  };
}

/** What is told of a channel that takes no alerts. */
export function noticeAlert(change: Partial<NoticeAlert> = {}): NoticeAlert {
  return {
    type: 'notice',
    kind: 'notice',
    missing: ['Send Messages', 'Embed Links'],
    key: 'notice:1',
    topic: null,
    channelId: '900000000000000001',
    code: 50013,
    askers: ['700000000000000001'],
    waiting: 3,
    txHash: null,
    occurredAt: START,
    ...change,
  };
}

/** A rule that follows all sales. */
export function ruleOf(change: Partial<Rule> = {}): Rule {
  return { kinds: ['sale'], filter: EVERYTHING, endingLead: 10, ...change };
}

/** A channel's wish to follow all sales. */
export function newSubscription(channelId: string, change: Partial<NewSubscription> = {}): NewSubscription {
  return {
    ...ruleOf(),
    guildId: '800000000000000001',
    channelId,
    createdBy: '700000000000000001',
    createdAt: START * 1_000,
    ...change,
  };
}
