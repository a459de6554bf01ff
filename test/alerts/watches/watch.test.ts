import { describe, expect, it } from 'vitest';
import type { MarketAlert } from '#src/alerts/alert.ts';
import { createMatcher } from '#src/alerts/matcher.ts';
import { NO_MISSING_DETAILS, tokenKey } from '#src/alerts/missing-details.ts';
import type { Rule } from '#src/alerts/subscription.ts';
import { ruleOfAuction, ruleOfCollection, ruleOfToken, ruleOfWallets } from '#src/alerts/watches/watch.ts';
import { address } from '../../support/build-activity.ts';
import {
  alertToken,
  auctionAlert,
  floorAlert,
  listingAlert,
  moveAlert,
  offerAlert,
  repeatTradesAlert,
  saleAlert,
  soldItem,
  sweepAlert,
} from '../../support/build-alert.ts';

const COIN = 10n ** 18n;
const COLLECTION = address(0xc0);
const ME = address(0x3e);
const OTHER = address(0x0e);

function matcherOf(rule: Rule) {
  const saved = {
    ...rule,
    ...{ id: 1, guildId: 'dm:1', channelId: 'dm:1', createdBy: '1', createdAt: 0 },
    ...{ pausedAt: null, lastMatchAt: null, lastPostAt: null },
  };
  return createMatcher([saved], { isWhitelisted: () => true });
}

/** Which of these alerts the person is told of. */
const told = <Name extends string>(rule: Rule, alerts: Readonly<Record<Name, MarketAlert>>) =>
  Object.entries<MarketAlert>(alerts)
    .filter(([, alert]) => matcherOf(rule).match(alert).length > 0)
    .map(([name]) => name);

describe('a watch of a token', () => {
  const token = { collection: COLLECTION, tokenId: '7' };

  it('tells of its listings up to a price', () => {
    const listedFor = (coins: bigint, tokenId = '7') =>
      listingAlert({ item: soldItem({ tokenId, price: coins * COIN }) });
    const alerts = { dear: listedFor(11n), fair: listedFor(10n), other: listedFor(1n, '8') };

    expect(told(ruleOfToken({ ...token, when: 'listed', below: 10n * COIN }), alerts)).toEqual(['fair']);
    expect(told(ruleOfToken({ ...token, when: 'listed', below: null }), alerts)).toEqual(['dear', 'fair']);
  });

  it('tells of its sales, alone or among others, and of the end of its auction', () => {
    expect(
      told(ruleOfToken({ ...token, when: 'sold' }), {
        sale: saleAlert(7),
        other: saleAlert(8),
        otherCollection: saleAlert(7, { item: soldItem({ collection: address(0xc1) }) }),
        sweep: sweepAlert(8),
        smallSweep: sweepAlert(3),
        repeated: repeatTradesAlert(),
        auction: auctionAlert({ topic: 'auction_ended' }),
        listing: listingAlert(),
      }),
    ).toEqual(['sale', 'sweep', 'repeated', 'auction']);
  });

  it('tells of its auctions', () => {
    expect(
      told(ruleOfToken({ ...token, when: 'auctioned' }), {
        started: auctionAlert(),
        bid: auctionAlert({ topic: 'auction_bid' }),
        other: auctionAlert({ token: alertToken({ tokenId: '8' }) }),
      }),
    ).toEqual(['started']);
  });

  it('tells of its burn, and of no other move', () => {
    const move = (topic: 'burn' | 'transfer', tokenId = '7') =>
      moveAlert({ topic, tokens: [alertToken({ tokenId })] });
    expect(
      told(ruleOfToken({ ...token, when: 'burned' }), {
        burned: move('burn'),
        moved: move('transfer'),
        other: move('burn', '8'),
      }),
    ).toEqual(['burned']);
  });
});

describe('a watch of a collection', () => {
  it('tells of listings below a price or of a rank', () => {
    const alerts = {
      cheap: listingAlert({ item: soldItem({ price: COIN, rarity: { rank: 900, total: 1_000 } }) }),
      rare: listingAlert({ item: soldItem({ price: 9n * COIN, rarity: { rank: 3, total: 1_000 } }) }),
      other: listingAlert({ item: soldItem({ collection: address(0xc1), price: 1n }) }),
    };
    const collection = COLLECTION;

    expect(told(ruleOfCollection({ collection, when: 'listed_below', price: COIN }), alerts)).toEqual([
      'cheap',
    ]);
    expect(told(ruleOfCollection({ collection, when: 'listed_rank', rank: 10 }), alerts)).toEqual(['rare']);
  });

  it('is a rule on the floor, whose alerts are made for it', () => {
    const rule = ruleOfCollection({ collection: COLLECTION, when: 'floor_falls', price: COIN });

    expect(matcherOf(rule).rulesFor(floorAlert().topic)).toHaveLength(1);
    expect(rule.filter).toEqual({ collection: [COLLECTION], floor_below: COIN });
  });
});

describe('a watch of wallets', () => {
  const bought = saleAlert(1, { buyer: ME, item: soldItem({ seller: OTHER }) });
  const sold = saleAlert(1, { buyer: OTHER, item: soldItem({ seller: ME }) });
  const auctions = {
    theirBid: auctionAlert({
      topic: 'auction_bid',
      seller: OTHER,
      leader: OTHER,
      outbid: ME,
      overtaken: [ME],
    }),
    myBid: auctionAlert({
      topic: 'auction_bid',
      seller: OTHER,
      leader: ME,
      outbid: OTHER,
      overtaken: [OTHER],
    }),
    myRaise: auctionAlert({ topic: 'auction_bid', seller: OTHER, leader: ME, outbid: ME }),
    bidToMe: auctionAlert({ topic: 'auction_bid', seller: ME, leader: OTHER, outbid: null }),
    won: auctionAlert({ topic: 'auction_ended', seller: OTHER, leader: ME }),
    lost: auctionAlert({ topic: 'auction_ended', seller: OTHER, leader: OTHER, outbid: ME }),
    mySale: auctionAlert({ topic: 'auction_ended', seller: ME, leader: OTHER }),
    unsold: auctionAlert({ topic: 'auction_ended', seller: OTHER, leader: ME, bidCount: 0 }),
  };
  const alerts = { bought, sold, ...auctions };

  it.each([
    ['bought', ['bought']],
    ['sold', ['sold', 'mySale']],
    ['outbid', ['theirBid']],
    ['won', ['won']],
    ['bid_received', ['bidToMe']],
  ] as const)('tells when they have %s', (when, expected) => {
    expect(told(ruleOfWallets({ wallets: [ME], when }), alerts)).toEqual(expected);
  });

  it('tells of offers for a token that they own, once it is known whose it is', () => {
    const rule = ruleOfWallets({ wallets: [ME], when: 'offer_received' });
    const matcher = matcherOf(rule);
    const open = offerAlert();
    const missing = { ...NO_MISSING_DETAILS, tokens: [tokenKey(COLLECTION, '7')] };

    expect(matcher.mayMatch(open)).toBe(true);
    expect(matcher.needsTokens(open)).toBe(true);
    expect(matcher.isUndecided(open, missing)).toBe(true);
    expect(
      told(rule, {
        mine: offerAlert({ owner: ME }),
        theirs: offerAlert({ owner: OTHER }),
        unknown: open,
        myOwnOffer: offerAlert({ bidder: ME, owner: OTHER }),
        collection: offerAlert({ token: null }),
        sale: sold,
      }),
    ).toEqual(['mine']);
  });
});

describe('a watch of an auction', () => {
  const auction = { auction: 'a-1', collection: COLLECTION, tokenId: '7' };
  const alerts = {
    bid: auctionAlert({ topic: 'auction_bid', leader: OTHER, outbid: ME, overtaken: [ME] }),
    otherBid: auctionAlert({ topic: 'auction_bid', auction: 'a-2', overtaken: [ME] }),
    soon: auctionAlert({ topic: 'auction_ending', leads: [60] }),
    verySoon: auctionAlert({ topic: 'auction_ending', leads: [10] }),
    ended: auctionAlert({ topic: 'auction_ended' }),
    cancelled: auctionAlert({ topic: 'auction_cancelled' }),
  };

  it('tells of its bids, its coming end and its end, and of no other auction', () => {
    expect(told(ruleOfAuction({ ...auction, when: 'bid' }), alerts)).toEqual(['bid']);
    expect(told(ruleOfAuction({ ...auction, when: 'ending', lead: 10 }), alerts)).toEqual(['verySoon']);
    expect(told(ruleOfAuction({ ...auction, when: 'ended' }), alerts)).toEqual(['ended', 'cancelled']);
  });

  it('tells those who are outbid', () => {
    expect(told(ruleOfAuction({ ...auction, when: 'outbid', mine: [ME] }), alerts)).toEqual(['bid']);
    expect(told(ruleOfAuction({ ...auction, when: 'outbid', mine: [OTHER] }), alerts)).toEqual([]);
  });
});
