import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alertMessage } from '../../../src/discord/views/alert-message.ts';
import type { MarketAlert } from '../../../src/domain/alert.ts';
import type { AlertKind } from '../../../src/domain/alert-kind.ts';
import type { Look } from '../../../src/domain/settings.ts';
import { USUAL_SETTINGS } from '../../../src/domain/settings.ts';
import { address } from '../../support/build-activity.ts';
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
} from '../../support/build-alert.ts';
import { anyMarketAlert, postOf } from './any-alert.ts';
import { anyContext, viewContext, withoutPages } from './view-context.ts';

const embedsOf = (alert: MarketAlert, look: Look, context = withoutPages) =>
  alertMessage(postOf([alert]), context, look).embeds ?? [];
const titleOf = (alert: MarketAlert) => embedsOf(alert, 'normal')[0]?.title;
const auction = (kind: MarketAlert['kind'] & `auction_${string}`) => auctionAlert({ kind });

const ONE_OF_EACH: readonly MarketAlert[] = [
  saleAlert(1),
  sweepAlert(3),
  stormAlert(),
  listingAlert(),
  offerAlert(),
  offerAlert({ token: null }),
  moveAlert(),
  moveAlert({ kind: 'mint', tokens: [toldToken(), toldToken({ tokenId: '8' })] }),
  auction('auction_started'),
  auction('auction_bid'),
  auction('auction_ending'),
  auction('auction_ended'),
  auction('auction_cancelled'),
];

describe('an alert in each look', () => {
  it('has no picture, no field and at most two lines when compact', () => {
    for (const alert of ONE_OF_EACH) {
      const embeds = embedsOf(alert, 'compact');
      expect(embeds).toHaveLength(1);
      expect(Object.keys(embeds[0] ?? {})).not.toEqual(expect.arrayContaining(['image']));
      expect(embeds[0]).not.toHaveProperty('thumbnail');
      expect(embeds[0]).not.toHaveProperty('fields');
      expect(embeds[0]?.description ?? '').not.toContain('\n');
    }
  });

  it('takes no more than a tenth of a message when compact, whatever the marketplace wrote', () => {
    fc.assert(
      fc.property(anyMarketAlert, anyContext, (alert, context) => {
        const [embed] = embedsOf(alert, 'compact', context);
        const texts = [embed?.title, embed?.description, embed?.footer?.text];
        expect(texts.join('').length).toBeLessThanOrEqual(600);
      }),
      { numRuns: 300 },
    );
  });

  it('has a small picture when normal and a large one when big', () => {
    for (const alert of ONE_OF_EACH.filter(({ type }) => type !== 'sweep' && type !== 'storm')) {
      if (alert.type === 'offer' && alert.token === null) continue;
      expect(embedsOf(alert, 'normal')[0]?.thumbnail?.url).toBe('https://example.com/7.png');
      expect(embedsOf(alert, 'big')[0]?.image?.url).toBe('https://example.com/7.png');
    }
  });

  it('tells the story and the parties in the line of a compact sale', () => {
    const COIN = 10n ** 18n;
    const story = {
      bought: { price: 16n * COIN, at: 1_759_276_800 },
      last: null,
      floor: null,
      record: false,
    };
    const sale = saleAlert(7, { item: soldItem({ price: 20n * COIN, story }) });
    expect(embedsOf(sale, 'compact')[0]?.description).toBe(
      'bought for 16 ETH, held 3 months · **+25%** · `0x0000…005e` → `0x0000…00b0` · rank 12 · Punks',
    );
  });

  const END = '<t:1767229200:R> (<t:1767229200:f>)';
  const nobody = { bidCount: 0, leader: null, highestBid: null, outbid: null, latestBids: [] };

  it.each<[string, Parameters<typeof auctionAlert>[0], string]>([
    ['without a bid', nobody, `no bid yet, from **1 ETH** · ends ${END}`],
    ['with bids', {}, `highest bid **3 ETH** · ends ${END} · \`0x0000…00b1\` outbid \`0x0000…00b2\``],
    ['that was bid on', { kind: 'auction_bid' }, `ends ${END} · \`0x0000…00b1\` outbid \`0x0000…00b2\``],
    [
      'that is over',
      { kind: 'auction_ended', status: 'ended' },
      `highest bid by \`0x0000…00b1\` · over, waiting for settlement · ended ${END} · 200% above the starting price`,
    ],
    [
      'that is over, in the message of its start',
      { status: 'ended' },
      'highest bid **3 ETH** by `0x0000…00b1` · over, waiting for settlement',
    ],
    [
      'that was sold',
      { kind: 'auction_ended', status: 'sold' },
      `to \`0x0000…00b1\` · ended ${END} · 200% above the starting price · 50% above the floor of 2 ETH`,
    ],
    [
      'that was sold, in the message of its start',
      { status: 'sold' },
      `**sold** for **3 ETH** to \`0x0000…00b1\` · ended ${END} · 200% above the starting price`,
    ],
    ['that nobody wanted', { ...nobody, status: 'unsold' }, `ended without a bid ${END} · rank`],
    ['that was cancelled', { status: 'cancelled' }, '**cancelled** · rank'],
  ])('tells of a compact auction %s how much, by whom and until when', (_what, change, line) => {
    expect(embedsOf(auctionAlert(change), 'compact')[0]?.description?.startsWith(line)).toBe(true);
  });
});

describe('the title of an alert', () => {
  it.each<[string, MarketAlert]>([
    ['Punk #1 sold for 22.75 ETH', saleAlert(1)],
    ['Sweep: 3 × Punks for 3 ETH', sweepAlert(3)],
    ['Punk #7 traded 76 times between two wallets', stormAlert()],
    ['Punk #7 listed for 22.75 ETH', listingAlert()],
    ['Offer of 5 ETH for Punk #7', offerAlert()],
    ['Offer of 5 ETH for any of Punks', offerAlert({ token: null })],
    ['Offer for Punk #7', offerAlert({ currency: address(0xcc) })],
    ['Punk #7 transferred', moveAlert()],
    ['2 × Punks transferred', moveAlert({ tokens: [toldToken(), toldToken({ tokenId: '8' })] })],
    ['11 × Punks transferred', moveAlert({ tokens: [toldToken(), toldToken({ quantity: 10n })] })],
    ['Punk #7 minted for 1 ETH', moveAlert({ kind: 'mint', price: 10n ** 18n })],
    ['Punk #7 is up for auction', auction('auction_started')],
    ['Bid of 3 ETH on Punk #7', auction('auction_bid')],
    ['Auction of Punk #7 is about to end', auction('auction_ending')],
    ['Auction of Punk #7 was cancelled', auction('auction_cancelled')],
  ])('is “%s”', (title, alert) => {
    expect(titleOf(alert)).toBe(title);
  });
});

describe('the colour of an alert', () => {
  it('is the kind’s, and sweeps and storms differ from sales', () => {
    const colours = ONE_OF_EACH.map((alert) => embedsOf(alert, 'normal')[0]?.color);
    expect(new Set(colours).size).toBe(ONE_OF_EACH.length - 2);
  });

  it.each(ONE_OF_EACH.map((alert) => [alert.kind, alert.type, alert] as const))(
    'of a %s (%s) is the server’s own where it chose one',
    (kind: AlertKind, _type, alert) => {
      const context = viewContext({ settings: { ...USUAL_SETTINGS, colours: { [kind]: 0x123456 } } });
      for (const look of ['compact', 'normal', 'big'] as const) {
        expect(embedsOf(alert, look, context)[0]?.color).toBe(0x123456);
      }
    },
  );
});

describe('the embed of an offer', () => {
  const descriptionOf = (change: Parameters<typeof offerAlert>[0]) =>
    embedsOf(offerAlert(change), 'normal')[0]?.description;

  it('measures the offer against the floor, each unit for itself', () => {
    expect(descriptionOf({})).toBe('75% below the floor of 20 ETH');
    expect(descriptionOf({ quantity: 5n })).toBe('each 95% below the floor of 20 ETH');
    expect(descriptionOf({ floor: null })).toBeUndefined();
    expect(descriptionOf({ currency: address(0xcc) })).toBeUndefined();
  });

  it('tells who offers how much for how many', () => {
    const fields = embedsOf(offerAlert({ token: null, quantity: 5n }), 'normal')[0]?.fields;
    expect(fields?.map(({ name, value }) => [name, value])).toEqual([
      ['Offer', '**5 ETH**'],
      ['Bidder', '`0x0000…00b1`'],
      ['Amount', '5 units, 1 ETH each'],
    ]);
  });
});

describe('the embed of a move', () => {
  it('tells from whom to whom, and of a mint only who minted', () => {
    const names = (alert: MarketAlert) => embedsOf(alert, 'normal')[0]?.fields?.map(({ name }) => name);
    expect(names(moveAlert())).toEqual(['From', 'To', 'Rarity']);
    expect(names(moveAlert({ kind: 'mint', from: address(0) }))).toEqual(['Minted by', 'Rarity']);
  });

  it('lists several tokens, and counts those that it does not name', () => {
    const tokens = Array.from({ length: 2_000 }, (_, number) => toldToken({ tokenName: `Punk #${number}` }));
    const [embed] = embedsOf(moveAlert({ tokens }), 'normal');
    expect(embed?.description?.split('\n')[0]).toBe('Punk #0');
    expect(embed?.description).toMatch(/\nand [\d,]+ more in the same transaction$/);
  });
});

describe('the embed of a storm', () => {
  it('tells how often, for how much in all, between whom and since when', () => {
    const [embed] = embedsOf(stormAlert(), 'normal');
    expect(embed?.description?.split('\n')[0]).toBe('`0x0000…005e` ⇄ `0x0000…00b0` since <t:1767222000:R>');
    expect(embed?.fields?.map(({ name, value }) => [name, value])).toEqual([
      ['Trades', '**76**'],
      ['Volume', '**900 ETH**'],
      ['Latest price', '**22.75 ETH**'],
    ]);
  });
});
