import fc from 'fast-check';
import type { Address } from '../../src/domain/address.ts';
import type { MarketAlert, SoldItem } from '../../src/domain/alert.ts';
import type { AlertFilter, CollectionChoice } from '../../src/domain/alert-filter.ts';
import { ALERT_KINDS } from '../../src/domain/alert-kind.ts';
import { ENDING_LEADS, type Rule } from '../../src/domain/subscription.ts';
import { address } from '../support/build-activity.ts';
import {
  auctionAlert,
  listingAlert,
  moveAlert,
  offerAlert,
  saleAlert,
  soldItem,
  stormAlert,
  sweepAlert,
  toldToken,
} from '../support/build-alert.ts';

/** A world of few collections, wallets, prices and traits, so that rules and alerts often meet. */
const collection = fc.integer({ min: 1, max: 3 }).map((number): Address => address(0xc0 + number));
const wallet = fc.integer({ min: 1, max: 4 }).map((number): Address => address(0xa0 + number));
const price = fc.bigInt({ min: 0n, max: 6n });
const trait = fc.record({
  type: fc.constantFrom('hat', 'Hat', 'eyes'),
  value: fc.constantFrom('a', 'A ', 'b'),
});
const maybe = <Value>(value: fc.Arbitrary<Value>, freq = 3): fc.Arbitrary<Value | null> =>
  fc.option(value, { freq, nil: null });
const rarely = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> =>
  fc.oneof({ arbitrary: fc.constant(null), weight: 4 }, { arbitrary: value, weight: 1 });

/** In whose lists nothing is missing. */
export const WHITELISTED: ReadonlySet<Address> = new Set([address(0xc1), address(0xc2)]);

const collections: fc.Arbitrary<CollectionChoice> = fc.oneof(
  fc.constant({ type: 'every' as const }),
  fc.constant({ type: 'whitelisted' as const }),
  fc
    .uniqueArray(collection, { minLength: 1, maxLength: 2 })
    .map((addresses) => ({ type: 'these' as const, addresses })),
);

const filter: fc.Arbitrary<AlertFilter> = fc.record({
  collections,
  priceFrom: rarely(price),
  priceTo: rarely(price),
  belowFloorPercent: rarely(fc.integer({ min: 1, max: 99 })),
  rankAtMost: rarely(fc.integer({ min: 1, max: 9 })),
  traits: rarely(
    fc.record({
      mode: fc.constantFrom('any' as const, 'all' as const),
      traits: fc.array(trait, { minLength: 1, maxLength: 2 }),
    }),
  ),
  onlyWallets: rarely(fc.uniqueArray(wallet, { minLength: 1, maxLength: 2 })).map((list) => list ?? []),
  notWallets: rarely(fc.uniqueArray(wallet, { minLength: 1, maxLength: 2 })).map((list) => list ?? []),
  quantityFrom: rarely(fc.bigInt({ min: 1n, max: 3n })),
});

export const anyRule: fc.Arbitrary<Rule> = fc.record({
  kinds: fc
    .uniqueArray(fc.constantFrom(...ALERT_KINDS), { minLength: 1 })
    .map((kinds) => ALERT_KINDS.filter((kind) => kinds.includes(kind))),
  filter,
  endingLead: fc.constantFrom(...ENDING_LEADS),
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
  })
  .map(({ rank, ...facts }) => toldToken({ ...facts, rarity: rank === null ? null : { rank, total: null } }));

const currency = maybe(fc.constant(address(0xe0)), 4).map((coin) => coin);

const item: fc.Arbitrary<SoldItem> = fc
  .record({
    token,
    price: maybe(price),
    currency: rarely(currency).map((coin) => coin ?? null),
    seller: maybe(wallet, 5),
    story: maybe(
      fc.record({
        bought: fc.constant(null),
        last: fc.constant(null),
        floor: maybe(price),
        record: fc.boolean(),
      }),
    ),
  })
  .map(({ token: told, ...sold }) => soldItem({ ...told, ...sold }));

export const anyAlert: fc.Arbitrary<MarketAlert> = fc.oneof(
  fc.record({ item, buyer: maybe(wallet, 5) }).map((sold) => saleAlert(1, sold)),
  fc
    .record({ items: fc.array(item, { minLength: 3, maxLength: 5 }), buyer: maybe(wallet, 5) })
    .map((swept) => sweepAlert(0, swept)),
  fc.record({ item, buyer: wallet, wallets: fc.tuple(wallet, wallet) }).map((storm) => stormAlert(storm)),
  item.map((listed) => listingAlert({ item: listed })),
  fc
    .record({
      collection,
      token: maybe(token),
      price: maybe(price),
      quantity: fc.bigInt({ min: 1n, max: 3n }),
      bidder: maybe(wallet, 5),
      floor: maybe(price),
    })
    .map((offer) => offerAlert({ ...offer, collection: offer.token?.collection ?? offer.collection })),
  fc
    .record({
      kind: fc.constantFrom('transfer' as const, 'mint' as const),
      tokens: fc.array(token, { minLength: 1, maxLength: 3 }),
      from: maybe(wallet, 5),
      to: maybe(wallet, 5),
      price: maybe(price),
    })
    .map((move) => moveAlert(move)),
  fc
    .record({
      kind: fc.constantFrom(
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
      leads: fc.uniqueArray(fc.constantFrom(...ENDING_LEADS)),
      latestBids: fc.constant([]),
    })
    .map((auction) => auctionAlert(auction)),
);

/** The alert as the feed alone tells it, before anything was looked up. */
export function unenriched(alert: MarketAlert): MarketAlert {
  const bare = { rarity: null, attributes: [] };
  const unsold = { ...bare, story: null };
  switch (alert.type) {
    case 'sale':
    case 'storm':
    case 'listing':
      return { ...alert, item: { ...alert.item, ...unsold } };
    case 'sweep':
      return { ...alert, items: alert.items.map((one) => ({ ...one, ...unsold })) };
    case 'offer':
      return { ...alert, token: alert.token === null ? null : { ...alert.token, ...bare }, floor: null };
    case 'move':
      return { ...alert, tokens: alert.tokens.map((one) => ({ ...one, ...bare })) };
    case 'auction':
      return { ...alert, token: { ...alert.token, ...bare }, floor: null };
    default:
      return alert satisfies never;
  }
}
