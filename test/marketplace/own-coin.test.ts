import { describe, expect, it } from 'vitest';
import { createOwnCoin, type OwnCoin } from '#src/marketplace/own-coin.ts';
import { decodeActivities } from '#src/marketplace/resources/activity/activities.ts';
import { saleRecord, ZERO } from './activity-samples.ts';
import { json, NOW, startStub } from './stub-marketplace.ts';

const ASSUMED = { symbol: 'ETH', decimals: 18, isGiven: false };
const GIVEN = { symbol: 'ETH', decimals: 18, isGiven: true };

const page = (...currencies: readonly unknown[]) =>
  currencies.map((currency, index) => saleRecord({ _id: `a${index}`, logIndex: index, currency }));
const learnFrom = (ownCoin: OwnCoin, records: readonly unknown[]) =>
  ownCoin.learn(decodeActivities(records, NOW, ownCoin.isOwn));
const times = (count: number, currency: unknown) => Array.from({ length: count }, () => currency);

describe('the own coin, where the setting is left out', () => {
  it('is what most prices name', () => {
    const ownCoin = createOwnCoin(ASSUMED);
    expect(learnFrom(ownCoin, page(...times(6, 'S'), ...times(5, null)))).toBe(true);
    expect(ownCoin.currency.symbol).toBe('S');
    expect([ownCoin.isOwn('s'), ownCoin.isOwn('ETH')]).toEqual([true, false]);
    expect(ownCoin.mostNamed).toBeNull();
  });

  it('is what one price calls the zero address', () => {
    const ownCoin = createOwnCoin(ASSUMED);
    expect(learnFrom(ownCoin, page({ symbol: 'S', address: ZERO }))).toBe(true);
    expect(ownCoin.currency.symbol).toBe('S');
  });

  it.each([
    ['half of the prices name it', [...times(5, 'S'), ...times(5, null)]],
    ['there are fewer than ten prices', times(9, 'S')],
    ['everybody knows it as another coin', times(20, 'USDC')],
    ['it cannot be a symbol', times(20, '**S**')],
  ])('stays ETH where %s', (_why, currencies) => {
    const ownCoin = createOwnCoin(ASSUMED);
    expect(learnFrom(ownCoin, page(...currencies))).toBe(false);
    expect(ownCoin.currency.symbol).toBe('ETH');
  });

  it('is not learned from offers, which are in wrapped coins', () => {
    const ownCoin = createOwnCoin(ASSUMED);
    const offers = page(...times(20, 'FOO')).map((record) => ({ ...record, type: 'offer' }));
    expect(learnFrom(ownCoin, offers)).toBe(false);
  });

  it('is learned once: what most prices name later is another coin', () => {
    const ownCoin = createOwnCoin(ASSUMED);
    learnFrom(ownCoin, page(...times(20, 'S')));
    expect(learnFrom(ownCoin, page(...times(20, 'FOO')))).toBe(false);
    expect([ownCoin.currency.symbol, ownCoin.mostNamed]).toEqual(['S', 'FOO']);
  });
});

describe('the own coin, where it is set', () => {
  it('stays, and the coin that most prices name is reported until they do not', () => {
    const ownCoin = createOwnCoin(GIVEN);
    expect(learnFrom(ownCoin, page(...times(20, 'S')))).toBe(false);
    expect([ownCoin.currency.symbol, ownCoin.mostNamed]).toEqual(['ETH', 'S']);
    learnFrom(ownCoin, page(...times(11, 'ETH'), ...times(9, 'S')));
    expect(ownCoin.mostNamed).toBeNull();
  });

  it('is not what prices name with a contract', () => {
    const ownCoin = createOwnCoin(GIVEN);
    learnFrom(ownCoin, page(...times(20, { symbol: 'USDC', address: `0x${'ab'.repeat(20)}`, decimals: 6 })));
    expect(ownCoin.mostNamed).toBeNull();
  });
});

describe('the client', () => {
  it('decodes the page anew from which it learned the own coin', async () => {
    await using stub = await startStub((_request, response) =>
      json(response, { activities: page(...times(20, 'S')) }),
    );
    const { items } = await stub.client.activities({ limit: 20 });
    expect(items.every(({ currency }) => currency === null)).toBe(true);
  });
});
