import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MarketAlert } from '../../src/domain/alert.ts';
import { type AlertFilter, EVERYTHING } from '../../src/domain/alert-filter.ts';
import { ALERT_KINDS } from '../../src/domain/alert-kind.ts';
import { matches, mayMatch } from '../../src/domain/rule-match.ts';
import { address } from '../support/build-activity.ts';
import {
  auctionAlert,
  listingAlert,
  moveAlert,
  offerAlert,
  ruleOf,
  saleAlert,
  soldItem,
  stormAlert,
  sweepAlert,
  toldToken,
} from '../support/build-alert.ts';
import { anyAlert, anyRule, unenriched, WHITELISTED } from './rule-arbitraries.ts';

const COIN = 10n ** 18n;
const facts = { isWhitelisted: (collection: `0x${string}`) => WHITELISTED.has(collection) };

/** Whether a rule for all kinds with only these tests tells the alert. */
function tells(filter: Partial<AlertFilter>, alert: MarketAlert): boolean {
  return matches(ruleOf({ kinds: ALERT_KINDS, filter: { ...EVERYTHING, ...filter } }), alert, facts);
}

const soldFor = (coins: bigint, change = {}) =>
  saleAlert(1, { item: soldItem({ price: coins * COIN, ...change }) });
/** A sweep of tokens at these prices in whole coins, changed where the test cares. */
const sweepOf = (
  prices: readonly (bigint | null)[],
  change: readonly Parameters<typeof soldItem>[0][] = [],
) =>
  sweepAlert(0, {
    items: prices.map((coins, at) =>
      soldItem({ tokenId: String(at), price: coins === null ? null : coins * COIN, ...change[at] }),
    ),
  });
const measured = (floor: bigint | null) => ({ story: { bought: null, last: null, floor, record: false } });

describe('a rule', () => {
  it('tells only its kinds', () => {
    expect(matches(ruleOf({ kinds: ['sale'] }), saleAlert(1), facts)).toBe(true);
    expect(matches(ruleOf({ kinds: ['sale'] }), listingAlert(), facts)).toBe(false);
    expect(matches(ruleOf({ kinds: ['mint'] }), moveAlert({ kind: 'transfer' }), facts)).toBe(false);
  });

  it('takes sweeps and storms for sales', () => {
    expect(matches(ruleOf(), sweepAlert(3), facts)).toBe(true);
    expect(matches(ruleOf(), stormAlert(), facts)).toBe(true);
  });

  it('tells of an auction about to end at its own lead time only', () => {
    const rule = ruleOf({ kinds: ['auction_ending'], endingLead: 30 });
    expect(matches(rule, auctionAlert({ kind: 'auction_ending', leads: [60, 30] }), facts)).toBe(true);
    expect(matches(rule, auctionAlert({ kind: 'auction_ending', leads: [10] }), facts)).toBe(false);
  });
});

describe('a filter of collections', () => {
  it('is every one, those that the marketplace lists, or these', () => {
    const listed = saleAlert(1, { item: soldItem({ collection: address(0xc1) }) });
    const unlisted = saleAlert(1, { item: soldItem({ collection: address(0xff) }) });
    expect(tells({}, unlisted)).toBe(true);
    expect(tells({ collections: { type: 'whitelisted' } }, listed)).toBe(true);
    expect(tells({ collections: { type: 'whitelisted' } }, unlisted)).toBe(false);
    expect(tells({ collections: { type: 'these', addresses: [address(0xff)] } }, unlisted)).toBe(true);
    expect(tells({ collections: { type: 'these', addresses: [address(0xff)] } }, listed)).toBe(false);
  });

  it('takes an offer for the whole collection', () => {
    const these = { collections: { type: 'these', addresses: [address(0xc0)] } } as const;
    expect(tells(these, offerAlert({ token: null }))).toBe(true);
  });
});

describe('a filter of prices', () => {
  it('includes both its ends', () => {
    const between = { priceFrom: 2n * COIN, priceTo: 4n * COIN };
    expect([1n, 2n, 3n, 4n, 5n].map((coins) => tells(between, soldFor(coins)))).toEqual([
      false,
      true,
      true,
      true,
      false,
    ]);
  });

  it('is held against an auction’s highest bid, and its starting price before there is one', () => {
    expect(tells({ priceFrom: 3n * COIN }, auctionAlert())).toBe(true);
    expect(tells({ priceFrom: 3n * COIN }, auctionAlert({ highestBid: null }))).toBe(false);
    expect(tells({ priceFrom: 1n * COIN }, auctionAlert({ highestBid: null }))).toBe(true);
  });

  it('refuses what has no price, an unknown one or one in another coin', () => {
    expect(tells({ priceFrom: 0n }, moveAlert())).toBe(false);
    expect(tells({ priceTo: 100n * COIN }, saleAlert(1, { item: soldItem({ price: null }) }))).toBe(false);
    expect(tells({ priceTo: 100n * COIN }, soldFor(1n, { currency: address(0xe0) }))).toBe(false);
    expect(tells({ priceTo: 100n * COIN }, sweepOf([null, null, null]))).toBe(false);
    expect(tells({ priceFrom: 0n }, sweepOf([null, null, null]))).toBe(false);
  });
});

describe('a sweep', () => {
  const SHARDS = address(0xc7);
  const ofShards = { collections: { type: 'these', addresses: [SHARDS] } } as const;
  const shard = { collection: SHARDS };
  const rare = { rarity: { rank: 3, total: 100 } };

  it('is told where any of its sales would be told by itself', () => {
    expect(tells({ priceTo: 4n * COIN }, sweepOf([4n, 5n, 5n]))).toBe(true);
    expect(tells({ priceTo: 3n * COIN }, sweepOf([4n, 5n, 5n]))).toBe(false);
    expect(tells({ priceFrom: 4n * COIN, priceTo: 6n * COIN }, sweepOf([1n, 5n, 9n]))).toBe(true);
  });

  it('is told where its total is as wanted', () => {
    expect(tells({ priceFrom: 14n * COIN }, sweepOf([4n, 5n, 5n]))).toBe(true);
    expect(tells({ priceFrom: 15n * COIN }, sweepOf([4n, 5n, 5n]))).toBe(false);
    expect(tells({ priceFrom: 10n * COIN, priceTo: 14n * COIN }, sweepOf([4n, 5n, 5n]))).toBe(true);
    expect(tells({ priceFrom: 10n * COIN, priceTo: 13n * COIN }, sweepOf([4n, 5n, 5n]))).toBe(false);
  });

  it('counts into the total only what passes all other tests', () => {
    const mixed = sweepOf([1n, 2n, 90n], [shard, shard]);
    expect(tells({ ...ofShards, priceFrom: 3n * COIN }, mixed)).toBe(true);
    expect(tells({ ...ofShards, priceFrom: 4n * COIN }, mixed)).toBe(false);
    expect(tells({ ...ofShards, priceTo: 3n * COIN }, mixed)).toBe(true);
    const oneRare = sweepOf([10n, 50n, 50n], [rare]);
    expect(tells({ rankAtMost: 5, priceFrom: 10n * COIN }, oneRare)).toBe(true);
    expect(tells({ rankAtMost: 5, priceFrom: 11n * COIN }, oneRare)).toBe(false);
    expect(tells({ rankAtMost: 5, priceTo: 9n * COIN }, oneRare)).toBe(false);
  });

  it('reaches a lowest price by what is told of its total, and is never said to stay below a highest', () => {
    expect(tells({ priceFrom: 9n * COIN }, sweepOf([4n, 5n, null]))).toBe(true);
    expect(tells({ priceFrom: 10n * COIN }, sweepOf([4n, 5n, null]))).toBe(false);
    expect(tells({ priceFrom: 9n * COIN, priceTo: 20n * COIN }, sweepOf([4n, 5n, null]))).toBe(false);
    expect(
      tells({ priceFrom: 9n * COIN }, sweepOf([4n, 5n, 9n], [{}, {}, { currency: address(0xe0) }])),
    ).toBe(true);
  });

  it('is told by its other items where one of the sellers is unwanted, and not at all where the buyer is', () => {
    const unwanted = address(0xa9);
    const alert = sweepOf([4n, 5n, 6n], [{ seller: unwanted }, { seller: null }]);
    expect(tells({ notWallets: [unwanted] }, alert)).toBe(true);
    expect(tells({ notWallets: [unwanted], priceTo: 5n * COIN }, alert)).toBe(false);
    expect(tells({ notWallets: [unwanted], priceFrom: 7n * COIN }, alert)).toBe(false);
    expect(tells({ notWallets: [unwanted] }, { ...alert, buyer: unwanted })).toBe(false);
    expect(tells({ notWallets: [unwanted] }, { ...alert, buyer: null })).toBe(false);
  });

  it('is told to who follows a seller by what that one sold', () => {
    const wanted = address(0xa9);
    const alert = sweepOf([4n, 5n, 6n], [{ seller: wanted }, rare]);
    expect(tells({ onlyWallets: [wanted] }, alert)).toBe(true);
    expect(tells({ onlyWallets: [wanted], priceFrom: 5n * COIN }, alert)).toBe(false);
    expect(tells({ onlyWallets: [wanted], rankAtMost: 5 }, alert)).toBe(false);
    expect(tells({ onlyWallets: [wanted], rankAtMost: 5 }, { ...alert, buyer: wanted })).toBe(true);
  });

  it('is not told for units that only several of its items have together', () => {
    const alert = sweepOf([1n, 1n, 1n], [{ quantity: 2n }, { quantity: 2n }, { quantity: 2n }]);
    expect(tells({ quantityFrom: 2n }, alert)).toBe(true);
    expect(tells({ quantityFrom: 3n }, alert)).toBe(false);
  });
});

describe('a filter of percent below the floor', () => {
  const cheap = { belowFloorPercent: 20 };

  it('tells what is at least so far below, and not a wei less', () => {
    expect(tells(cheap, soldFor(8n, measured(10n * COIN)))).toBe(true);
    expect(
      tells(cheap, saleAlert(1, { item: soldItem({ price: 8n * COIN + 1n, ...measured(10n * COIN) }) })),
    ).toBe(false);
    expect(tells(cheap, listingAlert({ item: soldItem({ price: COIN, ...measured(10n * COIN) }) }))).toBe(
      true,
    );
  });

  it('counts one floor for each unit', () => {
    expect(tells(cheap, soldFor(24n, { quantity: 3n, ...measured(10n * COIN) }))).toBe(true);
    expect(tells(cheap, soldFor(25n, { quantity: 3n, ...measured(10n * COIN) }))).toBe(false);
  });

  it('looks at each item of a sweep by itself', () => {
    const items = [10n, 10n, 8n].map((coins) => soldItem({ price: coins * COIN, ...measured(10n * COIN) }));
    expect(tells(cheap, sweepAlert(0, { items }))).toBe(true);
    expect(tells(cheap, sweepAlert(0, { items: items.slice(0, 2) }))).toBe(false);
  });

  it('never tells offers, moves, auctions that run, or what has no known floor', () => {
    expect(tells(cheap, offerAlert({ price: COIN, floor: 10n * COIN }))).toBe(false);
    expect(tells(cheap, moveAlert({ kind: 'mint', price: 1n }))).toBe(false);
    expect(tells(cheap, auctionAlert({ highestBid: 1n, floor: COIN }))).toBe(false);
    expect(tells(cheap, soldFor(1n, measured(null)))).toBe(false);
    expect(tells(cheap, soldFor(1n))).toBe(false);
  });

  it('takes the result of an auction for a sale', () => {
    expect(tells(cheap, auctionAlert({ kind: 'auction_ended', highestBid: 8n, floor: 10n }))).toBe(true);
  });
});

describe('a filter of ranks and traits', () => {
  const beanie = { type: 'HAT', value: 'Beanie ' };
  const laser = { type: 'eyes', value: 'laser' };

  it('tells the rank or better, and nothing unranked', () => {
    expect(tells({ rankAtMost: 12 }, saleAlert(1))).toBe(true);
    expect(tells({ rankAtMost: 11 }, saleAlert(1))).toBe(false);
    expect(tells({ rankAtMost: 11 }, soldFor(1n, { rarity: null }))).toBe(false);
  });

  it('compares traits without regard to case, any or all of them', () => {
    expect(tells({ traits: { mode: 'any', traits: [laser, beanie] } }, saleAlert(1))).toBe(true);
    expect(tells({ traits: { mode: 'all', traits: [laser, beanie] } }, saleAlert(1))).toBe(false);
    expect(tells({ traits: { mode: 'all', traits: [beanie] } }, saleAlert(1))).toBe(true);
  });

  it('refuses an offer for the whole collection', () => {
    expect(tells({ rankAtMost: 9_999 }, offerAlert({ token: null }))).toBe(false);
    expect(tells({ rankAtMost: 9_999 }, offerAlert())).toBe(true);
  });

  it('wants one token that passes every test, not a rank of one and the collection of another', () => {
    const common = soldItem({ rarity: { rank: 900, total: null } });
    const rareElsewhere = soldItem({ collection: address(0xff), rarity: { rank: 1, total: null } });
    const sweep = sweepAlert(0, { items: [common, common, rareElsewhere] });
    expect(tells({ rankAtMost: 10 }, sweep)).toBe(true);
    expect(tells({ rankAtMost: 10, collections: { type: 'these', addresses: [address(0xc0)] } }, sweep)).toBe(
      false,
    );
  });
});

describe('a filter of wallets', () => {
  const seller = address(0x5e);
  const buyer = address(0xb0);
  const stranger = address(0xee);

  it.each([
    ['a sale', saleAlert(1), [seller, buyer]],
    ['a sweep', sweepAlert(3), [seller, buyer]],
    ['a storm', stormAlert(), [seller, buyer]],
    ['a listing', listingAlert(), [seller]],
    ['an offer', offerAlert(), [address(0xb1)]],
    ['a transfer', moveAlert(), [seller, buyer]],
    ['a mint', moveAlert({ kind: 'mint', from: address(0) }), [buyer]],
    ['an auction', auctionAlert(), [seller, address(0xb1), address(0xb2)]],
  ] as const)('finds everybody who takes part in %s', (_, alert, parties) => {
    for (const party of parties) {
      expect(tells({ onlyWallets: [stranger, party] }, alert)).toBe(true);
      expect(tells({ notWallets: [stranger, party] }, alert)).toBe(false);
    }
    expect(tells({ onlyWallets: [stranger] }, alert)).toBe(false);
    expect(tells({ notWallets: [stranger] }, alert)).toBe(true);
  });

  it('refuses “not these” where somebody takes part who is not named', () => {
    expect(tells({ notWallets: [stranger] }, saleAlert(1, { buyer: null }))).toBe(false);
    expect(tells({ notWallets: [stranger] }, moveAlert({ kind: 'mint', from: null }))).toBe(true);
    expect(
      tells({ notWallets: [stranger] }, auctionAlert({ leader: null, bidCount: 0, latestBids: [] })),
    ).toBe(true);
  });
});

describe('a filter of units', () => {
  it('tells at least so many', () => {
    expect(tells({ quantityFrom: 2n }, soldFor(1n))).toBe(false);
    expect(tells({ quantityFrom: 2n }, soldFor(1n, { quantity: 2n }))).toBe(true);
    expect(tells({ quantityFrom: 2n }, offerAlert({ token: null, quantity: 5n }))).toBe(true);
    expect(tells({ quantityFrom: 2n }, offerAlert({ quantity: 5n }))).toBe(true);
    expect(tells({ quantityFrom: 2n }, moveAlert({ tokens: [toldToken({ quantity: 3n })] }))).toBe(true);
  });
});

describe('what may match', () => {
  it('holds for everything that then does', () => {
    fc.assert(
      fc.property(anyRule, anyAlert, (rule, alert) => {
        fc.pre(matches(rule, alert, facts));
        expect(mayMatch(rule, unenriched(alert))).toBe(true);
        expect(mayMatch(rule, alert)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('does not hold for what no lookup can make right', () => {
    const cannot = (filter: Partial<AlertFilter>, alert: MarketAlert) =>
      mayMatch(ruleOf({ kinds: ALERT_KINDS, filter: { ...EVERYTHING, ...filter } }), alert);
    expect(cannot({ belowFloorPercent: 5 }, offerAlert())).toBe(false);
    expect(cannot({ rankAtMost: 5 }, offerAlert({ token: null }))).toBe(false);
    expect(cannot({ priceFrom: 100n * COIN, rankAtMost: 5 }, soldFor(1n))).toBe(false);
  });
});
