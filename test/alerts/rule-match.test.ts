import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MarketAlert } from '#src/alerts/alert.ts';
import { type FilterValues, MATCH_ALL } from '#src/alerts/filters/index.ts';
import { TOPICS } from '#src/alerts/kinds/registry.ts';
import { toMatchInput } from '#src/alerts/match-input.ts';
import { ALL_PENDING } from '#src/alerts/missing-details.ts';
import { matches, mayMatch, prepareRule, verdictOf } from '#src/alerts/rule-match.ts';
import { address } from '../support/build-activity.ts';
import {
  alertToken,
  auctionAlert,
  bundleAlert,
  listingAlert,
  moveAlert,
  offerAlert,
  repeatTradesAlert,
  ruleOf,
  saleAlert,
  soldItem,
  sweepAlert,
} from '../support/build-alert.ts';
import { anyAlert, anyRule, unenriched, WHITELISTED } from './rule-arbitraries.ts';

const COIN = 10n ** 18n;
const facts = { isWhitelisted: (collection: `0x${string}`) => WHITELISTED.has(collection) };

/** Whether a rule for all kinds with only these conditions matches the alert. */
function isMatch(filter: Partial<FilterValues>, alert: MarketAlert): boolean {
  return matches(ruleOf({ topics: TOPICS, filter: { ...MATCH_ALL, ...filter } }), alert, facts);
}

const soldFor = (coins: bigint, change = {}) =>
  saleAlert(1, { item: soldItem({ price: coins * COIN, ...change }) });
/** A sweep of tokens at these prices in whole coins, with these changes. */
const sweepOf = (
  prices: readonly (bigint | null)[],
  change: readonly Parameters<typeof soldItem>[0][] = [],
) =>
  sweepAlert(0, {
    items: prices.map((coins, at) =>
      soldItem({ tokenId: String(at), price: coins === null ? null : coins * COIN, ...change[at] }),
    ),
  });
const measured = (floor: bigint | null) => ({
  priceContext: { bought: null, last: null, floor, record: false },
});

describe('a rule', () => {
  it('matches only its kinds', () => {
    expect(matches(ruleOf({ topics: ['sale'] }), saleAlert(1), facts)).toBe(true);
    expect(matches(ruleOf({ topics: ['sale'] }), listingAlert(), facts)).toBe(false);
    expect(matches(ruleOf({ topics: ['mint'] }), moveAlert({ topic: 'transfer' }), facts)).toBe(false);
  });

  it('matches sweeps and repeat trades as sales', () => {
    expect(matches(ruleOf(), sweepAlert(3), facts)).toBe(true);
    expect(matches(ruleOf(), repeatTradesAlert(), facts)).toBe(true);
  });

  it('matches the end of an auction at its own lead time only', () => {
    const rule = ruleOf({ topics: ['auction_ending'], filter: { ending: 30 } });
    expect(matches(rule, auctionAlert({ topic: 'auction_ending', leads: [60, 30] }), facts)).toBe(true);
    expect(matches(rule, auctionAlert({ topic: 'auction_ending', leads: [10] }), facts)).toBe(false);
  });
});

describe('a filter of collections', () => {
  it('is all collections, the listed ones, or these', () => {
    const listed = saleAlert(1, { item: soldItem({ collection: address(0xc1) }) });
    const unlisted = saleAlert(1, { item: soldItem({ collection: address(0xff) }) });
    expect(isMatch({}, unlisted)).toBe(true);
    expect(isMatch({ collection: 'whitelisted' }, listed)).toBe(true);
    expect(isMatch({ collection: 'whitelisted' }, unlisted)).toBe(false);
    expect(isMatch({ collection: [address(0xff)] }, unlisted)).toBe(true);
    expect(isMatch({ collection: [address(0xff)] }, listed)).toBe(false);
  });

  it('matches a collection offer', () => {
    const these = { collection: [address(0xc0)] } as const;
    expect(isMatch(these, offerAlert({ token: null }))).toBe(true);
  });
});

describe('a filter of prices', () => {
  it('includes both bounds', () => {
    const between = { price_from: 2n * COIN, price_to: 4n * COIN };
    expect([1n, 2n, 3n, 4n, 5n].map((coins) => isMatch(between, soldFor(coins)))).toEqual([
      false,
      true,
      true,
      true,
      false,
    ]);
  });

  it('applies to an auction’s highest bid, or to its starting price without bids', () => {
    expect(isMatch({ price_from: 3n * COIN }, auctionAlert())).toBe(true);
    expect(isMatch({ price_from: 3n * COIN }, auctionAlert({ highestBid: null }))).toBe(false);
    expect(isMatch({ price_from: 1n * COIN }, auctionAlert({ highestBid: null }))).toBe(true);
  });

  it('fails without a price, with an unknown one or one in another coin', () => {
    expect(isMatch({ price_from: 0n }, moveAlert())).toBe(false);
    expect(isMatch({ price_to: 100n * COIN }, saleAlert(1, { item: soldItem({ price: null }) }))).toBe(false);
    expect(isMatch({ price_to: 100n * COIN }, soldFor(1n, { currency: address(0xe0) }))).toBe(false);
    expect(isMatch({ price_to: 100n * COIN }, sweepOf([null, null, null]))).toBe(false);
    expect(isMatch({ price_from: 0n }, sweepOf([null, null, null]))).toBe(false);
  });
});

describe('a sweep', () => {
  const SHARDS = address(0xc7);
  const ofShards = { collection: [SHARDS] } as const;
  const shard = { collection: SHARDS };
  const rare = { rarity: { rank: 3, total: 100 } };

  it('matches if any of its sales would match alone', () => {
    expect(isMatch({ price_to: 4n * COIN }, sweepOf([4n, 5n, 5n]))).toBe(true);
    expect(isMatch({ price_to: 3n * COIN }, sweepOf([4n, 5n, 5n]))).toBe(false);
    expect(isMatch({ price_from: 4n * COIN, price_to: 6n * COIN }, sweepOf([1n, 5n, 9n]))).toBe(true);
  });

  it('matches if its total is within the bounds', () => {
    expect(isMatch({ price_from: 14n * COIN }, sweepOf([4n, 5n, 5n]))).toBe(true);
    expect(isMatch({ price_from: 15n * COIN }, sweepOf([4n, 5n, 5n]))).toBe(false);
    expect(isMatch({ price_from: 10n * COIN, price_to: 14n * COIN }, sweepOf([4n, 5n, 5n]))).toBe(true);
    expect(isMatch({ price_from: 10n * COIN, price_to: 13n * COIN }, sweepOf([4n, 5n, 5n]))).toBe(false);
  });

  it('includes in the total only sales that meet all other conditions', () => {
    const mixed = sweepOf([1n, 2n, 90n], [shard, shard]);
    expect(isMatch({ ...ofShards, price_from: 3n * COIN }, mixed)).toBe(true);
    expect(isMatch({ ...ofShards, price_from: 4n * COIN }, mixed)).toBe(false);
    expect(isMatch({ ...ofShards, price_to: 3n * COIN }, mixed)).toBe(true);
    const oneRare = sweepOf([10n, 50n, 50n], [rare]);
    expect(isMatch({ rank: 5, price_from: 10n * COIN }, oneRare)).toBe(true);
    expect(isMatch({ rank: 5, price_from: 11n * COIN }, oneRare)).toBe(false);
    expect(isMatch({ rank: 5, price_to: 9n * COIN }, oneRare)).toBe(false);
  });

  it('can reach a minimum by its known prices, but never stays below a maximum with an unknown one', () => {
    expect(isMatch({ price_from: 9n * COIN }, sweepOf([4n, 5n, null]))).toBe(true);
    expect(isMatch({ price_from: 10n * COIN }, sweepOf([4n, 5n, null]))).toBe(false);
    expect(isMatch({ price_from: 9n * COIN, price_to: 20n * COIN }, sweepOf([4n, 5n, null]))).toBe(false);
    expect(
      isMatch({ price_from: 9n * COIN }, sweepOf([4n, 5n, 9n], [{}, {}, { currency: address(0xe0) }])),
    ).toBe(true);
  });

  it('matches by its other items if one seller is excluded, and not at all if the buyer is', () => {
    const unwanted = address(0xa9);
    const alert = sweepOf([4n, 5n, 6n], [{ seller: unwanted }, { seller: null }]);
    expect(isMatch({ not_wallets: [unwanted] }, alert)).toBe(true);
    expect(isMatch({ not_wallets: [unwanted], price_to: 5n * COIN }, alert)).toBe(false);
    expect(isMatch({ not_wallets: [unwanted], price_from: 7n * COIN }, alert)).toBe(false);
    expect(isMatch({ not_wallets: [unwanted] }, { ...alert, buyer: unwanted })).toBe(false);
    expect(isMatch({ not_wallets: [unwanted] }, { ...alert, buyer: null })).toBe(false);
  });

  it('matches a rule for a seller by that seller’s items', () => {
    const wanted = address(0xa9);
    const alert = sweepOf([4n, 5n, 6n], [{ seller: wanted }, rare]);
    expect(isMatch({ wallets: [wanted] }, alert)).toBe(true);
    expect(isMatch({ wallets: [wanted], price_from: 5n * COIN }, alert)).toBe(false);
    expect(isMatch({ wallets: [wanted], rank: 5 }, alert)).toBe(false);
    expect(isMatch({ wallets: [wanted], rank: 5 }, { ...alert, buyer: wanted })).toBe(true);
  });

  it('does not match for units that only several items have together', () => {
    const alert = sweepOf([1n, 1n, 1n], [{ quantity: 2n }, { quantity: 2n }, { quantity: 2n }]);
    expect(isMatch({ amount: 2n }, alert)).toBe(true);
    expect(isMatch({ amount: 3n }, alert)).toBe(false);
  });
});

describe('what a rule excludes', () => {
  const hat = { type: 'Hat', value: 'Crown' };
  const crowned = { attributes: [{ type: 'hat', value: 'crown', rarity: null }] };
  const [listed, other] = [soldItem(), soldItem({ collection: address(0xf0) })];

  it.each([
    ['a collection', { not_collections: [listed.collection] }, soldFor(1n), soldFor(1n, other)],
    [
      'a token',
      { not_tokens: [`${listed.collection}-${listed.tokenId}`] },
      soldFor(1n),
      soldFor(1n, { tokenId: '999' }),
    ],
    ['a trait, in any case', { not_traits: [hat] }, soldFor(1n, crowned), soldFor(1n)],
    [
      'the second of two collections',
      { not_collections: [address(0xf1), listed.collection] },
      soldFor(1n),
      soldFor(1n, other),
    ],
    [
      'the second of two tokens',
      { not_tokens: [`${other.collection}-1`, `${listed.collection}-${listed.tokenId}`] },
      soldFor(1n),
      soldFor(1n, other),
    ],
    [
      'the second of two traits',
      { not_traits: [{ type: 'Eyes', value: 'Laser' }, hat] },
      soldFor(1n, crowned),
      soldFor(1n),
    ],
  ] as const)('is %s', (_, filter, excluded, fits) => {
    expect(isMatch(filter, excluded)).toBe(false);
    expect(isMatch(filter, fits)).toBe(true);
  });

  it('leaves the other tokens of a sweep, which alone count for its price', () => {
    const alert = sweepOf([4n, 5n, 90n], [{}, {}, { ...crowned, collection: other.collection }]);
    for (const filter of [
      { not_traits: [hat] },
      { not_collections: [other.collection] },
      { not_tokens: [`${other.collection}-2`] },
    ]) {
      expect(isMatch({ ...filter, price_from: 9n * COIN }, alert)).toBe(true);
      expect(isMatch({ ...filter, price_from: 10n * COIN }, alert)).toBe(false);
    }
  });

  it('leaves the other tokens of a bundle, and nothing if all are excluded', () => {
    const bundle = bundleAlert({ tokens: [alertToken({ tokenId: '1' }), alertToken({ tokenId: '2' })] });
    const key = (tokenId: string) => `${alertToken().collection}-${tokenId}`;
    expect(isMatch({ not_tokens: [key('1')] }, bundle)).toBe(true);
    expect(isMatch({ not_tokens: [key('1'), key('2')] }, bundle)).toBe(false);
  });

  it('is no single token or trait in an offer for a whole collection', () => {
    const offer = offerAlert({ token: null });
    expect(isMatch({ not_tokens: [`${offer.collection}-1`], not_traits: [hat] }, offer)).toBe(true);
    expect(isMatch({ not_collections: [offer.collection] }, offer)).toBe(false);
  });

  it('is undecided for traits until the token is looked up', () => {
    const rule = ruleOf({ topics: ['sale'], filter: { not_traits: [hat] } });
    const sale = soldFor(1n);
    expect(mayMatch(rule, unenriched(sale))).toBe(true);
    expect(verdictOf(prepareRule(rule), toMatchInput(sale, ALL_PENDING), facts)).toBe('undecided');
    expect(verdictOf(prepareRule(rule), toMatchInput(sale), facts)).toBe('yes');
  });
});

describe('a filter of percent below the floor', () => {
  const cheap = { below_floor: 20 };

  it('matches at exactly this percentage, and not with a wei less', () => {
    expect(isMatch(cheap, soldFor(8n, measured(10n * COIN)))).toBe(true);
    expect(
      isMatch(cheap, saleAlert(1, { item: soldItem({ price: 8n * COIN + 1n, ...measured(10n * COIN) }) })),
    ).toBe(false);
    expect(isMatch(cheap, listingAlert({ item: soldItem({ price: COIN, ...measured(10n * COIN) }) }))).toBe(
      true,
    );
  });

  it('counts one floor for each unit', () => {
    expect(isMatch(cheap, soldFor(24n, { quantity: 3n, ...measured(10n * COIN) }))).toBe(true);
    expect(isMatch(cheap, soldFor(25n, { quantity: 3n, ...measured(10n * COIN) }))).toBe(false);
  });

  it('applies to each item of a sweep separately', () => {
    const items = [10n, 10n, 8n].map((coins) => soldItem({ price: coins * COIN, ...measured(10n * COIN) }));
    expect(isMatch(cheap, sweepAlert(0, { items }))).toBe(true);
    expect(isMatch(cheap, sweepAlert(0, { items: items.slice(0, 2) }))).toBe(false);
  });

  it('applies to an equal share of the price of several listed tokens of one collection', () => {
    const [one, other] = [alertToken(), alertToken({ tokenId: '8' })];
    const listed = { tokens: [one, other], price: 16n * COIN, floor: 10n * COIN };
    expect(isMatch(cheap, bundleAlert(listed))).toBe(true);
    expect(isMatch(cheap, bundleAlert({ ...listed, price: 17n * COIN }))).toBe(false);
    expect(isMatch(cheap, bundleAlert({ ...listed, topic: 'offer' }))).toBe(false);
    const mixed = [one, { ...other, collection: address(0xc9) }];
    expect(isMatch(cheap, bundleAlert({ ...listed, tokens: mixed }))).toBe(false);
  });

  it('never matches offers, moves, running auctions, or alerts without a known floor', () => {
    expect(isMatch(cheap, offerAlert({ price: COIN, floor: 10n * COIN }))).toBe(false);
    expect(isMatch(cheap, moveAlert({ topic: 'mint', price: 1n }))).toBe(false);
    expect(isMatch(cheap, auctionAlert({ highestBid: 1n, floor: COIN }))).toBe(false);
    expect(isMatch(cheap, soldFor(1n, measured(null)))).toBe(false);
    expect(isMatch(cheap, soldFor(1n))).toBe(false);
  });

  it('applies to the result of an auction as to a sale', () => {
    expect(isMatch(cheap, auctionAlert({ topic: 'auction_ended', highestBid: 8n, floor: 10n }))).toBe(true);
  });
});

describe('a filter of ranks and traits', () => {
  const beanie = { type: 'HAT', value: 'Beanie ' };
  const laser = { type: 'eyes', value: 'laser' };

  it('matches the rank or better, and nothing unranked', () => {
    expect(isMatch({ rank: 12 }, saleAlert(1))).toBe(true);
    expect(isMatch({ rank: 11 }, saleAlert(1))).toBe(false);
    expect(isMatch({ rank: 11 }, soldFor(1n, { rarity: null }))).toBe(false);
  });

  it('compares traits without regard to case, any or all of them', () => {
    expect(isMatch({ traits: [laser, beanie], trait_mode: 'any' }, saleAlert(1))).toBe(true);
    expect(isMatch({ traits: [laser, beanie], trait_mode: 'all' }, saleAlert(1))).toBe(false);
    expect(isMatch({ traits: [beanie], trait_mode: 'all' }, saleAlert(1))).toBe(true);
  });

  it('does not match a collection offer', () => {
    expect(isMatch({ rank: 9_999 }, offerAlert({ token: null }))).toBe(false);
    expect(isMatch({ rank: 9_999 }, offerAlert())).toBe(true);
  });

  it('needs one token that meets all conditions, not the rank of one and the collection of another', () => {
    const common = soldItem({ rarity: { rank: 900, total: null } });
    const rareElsewhere = soldItem({ collection: address(0xff), rarity: { rank: 1, total: null } });
    const sweep = sweepAlert(0, { items: [common, common, rareElsewhere] });
    expect(isMatch({ rank: 10 }, sweep)).toBe(true);
    expect(isMatch({ rank: 10, collection: [address(0xc0)] }, sweep)).toBe(false);
  });
});

describe('a filter of wallets', () => {
  const seller = address(0x5e);
  const buyer = address(0xb0);
  const stranger = address(0xee);

  it.each([
    ['a sale', saleAlert(1), [seller, buyer]],
    ['a sweep', sweepAlert(3), [seller, buyer]],
    ['repeat trades', repeatTradesAlert(), [seller, buyer]],
    ['a listing', listingAlert(), [seller]],
    ['an offer', offerAlert(), [address(0xb1)]],
    ['a transfer', moveAlert(), [seller, buyer]],
    ['a mint', moveAlert({ topic: 'mint', from: address(0) }), [buyer]],
    ['an auction', auctionAlert(), [seller, address(0xb1), address(0xb2)]],
  ] as const)('finds everybody who takes part in %s', (_, alert, parties) => {
    for (const party of parties) {
      expect(isMatch({ wallets: [stranger, party] }, alert)).toBe(true);
      expect(isMatch({ not_wallets: [stranger, party] }, alert)).toBe(false);
    }
    expect(isMatch({ wallets: [stranger] }, alert)).toBe(false);
    expect(isMatch({ not_wallets: [stranger] }, alert)).toBe(true);
  });

  it('does not match excluded wallets if a party is unknown', () => {
    expect(isMatch({ not_wallets: [stranger] }, saleAlert(1, { buyer: null }))).toBe(false);
    expect(isMatch({ not_wallets: [stranger] }, moveAlert({ topic: 'mint', from: null }))).toBe(true);
    expect(
      isMatch({ not_wallets: [stranger] }, auctionAlert({ leader: null, bidCount: 0, latestBids: [] })),
    ).toBe(true);
  });
});

describe('a filter of units', () => {
  it('matches this number or more', () => {
    expect(isMatch({ amount: 2n }, soldFor(1n))).toBe(false);
    expect(isMatch({ amount: 2n }, soldFor(1n, { quantity: 2n }))).toBe(true);
    expect(isMatch({ amount: 2n }, offerAlert({ token: null, quantity: 5n }))).toBe(true);
    expect(isMatch({ amount: 2n }, offerAlert({ quantity: 5n }))).toBe(true);
    expect(isMatch({ amount: 2n }, moveAlert({ tokens: [alertToken({ quantity: 3n })] }))).toBe(true);
  });
});

describe('mayMatch', () => {
  it('is true for every alert that matches later', () => {
    fc.assert(
      fc.property(anyRule, anyAlert, (rule, alert) => {
        fc.pre(matches(rule, alert, facts));
        expect(mayMatch(rule, unenriched(alert))).toBe(true);
        expect(mayMatch(rule, alert)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('is false for what no lookup can change', () => {
    const cannot = (filter: Partial<FilterValues>, alert: MarketAlert) =>
      mayMatch(ruleOf({ topics: TOPICS, filter: { ...MATCH_ALL, ...filter } }), alert);
    expect(cannot({ below_floor: 5 }, offerAlert())).toBe(false);
    expect(cannot({ rank: 5 }, offerAlert({ token: null }))).toBe(false);
    expect(cannot({ price_from: 100n * COIN, rank: 5 }, soldFor(1n))).toBe(false);
  });
});
