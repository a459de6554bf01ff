import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MarketAlert } from '#src/alerts/alert.ts';
import type { Topic } from '#src/alerts/kinds/registry.ts';
import { DEFAULT_GUILD_SETTINGS, type MessageSize } from '#src/alerts/settings.ts';
import { alertMessage } from '#src/discord/render/alert-message.ts';
import { address } from '../../support/build-activity.ts';
import {
  alertToken,
  auctionAlert,
  listingAlert,
  moveAlert,
  offerAlert,
  repeatTradesAlert,
  saleAlert,
  soldItem,
  sweepAlert,
} from '../../support/build-alert.ts';
import { anyMarketAlert, postOf } from '../views/any-alert.ts';
import { anyContext, viewContext, withoutPages } from '../views/view-context.ts';

const embedsOf = (alert: MarketAlert, look: MessageSize, context = withoutPages) =>
  alertMessage(postOf([alert]), context, look).embeds ?? [];
const titleOf = (alert: MarketAlert) => embedsOf(alert, 'normal')[0]?.title;
const auction = (kind: MarketAlert['topic'] & `auction_${string}`) => auctionAlert({ topic: kind });

const ONE_OF_EACH: readonly MarketAlert[] = [
  saleAlert(1),
  sweepAlert(3),
  repeatTradesAlert(),
  listingAlert(),
  offerAlert(),
  offerAlert({ token: null }),
  moveAlert(),
  moveAlert({ topic: 'mint', tokens: [alertToken(), alertToken({ tokenId: '8' })] }),
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
        // A recap has a message of its own, in every size.
        fc.pre(alert.kind !== 'recap');
        const [embed] = embedsOf(alert, 'compact', context);
        const texts = [embed?.title, embed?.description, embed?.footer?.text];
        expect(texts.join('').length).toBeLessThanOrEqual(600);
      }),
      { numRuns: 300 },
    );
  });

  it('has a small picture when normal and a large one when big', () => {
    for (const alert of ONE_OF_EACH.filter(({ kind }) => kind !== 'repeat_trades')) {
      if (alert.kind === 'offer' && alert.token === null) continue;
      expect(embedsOf(alert, 'normal')[0]?.thumbnail?.url).toBe('https://example.com/7.png');
      expect(embedsOf(alert, 'big')[0]?.image?.url).toBe('https://example.com/7.png');
    }
  });

  it('has the picture that is usual for its kind in a channel that has chosen no look', () => {
    const isLarge = (alert: MarketAlert) => embedsOf(alert, 'auto')[0]?.image !== undefined;
    const large = [
      saleAlert(1),
      sweepAlert(3),
      moveAlert({ topic: 'mint' }),
      auction('auction_started'),
      auction('auction_bid'),
    ];
    const small = [
      listingAlert(),
      offerAlert(),
      moveAlert(),
      moveAlert({ topic: 'burn' }),
      repeatTradesAlert(),
    ];
    expect(large.map(isLarge)).toEqual(large.map(() => true));
    expect(small.map(isLarge)).toEqual(small.map(() => false));
    for (const alert of small)
      expect(embedsOf(alert, 'auto')[0]?.thumbnail?.url).toBe('https://example.com/7.png');
  });

  it('shows the price context and the parties in the line of a compact sale', () => {
    const COIN = 10n ** 18n;
    const priceContext = {
      bought: { price: 16n * COIN, at: saleAlert(7).occurredAt - 92 * 24 * 60 * 60 },
      last: null,
      floor: null,
      record: false,
    };
    const sale = saleAlert(7, { item: soldItem({ price: 20n * COIN, priceContext }) });
    expect(embedsOf(sale, 'compact')[0]?.description).toBe(
      'rank 12 · held 3 months, +4 ETH · Buyer `0x0000…00b0` · Seller `0x0000…005e` · Punks',
    );
  });

  const END = '<t:1767229200:R>';
  const nobody = { bidCount: 0, leader: null, highestBid: null, outbid: null, latestBids: [] };

  it.each<[string, Parameters<typeof auctionAlert>[0], string]>([
    ['without a bid', nobody, `No bids yet, starting price **1 ETH** · Ends ${END}`],
    ['with bids', {}, `**3 ETH** top bid · \`0x0000…00b1\` · Ends ${END}`],
    ['that was bid on', { topic: 'auction_bid' }, `\`0x0000…00b1\` outbid \`0x0000…00b2\` · Ends ${END}`],
    [
      'that is over',
      { topic: 'auction_ended', status: 'ended' },
      `Winner \`0x0000…00b1\` · Ended ${END} · waiting for settlement · 50% above floor`,
    ],
    [
      'that is over, in the message of its start',
      { status: 'ended' },
      `Winner \`0x0000…00b1\` · Ended ${END} · waiting for settlement`,
    ],
    [
      'that was sold',
      { topic: 'auction_ended', status: 'sold' },
      `Winner \`0x0000…00b1\` · Ended ${END} · 50% above floor · 200% above starting price`,
    ],
    [
      'that was sold, in the message of its start',
      { status: 'sold' },
      `Winner \`0x0000…00b1\` · Ended ${END} · 50% above floor`,
    ],
    ['that nobody wanted', { ...nobody, status: 'unsold' }, `Ended ${END} · rank`],
    ['that was cancelled', { status: 'cancelled' }, '**3 ETH** top bid · `0x0000…00b1` · rank'],
  ])('shows of a compact auction %s how much, by whom and until when', (_what, change, line) => {
    expect(embedsOf(auctionAlert(change), 'compact')[0]?.description?.startsWith(line)).toBe(true);
  });
});

describe('the title of an alert', () => {
  it.each<[string, MarketAlert]>([
    ['**Punk #1** sold for **22.75 ETH**', saleAlert(1)],
    ['3 × Punks swept for 3 ETH', sweepAlert(3)],
    ['Punk #7 traded 76 times between two wallets', repeatTradesAlert()],
    ['**Punk #7** listed for **22.75 ETH**', listingAlert()],
    ['**Punk #7** received an offer of **5 ETH**', offerAlert()],
    ['**Punks** received a collection offer of **5 ETH**', offerAlert({ token: null })],
    ['**Punk #7** received an offer', offerAlert({ price: null })],
    ['**Punk #7** received an offer of **another coin**', offerAlert({ currency: address(0xcc) })],
    ['**Punk #7** transferred', moveAlert()],
    ['**2 × Punks** transferred', moveAlert({ tokens: [alertToken(), alertToken({ tokenId: '8' })] })],
    ['**11 × Punks** transferred', moveAlert({ tokens: [alertToken(), alertToken({ quantity: 10n })] })],
    ['**Punk #7** minted for **1 ETH**', moveAlert({ topic: 'mint', price: 10n ** 18n })],
    ['🔨 Punk #7 is up for auction', auction('auction_started')],
    ['📈 Bid of 3 ETH on Punk #7', auction('auction_bid')],
    ['⏳ Punk #7 ends soon', auction('auction_ending')],
    ['🚫 Auction of Punk #7 was cancelled', auction('auction_cancelled')],
  ])('is “%s”', (title, alert) => {
    expect(titleOf(alert)).toBe(title);
  });
});

describe('the colour of an alert', () => {
  it('is the kind’s, and sweeps and repeat trades differ from sales', () => {
    const others = ONE_OF_EACH.filter(({ kind }) => kind !== 'auction');
    const colours = others.map((alert) => embedsOf(alert, 'normal')[0]?.color);
    expect(new Set(colours).size).toBe(others.length - 2);
  });

  it.each(ONE_OF_EACH.map((alert) => [alert.topic, alert.kind, alert] as const))(
    'of a %s (%s) is the server’s own where it chose one',
    (kind: Topic, _type, alert) => {
      const context = viewContext({ settings: { ...DEFAULT_GUILD_SETTINGS, colours: { [kind]: 0x123456 } } });
      for (const look of ['compact', 'normal', 'big'] as const) {
        expect(embedsOf(alert, look, context)[0]?.color).toBe(0x123456);
      }
    },
  );
});

/** The lines below the title of a normal card. */
const linesOf = (alert: MarketAlert) => embedsOf(alert, 'normal')[0]?.description?.split('\n');

describe('the card of an offer', () => {
  const contextOf = (change: Parameters<typeof offerAlert>[0]) => linesOf(offerAlert(change))?.[0];

  it('measures the offer against the floor, each unit by itself', () => {
    expect(contextOf({})).toBe('75% below floor · rank 12');
    expect(contextOf({ quantity: 5n })).toBe('95% below floor per unit · rank 12 · 5 units, 1 ETH each');
    expect(contextOf({ floor: null })).toBe('rank 12');
    expect(contextOf({ currency: address(0xcc) })).not.toContain('floor');
  });

  it('says who offers how much for how many', () => {
    const alert = offerAlert({ token: null, quantity: 5n });
    expect(titleOf(alert)).toBe('**Punks** received a collection offer of **5 ETH**');
    expect(linesOf(alert)).toEqual([
      '95% below floor per unit · 5 units, 1 ETH each',
      'Bidder `0x0000…00b1`',
    ]);
  });
});

describe('the card of a move', () => {
  it('says from whom to whom, of a mint or a burn only who did it, and traits only of a mint', () => {
    const moved = (change: Parameters<typeof moveAlert>[0]) => linesOf(moveAlert(change));
    expect(moved({})).toEqual(['rank 12', 'From `0x0000…005e` · To `0x0000…00b0`']);
    expect(moved({ topic: 'burn', to: address(0) })).toEqual(['rank 12', 'Burned by `0x0000…005e`']);
    expect(moved({ topic: 'mint', from: address(0) })).toEqual([
      'rank 12',
      'Minted by `0x0000…00b0`',
      '-# hat: **beanie** 4.5%',
    ]);
  });

  it('names ten of several tokens, and counts the others', () => {
    const tokens = Array.from({ length: 2_000 }, (_, number) => alertToken({ tokenName: `Punk #${number}` }));
    const lines = linesOf(moveAlert({ tokens })) ?? [];
    expect(lines[1]).toBe('Punk #0');
    expect(lines.slice(10)).toEqual(['Punk #9', 'and 1,990 more in the same transaction']);
  });
});

describe('the card of repeat trades', () => {
  it('says how often, for how much in all, between whom and since when', () => {
    expect(titleOf(repeatTradesAlert())).toBe('Punk #7 traded 76 times between two wallets');
    expect(linesOf(repeatTradesAlert())).toEqual([
      '900 ETH total · latest price 22.75 ETH · started <t:1767222000:R> · rank 12',
      '`0x0000…005e` ⇄ `0x0000…00b0`',
      '-# Further trades are counted here.',
    ]);
  });
});
