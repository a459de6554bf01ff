import { describe, expect, it } from 'vitest';
import type { AuctionAlert, SoldItem } from '#src/alerts/alert.ts';
import type { Reader } from '#src/alerts/description.ts';
import { isRecap, isUneventful } from '#src/alerts/kinds/recap/schema.ts';
import type { MarketAlert } from '#src/alerts/kinds/registry.ts';
import { namedCoin } from '#src/chain/coins.ts';
import { describeMarket, placeholderValues } from '#src/discord/render/describe.ts';
import { sentenceText } from '#src/discord/render/segments.ts';
import type { Segments } from '#src/messages/segment.ts';
import { viewContext } from '../../discord/views/view-context.ts';
import { address } from '../../support/build-activity.ts';
import {
  auctionAlert,
  bundleAlert,
  floorAlert,
  moveAlert,
  recapAlert,
  saleAlert,
  soldItem,
  sweepAlert,
} from '../../support/build-alert.ts';

/* What the golden messages show in full, one choice at a time. */

const COIN = 10n ** 18n;
const [KALO, IVY] = [address(0xb1), address(0xb2)];
const NAMES = new Map<string, string>([
  [KALO, 'kalo'],
  [IVY, 'ivy'],
  [address(0x5e), 'sam'],
  [address(0xb0), 'ben'],
]);

/** An alert’s sentences without addresses of pages. */
function say(alert: MarketAlert, reader?: Reader) {
  const view = viewContext({
    walletName: (wallet) => NAMES.get(wallet) ?? null,
    ...(reader === undefined ? {} : { reader }),
  });
  const described = describeMarket(alert, view);
  const text = (segments: Segments) =>
    sentenceText(segments, view)
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replaceAll(/ \(`?0x[^)]*\)| `0x[^`]*`|\*/g, '');
  return {
    headline: text(described.headline),
    standing: described.standing === null ? null : text(described.standing.headline),
    update: described.update == null ? null : text(described.update),
    facts: Object.fromEntries(described.facts.map(({ id, text: words }) => [id, text(words)])),
    name: described.subject.name,
  };
}

const auction = (change: Partial<AuctionAlert>, reader?: Reader) => say(auctionAlert(change), reader);

describe('an auction', () => {
  it.each<[Partial<AuctionAlert>, string]>([
    [{ topic: 'auction_started' }, 'Punk #7 is up for auction, top bid 3 ETH'],
    [{ topic: 'auction_bid' }, 'Bid of 3 ETH on Punk #7'],
    [{ topic: 'auction_ending', leads: [10] }, 'Punk #7 ends soon, top bid 3 ETH'],
    [{ topic: 'auction_ended' }, 'Auction of Punk #7 continues'],
    [{ topic: 'auction_ended', status: 'sold' }, 'Punk #7 sold at auction for 3 ETH'],
  ])('has a headline for %j', (change, expected) => {
    expect(auction(change).standing).toBe(expected);
  });

  it.each<[string, Partial<AuctionAlert>, string]>([
    ['outbids somebody', { outbid: IVY }, 'kalo outbid ivy'],
    ['raises their own bid', { outbid: KALO }, 'kalo raised their own bid'],
    ['bids first', { outbid: null, bidCount: 1 }, 'kalo placed the first bid'],
    ['leads', { outbid: null, bidCount: 2 }, 'kalo leads'],
  ])('says of a bid that its bidder %s', (_, change, expected) => {
    expect(auction({ topic: 'auction_bid', ...change }).update).toBe(expected);
  });

  it('names its starting price while there is no bid', () => {
    const none = { topic: 'auction_started', highestBid: null, leader: null } as const;
    expect(auction(none).standing).toBe('Punk #7 is up for auction from 1 ETH');
    expect(auction({ ...none, startingPrice: null }).standing).toBe('Punk #7 is up for auction');
  });

  it('says that a late bid may still win, and to whom it was sold', () => {
    const ended = { topic: 'auction_ended', status: 'ended' } as const;
    expect(auction({ ...ended, provisional: true }).update).toBe(
      'Top bid by kalo · a late bid may still win',
    );
    expect(auction({ ...ended, status: 'sold' }).facts['sold']).toBe('Winner kalo');
    expect(auction({ ...ended, status: 'sold', leader: null }).facts).not.toHaveProperty('sold');
  });

  it('says to somebody what the wallet that they watch has bid most, also after it was outbid', () => {
    const change: Partial<AuctionAlert> = {
      ...{ topic: 'auction_bid', leader: KALO, overtaken: [IVY], overtakenBids: [COIN] },
      latestBids: [
        { bidder: KALO, amount: 3n * COIN, at: 2 },
        { bidder: IVY, amount: 2n * COIN, at: 1 },
      ],
    };
    const reader = { own: [], watched: [IVY] };
    const before = auction({ ...change, overtakenBids: [5n * COIN] }, reader).headline;
    expect(before).toBe('ivy was outbid on Punk #7: 3 ETH by kalo (theirs: 5 ETH)');
    expect(auction(change, reader).headline).toBe('ivy was outbid on Punk #7: 3 ETH by kalo (theirs: 2 ETH)');
  });
});

describe('a bundle', () => {
  it('has a seller if it is listed, and a bidder if there is an offer for it', () => {
    const values = (topic: 'listing' | 'offer') => {
      const { seller, bidder } = placeholderValues(bundleAlert({ topic }), viewContext());
      return [seller !== null, bidder !== null];
    };
    expect(values('listing')).toEqual([true, false]);
    expect(values('offer')).toEqual([false, true]);
    expect(say(bundleAlert({ topic: 'listing' })).facts).toEqual({ seller: 'Seller sam' });
    expect(say(bundleAlert({ topic: 'offer' })).facts).toEqual({ bidder: 'Bidder sam' });
  });
});

describe('a price in another coin', () => {
  const sold = (change: Partial<SoldItem>) => {
    const { headline, facts } = say(saleAlert(7, { item: soldItem(change) }));
    return [headline, facts['coin']];
  };
  const contract = address(0xee);

  it('is followed by its contract unless the marketplace names the coin', () => {
    const view = viewContext();
    const headline = (currency: SoldItem['currency'], symbol: string) =>
      sentenceText(
        describeMarket(
          saleAlert(7, { item: soldItem({ price: COIN, currency, coin: { symbol, decimals: 18 } }) }),
          view,
        ).headline,
        view,
      );
    expect(headline(namedCoin('APE'), 'APE')).toMatch(/sold for \*\*1 APE\*\*$/);
    expect(headline(namedCoin('APE'), '')).not.toMatch(/sold for \*\*1\s*\*\*$/);
    expect(headline(contract, 'APE')).toMatch(/sold for \*\*1 APE \(0x0000…00ee\)\*\*$/);
  });

  it('names the whole contract beside the headline, unless the marketplace names the coin', () => {
    const ape = { price: COIN, coin: { symbol: 'APE', decimals: 18 } };
    expect(sold({ ...ape, currency: contract })[1]).toMatch(/^coin/);
    expect(sold({ ...ape, currency: namedCoin('APE') })[1]).toBeUndefined();
  });

  it('is in base units if its decimals are unknown, which a headline has no room for', () => {
    expect(sold({ price: 5_000n, currency: namedCoin('APE') })).toEqual([
      'Punk #7 sold for another coin',
      '5,000 base units of APE',
    ]);
    expect(sold({ price: 5_000n, currency: contract })[1]).toMatch(/^5,000 base units of another coin/);
  });

  it('is its own coin without a word', () => {
    expect(sold({ price: COIN })).toEqual(['Punk #7 sold for 1 ETH', undefined]);
    expect(sold({ price: null })).toEqual(['Punk #7 sold', undefined]);
    const priceFact = (price: bigint | null) =>
      say(saleAlert(7, { item: soldItem({ price }) })).facts['price'];
    expect([priceFact(COIN), priceFact(null)]).toEqual([undefined, 'price not reported']);
  });
});

describe('a mint', () => {
  it('has a price if it cost something', () => {
    expect(say(moveAlert({ topic: 'mint', price: COIN })).headline).toBe('Punk #7 minted for 1 ETH');
    expect(say(moveAlert({ topic: 'mint' })).headline).toBe('Punk #7 minted');
  });
});

describe('a floor', () => {
  it('has a threshold if a rule has one', () => {
    expect(say(floorAlert()).facts).toEqual({ threshold: 'threshold: 100 ETH' });
    expect(say(floorAlert({ way: 'rose', threshold: null })).facts).toEqual({});
  });
});

describe('a sweep', () => {
  it('has an average price of a token, or of a unit', () => {
    const items = [
      soldItem({ price: 4n * COIN, quantity: 3n }),
      soldItem({ price: 4n * COIN, tokenId: '8' }),
    ];
    expect(say(sweepAlert(3)).facts['average']).toBe('1 ETH on average');
    expect(say(sweepAlert(0, { items })).facts['average']).toBe('2 ETH per unit on average');
  });
});

describe('a recap', () => {
  const chosen = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      collection: address(index),
      collectionName: `C${index + 1}`,
    }));

  it('names three collections, and counts the others', () => {
    expect(say(recapAlert({ chosen: chosen(3) })).name).toBe('C1, C2, and C3');
    expect(say(recapAlert({ chosen: chosen(5) })).name).toBe('C1, C2, C3, and 2');
  });

  it('is known from other alerts', () => {
    expect([recapAlert(), saleAlert(1)].map(isRecap)).toEqual([true, false]);
  });

  it('is uneventful without sales, burned tokens and auctions', () => {
    const none = {
      total: { sales: 0, volume: 0n },
      auctions: { started: 0, sold: 0, soldFor: 0n, unsold: 0 },
    };
    expect(isUneventful(none)).toBe(true);
    expect(isUneventful({ ...none, total: { sales: 1, volume: 0n } })).toBe(false);
    expect(isUneventful({ ...none, burned: 1n })).toBe(false);
    for (const event of ['started', 'sold', 'unsold'] as const)
      expect(isUneventful({ ...none, auctions: { ...none.auctions, [event]: 1 } })).toBe(false);
  });
});
