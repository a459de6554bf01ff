import fc from 'fast-check';
import type {
  Alert,
  AlertToken,
  AuctionAlert,
  BundleAlert,
  FloorAlert,
  ListingAlert,
  MarketAlert,
  MoveAlert,
  NoticeAlert,
  OfferAlert,
  PriceContext,
  RecapAlert,
  RepeatTradesAlert,
  SaleAlert,
  SoldItem,
  SweepAlert,
} from '#src/alerts/alert.ts';
import { MOST } from '#src/alerts/kinds/recap/schema.ts';
import { namedCoin } from '#src/chain/coins.ts';
import type { Post } from '#src/store/model/delivery.ts';
import { address, txHash } from '../../support/build-activity.ts';
import { anyText, TRICK_TEXTS } from '../nasty-text.ts';

const LARGEST = 2n ** 256n - 1n;
const sometimes = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value, { freq: 4 });

const nasty = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...TRICK_TEXTS) }, anyText);
const wei = fc.oneof(
  fc.constantFrom(0n, 1n, 10n ** 18n, 10n ** 24n, LARGEST),
  fc.bigInt({ min: 0n, max: LARGEST }),
);
const wallet = fc.constantFrom(address(0xb0), address(0x5e), address(0));
const picture = fc.constantFrom(
  'https://example.com/1.png',
  'ipfs://QmX/1 2.png',
  'ar://abc',
  'data:image/png;base64,AAAA',
  'javascript:alert(1)',
  'not a url',
  `https://example.com/${'p'.repeat(3_000)}`,
);

const attribute = fc.record({
  type: nasty,
  value: nasty,
  rarity: sometimes(fc.constantFrom(0, 0.01, 4.5, 99.99, 100, 1_000, -1, Number.NaN)),
});

const rarity = fc.record({
  rank: fc.constantFrom(1, 12, 7_832, Number.MAX_SAFE_INTEGER),
  total: sometimes(fc.constantFrom(0, 1, 1_000, 10_000, Number.MAX_SAFE_INTEGER)),
});

const moment = fc.constantFrom(0, 1_767_225_600, 1_767_229_200, 253_402_300_800, 1e15, -1);

const token = {
  collection: fc.constantFrom(address(0xc0), address(0xc1)),
  collectionName: sometimes(nasty),
  tokenId: fc.constantFrom('0', '7', '9'.repeat(77), LARGEST.toString()),
  tokenName: sometimes(nasty),
  image: sometimes(picture),
  rarity: sometimes(rarity),
  attributes: fc.oneof(
    fc.array(attribute, { maxLength: 8 }),
    attribute.map((one) => Array.from({ length: 300 }, () => one)),
  ),
  quantity: fc.constantFrom(1n, 5n, LARGEST),
};

const priced = {
  price: sometimes(wei),
  currency: fc.option(fc.oneof(fc.constant(address(0xcc)), nasty.map(namedCoin)), { freq: 2 }),
};

const priceContext: fc.Arbitrary<PriceContext> = fc.record({
  bought: sometimes(fc.record({ price: wei, at: moment })),
  last: sometimes(fc.record({ price: wei, at: moment })),
  floor: sometimes(wei),
  record: fc.boolean(),
});

const anyAlertToken: fc.Arbitrary<AlertToken> = fc.record(token);
const item: fc.Arbitrary<SoldItem> = fc.record({
  ...token,
  ...priced,
  seller: sometimes(wallet),
  priceContext: sometimes(priceContext),
});

/** Few of them, or very many. */
function fewOrMany<T>(one: fc.Arbitrary<T>): fc.Arbitrary<T[]> {
  return fc.oneof(
    fc.array(one, { minLength: 1, maxLength: 6 }),
    fc
      .tuple(one, one)
      .map(([even, odd]) =>
        Array.from({ length: 2_000 }, (_, position) => (position % 2 === 0 ? even : odd)),
      ),
  );
}

const base = {
  key: fc.string({ minLength: 1 }),
  liveKey: fc.constant(null),
  txHash: sometimes(fc.constantFrom(txHash(1), txHash(2))),
  occurredAt: moment,
  reverted: fc.constantFrom(undefined, undefined, true as const),
};
const buyer = sometimes(wallet);
const count = fc.constantFrom(3, 76, Number.MAX_SAFE_INTEGER);

/** A sale in every condition that the marketplace's data can be in. */
const anySale: fc.Arbitrary<SaleAlert> = fc.record({
  ...base,
  kind: fc.constant('sale' as const),
  topic: fc.constant('sale' as const),
  item,
  buyer,
});

const anySweep: fc.Arbitrary<SweepAlert> = fc.record({
  ...base,
  kind: fc.constant('sweep' as const),
  topic: fc.constant('sale' as const),
  items: fewOrMany(item),
  total: fc.option(fc.record(priced), { nil: undefined }),
  buyer,
});

const anyRepeatTrades: fc.Arbitrary<RepeatTradesAlert> = fc.record({
  ...base,
  kind: fc.constant('repeat_trades' as const),
  topic: fc.constant('sale' as const),
  item,
  buyer,
  wallets: fc.tuple(wallet, wallet),
  count,
  since: moment,
  volume: wei,
});

const publicListing = {
  ...base,
  kind: fc.constant('listing' as const),
  topic: fc.constant('listing' as const),
  item,
};
const listingTerms = {
  reserved: fc.record({ for: sometimes(wallet) }),
  falling: fc.record({ to: wei, until: sometimes(moment) }),
};

const anyListing: fc.Arbitrary<ListingAlert> = fc.oneof(
  fc.record(publicListing),
  fc.record({ ...publicListing, ...listingTerms }),
);

const anyOffer: fc.Arbitrary<OfferAlert> = fc.record({
  ...base,
  ...priced,
  kind: fc.constant('offer' as const),
  topic: fc.constant('offer' as const),
  collection: token.collection,
  collectionName: token.collectionName,
  token: fc.option(anyAlertToken, { freq: 2 }),
  quantity: token.quantity,
  bidder: sometimes(wallet),
  owner: sometimes(wallet),
  floor: sometimes(wei),
});

const openBundle = {
  ...base,
  ...priced,
  kind: fc.constant('bundle' as const),
  topic: fc.constantFrom('listing' as const, 'offer' as const),
  tokens: fewOrMany(anyAlertToken),
  by: sometimes(wallet),
  floor: sometimes(wei),
};

const anyBundle: fc.Arbitrary<BundleAlert> = fc.oneof(
  fc.record(openBundle),
  fc.record({ ...openBundle, ...listingTerms }),
);

const anyMove: fc.Arbitrary<MoveAlert> = fc.record({
  ...base,
  ...priced,
  kind: fc.constant('move' as const),
  topic: fc.constantFrom('transfer' as const, 'mint' as const, 'burn' as const),
  tokens: fewOrMany(anyAlertToken),
  from: sometimes(wallet),
  to: sometimes(wallet),
});

/** An auction of every kind, with every status at every kind, as an edited card may have it. */
export const anyAuctionAlert: fc.Arbitrary<AuctionAlert> = fc.record({
  ...base,
  currency: priced.currency,
  kind: fc.constant('auction' as const),
  topic: fc.constantFrom(
    'auction_started' as const,
    'auction_bid' as const,
    'auction_ending' as const,
    'auction_ended' as const,
    'auction_cancelled' as const,
  ),
  auction: fc.constant('a-1'),
  auctionId: sometimes(fc.constantFrom('0', '9', LARGEST.toString())),
  token: anyAlertToken,
  seller: sometimes(wallet),
  startingPrice: sometimes(wei),
  startTime: sometimes(moment),
  endTime: sometimes(moment),
  status: fc.constantFrom('upcoming', 'running', 'ended', 'sold', 'unsold', 'cancelled'),
  leader: sometimes(wallet),
  highestBid: sometimes(wei),
  bidCount: fc.constantFrom(0, 1, 2, Number.MAX_SAFE_INTEGER),
  outbid: sometimes(wallet),
  overtaken: fc.array(wallet, { maxLength: 3 }),
  overtakenBids: fc.array(wei, { maxLength: 3 }),
  latestBids: fc.array(fc.record({ bidder: sometimes(wallet), amount: wei, at: sometimes(moment) }), {
    maxLength: 5,
  }),
  extensions: fc.constantFrom(0, 1, Number.MAX_SAFE_INTEGER),
  finalizedAt: sometimes(moment),
  provisional: fc.boolean(),
  confirms: fc.constantFrom(null, 'same' as const, 'other' as const),
  floor: sometimes(wei),
  lastPrice: sometimes(wei),
  leads: fc.constant([10]),
});

const anyFloor: fc.Arbitrary<FloorAlert> = fc.record({
  ...base,
  kind: fc.constant('floor' as const),
  topic: fc.constant('floor' as const),
  collection: token.collection,
  collectionName: sometimes(nasty),
  way: fc.constantFrom('above' as const, 'below' as const, 'rose' as const, 'fell' as const),
  floor: wei,
  from: fc.record({ floor: wei, at: moment }),
  since: moment,
  threshold: sometimes(wei),
  cause: sometimes(fc.record({ what: fc.constantFrom('listed' as const, 'sold' as const), item })),
  chart: fc.constant(null),
});

const figures = fc.record({ sales: count, volume: wei });

/** A recap with nothing, or with as much of everything as there can be. */
const anyRecap: fc.Arbitrary<RecapAlert> = fc.record({
  ...base,
  txHash: fc.constant(null),
  kind: fc.constant('recap' as const),
  topic: fc.constant('recap' as const),
  every: fc.constantFrom('day' as const, 'week' as const),
  from: moment,
  to: moment,
  chosen: sometimes(
    fc.array(fc.record({ collection: token.collection, collectionName: token.collectionName }), {
      maxLength: 25,
    }),
  ),
  isWhitelisted: fc.boolean(),
  total: fc.oneof(fc.constant({ sales: 0, volume: 0n }), figures),
  before: sometimes(figures),
  unpriced: fc.constantFrom(0, 7),
  repeated: fc.constantFrom(0, 7),
  floor: sometimes(fc.record({ from: sometimes(wei), to: sometimes(wei) })),
  topSales: fc.array(fc.record({ ...token, price: wei, buyer, at: moment }), { maxLength: MOST.topSales }),
  movers: fc.array(
    fc.record({
      collection: token.collection,
      collectionName: token.collectionName,
      from: wei,
      to: wei,
      sales: count,
    }),
    { maxLength: MOST.movers },
  ),
  auctions: fc.record({
    started: fc.nat(2_000),
    sold: fc.nat(3),
    soldFor: wei,
    unsold: fc.nat(3),
  }),
  buyers: fc.array(fc.record({ wallet, sales: count, volume: wei }), { maxLength: MOST.buyers }),
  burned: fc.constantFrom(undefined, 1n, 2n ** 255n),
  chart: fc.constant(null),
});

/** A notice to few or very many. */
export const anyNotice: fc.Arbitrary<NoticeAlert> = fc.record({
  ...base,
  kind: fc.constant('notice' as const),
  topic: fc.constant('notice' as const),
  channelId: fc.constant('900000000000000001'),
  code: fc.constantFrom(10_003, 50_001, 50_013, 99_999),
  missing: fc.constantFrom(
    null,
    [],
    ['View Channel'],
    ['View Channel', 'Send Messages in Threads', 'Embed Links'],
  ),
  users: fc
    .constantFrom(0, 1, 3, 500)
    .map((many) =>
      Array.from({ length: many }, (_, number) => String(700_000_000_000_000_000n + BigInt(number))),
    ),
  waiting: fc.constantFrom(0, 1, Number.MAX_SAFE_INTEGER),
});

/** Any alert of the market. */
export const anyMarketAlert: fc.Arbitrary<MarketAlert> = fc.oneof(
  anySale,
  anySweep,
  anyRepeatTrades,
  anyListing,
  anyOffer,
  anyBundle,
  anyMove,
  anyAuctionAlert,
  anyFloor,
  anyRecap,
);

/** Whether there is something to look up in it: not in a recap of all collections of a day on which no sales. */
export const hasTarget = (alert: MarketAlert): boolean =>
  alert.kind !== 'recap' || alert.chosen?.length === 1 || alert.topSales.length > 0;

/** Any alert. */
export const anyAlert: fc.Arbitrary<Alert> = fc.oneof({ weight: 9, arbitrary: anyMarketAlert }, anyNotice);

/** A post of these alerts, as its channel's queue makes it. */
export function postOf(
  alerts: readonly Alert[],
  layout: Post['layout'] = 'card',
  change: Partial<Post> = {},
): Post {
  return {
    id: 1,
    channelId: '1000',
    state: 'sending',
    layout,
    nonce: 'aaaaaaaaaaaaaaaaaaaaaa',
    attempts: 1,
    firstTryAt: 0,
    lastTryAt: 0,
    confirmedAbsent: false,
    firstClockOffsetMs: null,
    lastClockOffsetMs: null,
    pingRoleIds: [],
    alerts,
    ...change,
  };
}
