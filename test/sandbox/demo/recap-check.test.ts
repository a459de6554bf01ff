import { describe, expect, it } from 'vitest';
import { checkRecaps } from '../../../sandbox/demo/recap-check.ts';
import type { StoredMessage } from '../../../sandbox/discord/local-discord.ts';
import type { LedgerRecord } from '../../../sandbox/marketplace/ledger.ts';

const COIN = 10n ** 18n;
const TIME_ZONE = 'America/New_York';
/** The clocks were set from 02:00 to 03:00 on 8 March 2026, so this day of recaps had 23 hours. */
const SHORT_DAY = { from: '2026-03-07T09:00:00-05:00', to: '2026-03-08T09:00:00-04:00' };

function sale(at: string, price: bigint): LedgerRecord {
  return {
    activityId: at,
    kind: 'sale',
    collection: `0x${'c'.repeat(40)}`,
    tokenId: at,
    tokenName: '',
    amount: 1,
    price,
    seller: null,
    buyer: null,
    auctionId: null,
    txHash: null,
    logIndex: null,
    timestamp: Date.parse(at) / 1_000,
    shownAtMs: Date.parse(at),
    history: false,
  };
}

const recap = (title: string, to: string, volume: string) =>
  ({
    payload: { embeds: [{ title, timestamp: to, fields: [{ name: 'Volume', value: volume }] }] },
  }) as StoredMessage;

const wrong = (
  sales: readonly LedgerRecord[],
  description: string,
  { title = 'Foxes · daily recap', to = SHORT_DAY.to, timeZone = TIME_ZONE, sinceMs = 0 } = {},
) => checkRecaps(sales, [recap(title, to, description)], { sinceMs, timeZone }).wrong;

describe('the check of recaps', () => {
  const sales = [
    sale('2026-03-07T08:59:59-05:00', 50n * COIN),
    sale(SHORT_DAY.from, COIN),
    sale('2026-03-08T08:59:59-04:00', COIN / 4n),
    sale(SHORT_DAY.to, 50n * COIN),
  ];

  it('agrees with the sales of the day by the clocks of the server', () => {
    expect(wrong(sales, '**1.25 S** in 2 sales\nPrevious day: 1 S')).toEqual([]);
  });

  it('takes the hour that the clocks left out from the day, and nothing by those of another time zone', () => {
    expect(wrong(sales, '**51.25 S** in 3 sales')).toEqual([
      expect.stringMatching(/says 3 sales, there were 2$/),
    ]);
    expect(wrong(sales, '**1.25 S** in 2 sales', { timeZone: 'UTC' })).toEqual([
      expect.stringMatching(/says 2 sales, there were 3$/),
    ]);
  });

  it('counts settled auctions that had a bid', () => {
    const settled = { ...sale('2026-03-07T12:00:00-05:00', 2n * COIN), kind: 'auction_settled' } as const;
    const unsold = { ...settled, price: null };
    expect(wrong([...sales, { ...settled, buyer: '0x1' }, unsold], '**3.25 S** in 3 sales')).toEqual([]);
  });

  it('reads a week, and from when on it is compared', () => {
    const week = { title: 'Foxes · weekly recap', sinceMs: Date.parse('2026-03-01T09:00:00-05:00') };
    expect(wrong(sales, '**51.25 S** in 3 sales', week)).toEqual([]);
    expect(wrong(sales, '**9 S** in 9 sales', { ...week, sinceMs: week.sinceMs + 1 })).toEqual([]);
  });

  it('finds a wrong volume, though the number is right', () => {
    expect(wrong(sales, '**1.35 S** in 2 sales')).toEqual([
      expect.stringMatching(/says \*\*1\.35 S\*\*, they were 1250000000000000000 wei$/),
    ]);
  });

  it('expects no volume where nothing was sold', () => {
    expect(wrong([], 'no sales · floor 1 S')).toEqual([]);
    expect(wrong(sales, 'no sales')).toHaveLength(1);
  });

  it('finds a recap that is there twice', () => {
    const one = recap('Foxes · daily recap', SHORT_DAY.to, '**1.25 S** in 2 sales');
    expect(checkRecaps(sales, [one, one], { sinceMs: 0, timeZone: TIME_ZONE })).toMatchObject({
      posted: 2,
      wrong: [expect.stringMatching(/is there twice$/)],
    });
  });
});
