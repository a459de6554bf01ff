import type {
  AlertToken,
  AuctionAlert,
  BundleAlert,
  FloorAlert,
  GreetingAlert,
  ListingAlert,
  MoveAlert,
  NoticeAlert,
  OfferAlert,
  RecapAlert,
  RepeatTradesAlert,
  SaleAlert,
  SoldItem,
  SweepAlert,
} from '#src/alerts/alert.ts';
import { MATCH_ALL } from '#src/alerts/filters/index.ts';
import { newFloorAlert } from '#src/alerts/kinds/floor/schema.ts';
import type { FloorState } from '#src/alerts/kinds/floor/state.ts';
import type { NewSubscription, Rule } from '#src/alerts/subscription.ts';
import { address, txHash } from './build-activity.ts';

const COIN = 10n ** 18n;
const COLLECTION = address(0xc0);
const START = Date.UTC(2026, 0, 1) / 1_000;

/** A token, changed where the test cares. */
export function alertToken(change: Partial<AlertToken> = {}): AlertToken {
  const { price: _, currency: __, seller: ___, priceContext: ____, ...token } = soldItem();
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
    priceContext: null,
    ...change,
  };
}

/** A sale whose key, token and transaction are derived from the number. */
export function saleAlert(number: number, change: Partial<SaleAlert> = {}): SaleAlert {
  return {
    kind: 'sale',
    topic: 'sale',
    key: `sale:id:${number}`,
    liveKey: null,
    item: soldItem({ tokenId: String(number), tokenName: `Punk #${number}` }),
    buyer: address(0xb0),
    txHash: txHash(number),
    occurredAt: Date.UTC(2026, 0, 1) / 1_000 + number,
    ...change,
  };
}

/** A sweep of `count` tokens. */
export function sweepAlert(count: number, change: Partial<SweepAlert> = {}): SweepAlert {
  return {
    kind: 'sweep',
    topic: 'sale',
    key: 'sweep:id:1',
    liveKey: null,
    items: Array.from({ length: count }, (_, position) =>
      soldItem({ tokenId: String(position), tokenName: `Punk #${position}`, price: 10n ** 18n }),
    ),
    buyer: address(0xb0),
    txHash: txHash(1),
    occurredAt: Date.UTC(2026, 0, 1) / 1_000,
    ...change,
  };
}

/** A listing. */
export function listingAlert(change: Partial<ListingAlert> = {}): ListingAlert {
  return {
    kind: 'listing',
    topic: 'listing',
    key: 'listing:id:1',
    liveKey: null,
    item: soldItem(),
    txHash: null,
    occurredAt: START,
    ...change,
  };
}

/** A floor that rose. */
export function floorAlert(change: Partial<FloorAlert> = {}): FloorAlert {
  return newFloorAlert({
    key: `floor:1:${COLLECTION}:1`,
    occurredAt: START,
    collection: COLLECTION,
    collectionName: 'Derps',
    way: 'above',
    floor: 105n * 10n ** 18n,
    from: { floor: 95n * 10n ** 18n, at: START - 7_200 },
    since: START - 60,
    threshold: 100n * 10n ** 18n,
    cause: null,
    chart: null,
    ...change,
  });
}

/** What a rule knows of a floor. */
export function knownFloor(change: Partial<FloorState> = {}): FloorState {
  return {
    conditions: '100   3',
    last: { floor: 95n, at: START },
    above: 'armed',
    below: 'new',
    under: { floor: 95n, at: START },
    over: null,
    spans: [{ low: 90n, high: 95n, at: START }],
    quiet: null,
    alertedAt: null,
    alerts: 0,
    ...change,
  };
}

/** An offer for one token. */
export function offerAlert(change: Partial<OfferAlert> = {}): OfferAlert {
  return {
    kind: 'offer',
    topic: 'offer',
    key: 'offer:id:1',
    liveKey: null,
    collection: address(0xc0),
    collectionName: 'Punks',
    token: alertToken(),
    price: 5n * COIN,
    currency: null,
    quantity: 1n,
    bidder: address(0xb1),
    owner: null,
    floor: 20n * COIN,
    txHash: null,
    occurredAt: START,
    ...change,
  };
}

/** A listing of two tokens together. */
export function bundleAlert(change: Partial<BundleAlert> = {}): BundleAlert {
  return {
    kind: 'bundle',
    topic: 'listing',
    key: 'listing:id:1',
    liveKey: null,
    tokens: [alertToken(), alertToken({ tokenId: '8' })],
    by: address(0x5e),
    floor: null,
    price: 2n * 10n ** 18n,
    currency: null,
    txHash: txHash(1),
    occurredAt: START,
    ...change,
  };
}

/** A transfer. */
export function moveAlert(change: Partial<MoveAlert> = {}): MoveAlert {
  return {
    kind: 'move',
    topic: 'transfer',
    key: 'transfer:id:1',
    liveKey: null,
    tokens: [alertToken()],
    from: address(0x5e),
    to: address(0xb0),
    price: null,
    currency: null,
    txHash: txHash(1),
    occurredAt: START,
    ...change,
  };
}

/** Repeat trades of one token between two wallets. */
export function repeatTradesAlert(change: Partial<RepeatTradesAlert> = {}): RepeatTradesAlert {
  return {
    kind: 'repeat_trades',
    topic: 'sale',
    key: 'repeat-trades:id:1',
    liveKey: 'repeat-trades:id:1',
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

/** A running auction with two bids. */
export function auctionAlert(change: Partial<AuctionAlert> = {}): AuctionAlert {
  return {
    kind: 'auction',
    topic: 'auction_started',
    key: 'auction_started:a-1',
    liveKey: 'auction:a-1',
    auction: 'a-1',
    auctionId: '1',
    token: alertToken(),
    seller: address(0x5e),
    startingPrice: 1n * COIN,
    currency: null,
    startTime: START,
    endTime: START + 3_600,
    status: 'running',
    leader: address(0xb1),
    highestBid: 3n * COIN,
    bidCount: 2,
    outbid: address(0xb2),
    overtaken: [],
    overtakenBids: [],
    latestBids: [
      { bidder: address(0xb1), amount: 3n * COIN, at: START + 60 },
      { bidder: address(0xb2), amount: 1n * COIN, at: START + 30 },
    ],
    extensions: 0,
    finalizedAt: null,
    provisional: false,
    confirms: null,
    floor: 2n * COIN,
    lastPrice: null,
    leads: [],
    txHash: null,
    occurredAt: START,
    ...change,
  };
}

/** A recap of a day of one collection. */
export function recapAlert(change: Partial<RecapAlert> = {}): RecapAlert {
  const { currency: _coin, priceContext: _context, seller: _seller, ...token } = soldItem();
  const [from, to] = [START - 86_400, START];
  return {
    kind: 'recap',
    topic: 'recap',
    key: 'recap:1:2026-01-01',
    liveKey: null,
    txHash: null,
    occurredAt: to,
    every: 'day',
    from,
    to,
    chosen: [{ collection: token.collection, collectionName: 'Derps' }],
    isWhitelisted: false,
    total: { sales: 12, volume: 34n * 10n ** 18n },
    before: { sales: 10, volume: 30n * 10n ** 18n },
    unpriced: 0,
    repeated: 0,
    floor: { from: 10n ** 18n, to: 2n * 10n ** 18n },
    topSales: [{ ...token, price: 9n * 10n ** 18n, buyer: address(0xb0), at: START - 5 }],
    movers: [],
    auctions: { started: 2, sold: 1, soldFor: 5n * 10n ** 18n, unsold: 1 },
    buyers: [{ wallet: address(0xb0), sales: 3, volume: 12n * 10n ** 18n }],
    chart: null,
    ...change,
  };
}

/** The notice about a stopped channel. */
export function noticeAlert(change: Partial<NoticeAlert> = {}): NoticeAlert {
  return {
    kind: 'notice',
    topic: 'notice',
    missing: ['Send Messages', 'Embed Links'],
    key: 'notice:1',
    liveKey: null,
    channelId: '900000000000000001',
    code: 50013,
    users: ['700000000000000001'],
    waiting: 3,
    txHash: null,
    occurredAt: START,
    ...change,
  };
}

/** The greeting of a server. */
export function greetingAlert(change: Partial<GreetingAlert> = {}): GreetingAlert {
  return {
    kind: 'greeting',
    topic: 'greeting',
    key: 'greeting:800000000000000001:1000',
    liveKey: null,
    guildId: '800000000000000001',
    channelId: '900000000000000001',
    missing: [],
    txHash: null,
    occurredAt: START,
    ...change,
  };
}

/** A rule for all sales. */
export function ruleOf(change: Partial<Rule> = {}): Rule {
  return { topics: ['sale'], filter: MATCH_ALL, pingRoles: [], ...change };
}

/** A new subscription of a channel to all sales. */
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
