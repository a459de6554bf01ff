import { describe, expect, it } from 'vitest';
import { keepDetails } from '#src/alerts/alert.ts';
import { sentenceText } from '#src/discord/render/segments.ts';
import { amountInFull, amountWithFiat } from '#src/discord/views/price.ts';
import { address } from '../../support/build-activity.ts';
import { auctionAlert, saleAlert, soldItem } from '../../support/build-alert.ts';
import { viewContext } from '../views/view-context.ts';
import { cardOf } from './draw.ts';

const COIN = 10n ** 18n;
const FIAT = { currency: 'USD', rate: '412.4' } as const;
const OTHER = { currency: 'USD', rate: '1' } as const;

/** The card of a sale as one text. */
const cardText = (alert: ReturnType<typeof saleAlert>, context = viewContext()): string =>
  JSON.stringify(cardOf(alert, 'normal', context));

describe('the fiat value of a price', () => {
  it('follows the price on a card', () => {
    const text = cardText(saleAlert(7, { item: soldItem({ price: COIN }), fiat: FIAT }));
    expect(text.match(/\(≈\u00a0\$412\)/g)).toHaveLength(1);
  });

  it('is that of the rate in the alert, whatever the present one is', () => {
    const alert = saleAlert(7, { item: soldItem({ price: COIN }), fiat: FIAT });
    expect(cardText(alert, viewContext({ fiat: OTHER }))).toContain('(≈\u00a0$412)');
    expect(
      cardText(saleAlert(7, { item: soldItem({ price: COIN }) }), viewContext({ fiat: OTHER })),
    ).not.toContain('≈');
  });

  it('stays with an alert that is made again from late facts', () => {
    const before = saleAlert(7, { fiat: FIAT });
    expect(keepDetails(saleAlert(7), before).fiat).toEqual(FIAT);
    expect(keepDetails(saleAlert(7, { fiat: OTHER }), before).fiat).toEqual(FIAT);
    expect(keepDetails(auctionAlert(), auctionAlert()).fiat).toBeUndefined();
  });

  it('is not shown for another coin, nor for an unknown price', () => {
    const named = { price: COIN, currency: address(0xcc), coin: { symbol: 'USDC', decimals: 18 } };
    expect(cardText(saleAlert(7, { item: soldItem(named), fiat: FIAT }))).toContain('1 USDC');
    for (const item of [
      soldItem(named),
      soldItem({ price: COIN, currency: address(0xcc) }),
      soldItem({ price: null }),
    ])
      expect(cardText(saleAlert(7, { item, fiat: FIAT }))).not.toContain('≈');
  });

  it('follows an amount in a lookup, if the present rate is known', () => {
    expect(amountWithFiat(COIN, viewContext({ fiat: FIAT }))).toBe('1 ETH (≈\u00a0$412)');
    expect(amountWithFiat(COIN, viewContext())).toBe('1 ETH');
    expect(amountInFull(COIN, viewContext({ fiat: FIAT }))).toBe('**1 ETH** (≈\u00a0$412)');
  });

  it('is left out for zero', () => {
    const coin = { symbol: 'ETH', decimals: 18 };
    expect(sentenceText([{ type: 'fiat', amount: 0n, coin, rate: FIAT }], viewContext())).toBe('');
  });
});
