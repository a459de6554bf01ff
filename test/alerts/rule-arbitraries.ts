import fc from 'fast-check';
import type { MarketAlert, SoldItem } from '#src/alerts/alert.ts';
import type { FilterValues } from '#src/alerts/filters/index.ts';
import { WALLET_ROLES } from '#src/alerts/filters/wallet-role.ts';
import { ENDING_LEADS } from '#src/alerts/kinds/auction/ending-lead.ts';
import { RECAP_DAYS, WHEN_EMPTY } from '#src/alerts/kinds/recap/options.ts';
import { TOPICS } from '#src/alerts/kinds/registry.ts';
import type { Rule } from '#src/alerts/subscription.ts';
import type { Address } from '#src/chain/address.ts';
import { address } from '../support/build-activity.ts';
import {
  alertToken,
  auctionAlert,
  bundleAlert,
  listingAlert,
  moveAlert,
  offerAlert,
  repeatTradesAlert,
  saleAlert,
  soldItem,
  sweepAlert,
} from '../support/build-alert.ts';

/** Few collections, wallets, prices and traits, so that rules and alerts often match. */
const collection = fc.integer({ min: 1, max: 3 }).map((number): Address => address(0xc0 + number));
const wallet = fc.integer({ min: 1, max: 4 }).map((number): Address => address(0xa0 + number));
const price = fc.bigInt({ min: 0n, max: 6n });
const trait = fc.record({
  type: fc.constantFrom('hat', 'Hat', 'eyes'),
  value: fc.constantFrom('a', 'A ', 'b'),
});
const maybe = <Value>(value: fc.Arbitrary<Value>, freq = 3): fc.Arbitrary<Value | null> =>
  fc.option(value, { freq, nil: null });

/** In whose lists nothing is missing. */
export const WHITELISTED: ReadonlySet<Address> = new Set([address(0xc1), address(0xc2)]);

const collections: fc.Arbitrary<FilterValues['collection']> = fc.oneof(
  fc.constant(undefined),
  fc.constant('whitelisted' as const),
  fc.uniqueArray(collection, { minLength: 1, maxLength: 2 }),
);

const rarely = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.oneof({ arbitrary: fc.constant(undefined), weight: 4 }, { arbitrary: value, weight: 1 });

const filter: fc.Arbitrary<FilterValues> = fc.record({
  collection: collections,
  price_from: rarely(price),
  price_to: rarely(price),
  below_floor: rarely(fc.integer({ min: 1, max: 99 })),
  rank: rarely(fc.integer({ min: 1, max: 9 })),
  traits: rarely(fc.array(trait, { minLength: 1, maxLength: 2 })),
  trait_mode: fc.constantFrom('any', 'all'),
  wallets: rarely(fc.uniqueArray(wallet, { minLength: 1, maxLength: 2 })),
  not_wallets: rarely(fc.uniqueArray(wallet, { minLength: 1, maxLength: 2 })),
  not_collections: rarely(fc.uniqueArray(collection, { minLength: 1, maxLength: 2 })),
  not_tokens: rarely(
    fc.uniqueArray(
      fc.tuple(collection, fc.constantFrom('7', '8')).map(([of, number]) => `${of}-${number}`),
      { minLength: 1, maxLength: 2 },
    ),
  ),
  not_traits: rarely(fc.array(trait, { minLength: 1, maxLength: 2 })),
  amount: rarely(fc.bigInt({ min: 1n, max: 3n })),
  tokens: rarely(fc.uniqueArray(fc.constantFrom('7', '8'), { minLength: 1 })),
  owners: rarely(fc.uniqueArray(wallet, { minLength: 1, maxLength: 2 })),
  wallet_role: rarely(fc.constantFrom(...WALLET_ROLES)),
  auction: rarely(fc.constantFrom('a-1', 'a-2')),
  ending: fc.constantFrom(...ENDING_LEADS),
  floor_above: rarely(fc.bigInt({ min: 1n, max: 6n })),
  floor_below: rarely(fc.bigInt({ min: 1n, max: 6n })),
  floor_moves: rarely(
    fc.record({ percent: fc.integer({ min: 1, max: 50 }), hours: fc.integer({ min: 1, max: 48 }) }),
  ),
  floor_rearm: rarely(fc.integer({ min: 1, max: 50 })),
  recap_on: rarely(fc.constantFrom(...RECAP_DAYS)),
  recap_hour: rarely(fc.integer({ min: 0, max: 23 })),
  recap_empty: rarely(fc.constantFrom(...WHEN_EMPTY)),
  ping_from: rarely(price),
  ping_below_floor: rarely(fc.integer({ min: 1, max: 99 })),
  ping_rank: rarely(fc.integer({ min: 1, max: 9 })),
});

export const anyRule: fc.Arbitrary<Rule> = fc.record({
  topics: fc
    .uniqueArray(fc.constantFrom(...TOPICS), { minLength: 1 })
    .map((topics) => TOPICS.filter((kind) => topics.includes(kind))),
  filter,
  pingRoles: fc.constant([]),
});

const token = fc
  .record({
    collection,
    rank: maybe(fc.integer({ min: 1, max: 10 })),
    attributes: fc.array(
      trait.map((one) => ({ ...one, rarity: null })),
      { maxLength: 3 },
    ),
    quantity: fc.bigInt({ min: 1n, max: 3n }),
    tokenId: fc.constantFrom('7', '8', '9'),
  })
  .map(({ rank, ...facts }) =>
    alertToken({ ...facts, rarity: rank === null ? null : { rank, total: null } }),
  );

const currency = maybe(fc.constant(address(0xe0)), 4).map((coin) => coin);

const item: fc.Arbitrary<SoldItem> = fc
  .record({
    token,
    price: maybe(price),
    currency: rarely(currency).map((coin) => coin ?? null),
    seller: maybe(wallet, 5),
    priceContext: maybe(
      fc.record({
        bought: fc.constant(null),
        last: fc.constant(null),
        floor: maybe(price),
        record: fc.boolean(),
      }),
    ),
  })
  .map(({ token, ...sold }) => soldItem({ ...token, ...sold }));

export const anyAlert: fc.Arbitrary<MarketAlert> = fc.oneof(
  fc.record({ item, buyer: maybe(wallet, 5) }).map((sold) => saleAlert(1, sold)),
  fc
    .record({ items: fc.array(item, { minLength: 3, maxLength: 5 }), buyer: maybe(wallet, 5) })
    .map((swept) => sweepAlert(0, swept)),
  fc
    .record({
      items: fc.array(
        item.map((one) => ({ ...one, price: null, currency: null })),
        { minLength: 2, maxLength: 4 },
      ),
      total: fc.record({ price: maybe(price), currency: maybe(fc.constant(address(0xe0)), 4) }),
      buyer: maybe(wallet, 5),
    })
    .map((swept) => sweepAlert(0, swept)),
  fc
    .record({
      topic: fc.constantFrom('listing' as const, 'offer' as const),
      tokens: fc.array(token, { minLength: 2, maxLength: 3 }),
      by: maybe(wallet, 5),
      price: maybe(price),
    })
    .map((fields) => bundleAlert(fields)),
  fc
    .record({ item, buyer: wallet, wallets: fc.tuple(wallet, wallet) })
    .map((fields) => repeatTradesAlert(fields)),
  item.map((listed) => listingAlert({ item: listed })),
  fc
    .record({
      collection,
      token: maybe(token),
      price: maybe(price),
      quantity: fc.bigInt({ min: 1n, max: 3n }),
      bidder: maybe(wallet, 5),
      owner: maybe(wallet),
      floor: maybe(price),
    })
    .map((offer) =>
      offerAlert({
        ...offer,
        collection: offer.token?.collection ?? offer.collection,
        owner: offer.token === null ? null : offer.owner,
      }),
    ),
  fc
    .record({
      topic: fc.constantFrom('transfer' as const, 'mint' as const, 'burn' as const),
      tokens: fc.array(token, { minLength: 1, maxLength: 3 }),
      from: maybe(wallet, 5),
      to: maybe(wallet, 5),
      price: maybe(price),
    })
    .map((move) => moveAlert(move)),
  fc
    .record({
      topic: fc.constantFrom(
        'auction_started' as const,
        'auction_bid' as const,
        'auction_ending' as const,
        'auction_ended' as const,
        'auction_cancelled' as const,
      ),
      token,
      seller: maybe(wallet, 5),
      leader: maybe(wallet, 5),
      bidCount: fc.integer({ min: 0, max: 2 }),
      highestBid: maybe(price),
      startingPrice: maybe(price),
      floor: maybe(price),
      outbid: maybe(wallet),
      overtaken: fc.uniqueArray(wallet, { maxLength: 2 }),
      leads: fc.uniqueArray(fc.constantFrom(...ENDING_LEADS)),
      latestBids: fc.constant([]),
    })
    .map((auction) => auctionAlert(auction)),
);

/** The alert with the feed's data only, before lookups. */
export function unenriched(alert: MarketAlert): MarketAlert {
  const bare = { rarity: null, attributes: [] };
  const unsold = { ...bare, priceContext: null };
  switch (alert.kind) {
    case 'sale':
    case 'repeat_trades':
    case 'listing':
      return { ...alert, item: { ...alert.item, ...unsold } };
    case 'sweep':
      return { ...alert, items: alert.items.map((one) => ({ ...one, ...unsold })) };
    case 'offer':
      return {
        ...alert,
        token: alert.token === null ? null : { ...alert.token, ...bare },
        owner: null,
        floor: null,
      };
    case 'bundle':
    case 'move':
      return { ...alert, tokens: alert.tokens.map((one) => ({ ...one, ...bare })) };
    case 'auction':
      return { ...alert, token: { ...alert.token, ...bare }, floor: null };
    case 'floor':
      return alert;
    case 'recap':
      return { ...alert, topSales: alert.topSales.map((one) => ({ ...one, ...bare })) };
    default:
      return alert satisfies never;
  }
}
