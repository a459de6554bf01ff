import { describe, expect, it } from 'vitest';
import type { RecapAlert } from '#src/alerts/alert.ts';
import { alertMessage } from '#src/discord/render/alert-message.ts';
import { address } from '../../support/build-activity.ts';
import { alertToken, recapAlert } from '../../support/build-alert.ts';
import { postOf } from '../views/any-alert.ts';
import { withoutPages } from '../views/view-context.ts';

const COIN = 10n ** 18n;

const embedsOf = (change: Partial<RecapAlert>) =>
  alertMessage(postOf([recapAlert(change)]), withoutPages, 'normal').embeds ?? [];
const fieldsOf = (change: Partial<RecapAlert>) =>
  (embedsOf(change)[0]?.fields ?? []).map(({ name, value, inline }) => [name, value, inline]);

const chosen = [{ collection: address(0xc0), collectionName: 'Punks' }];
const DAY: Partial<RecapAlert> = {
  chosen,
  total: { sales: 150, volume: 83n * COIN },
  before: { sales: 100, volume: 70n * COIN },
  floor: { from: (89n * COIN) / 100n, to: (101n * COIN) / 100n },
  auctions: { started: 3, sold: 2, soldFor: 4n * COIN, unsold: 1 },
  topSales: [],
  movers: [],
  buyers: [],
};

const sold = (number: number, image: string | null) => ({
  ...alertToken({ tokenId: String(number), tokenName: `Punk #${number}`, image }),
  price: BigInt(9 - number) * COIN,
  buyer: null,
  at: 1_767_225_600,
});

describe('a recap', () => {
  it.each<[Partial<RecapAlert>, string]>([
    [{ every: 'day', chosen }, 'Punks · daily recap'],
    [{ every: 'week', chosen }, 'Punks · weekly recap'],
    [{ every: 'day', chosen: null }, 'All collections · daily recap'],
    [{ every: 'day', chosen: null, isWhitelisted: true }, 'All whitelisted collections · daily recap'],
  ])('is called by what it is about: %o', (change, title) => {
    expect(embedsOf(change)[0]?.title).toBe(title);
  });

  it('has volume, floor and auctions beside each other', () => {
    expect(fieldsOf(DAY)).toEqual([
      ['Volume', '**83 ETH** in 150 sales\nPrevious day: 70 ETH (+19%)', true],
      ['Floor', '0.89 → **1.01 ETH** (+13%)', true],
      ['Auctions', '3 started\n2 sold for **4 ETH**\n1 ended without a bid', true],
    ]);
    expect(embedsOf(DAY)[0]).not.toHaveProperty('description');
  });

  it('leaves out what is not known or did not happen', () => {
    const auctions = { started: 0, sold: 0, soldFor: 0n, unsold: 0 };
    expect(fieldsOf({ ...DAY, before: null, floor: null, auctions })).toEqual([
      ['Volume', '**83 ETH** in 150 sales', true],
    ]);
    expect(fieldsOf({ ...DAY, floor: { from: null, to: COIN } })[1]).toEqual([
      'Floor',
      'nothing listed → **1 ETH**',
      true,
    ]);
  });

  it('is one line where nothing happened', () => {
    const nothing = { started: 0, sold: 0, soldFor: 0n, unsold: 0 };
    const total = { sales: 0, volume: 0n };
    const [embed] = embedsOf({ ...DAY, total, before: null, floor: null, auctions: nothing });
    expect(embed?.description).toBe('No sales, and no auctions started or ended.');
    expect(embed?.fields ?? []).toEqual([]);
  });

  it.each([
    [0, 0],
    [1, 1],
    [2, 1],
    [3, 1],
    [4, 4],
  ])('shows of top sales with %i pictures %i', (pictures, shown) => {
    const topSales = [1, 2, 3, 4].map((number) =>
      sold(number, number <= pictures ? `https://example.com/${number}.png` : null),
    );
    const linked = alertMessage(
      postOf([recapAlert({ ...DAY, topSales })]),
      { ...withoutPages, links: { ...withoutPages.links, item: () => 'https://market.example/item' } },
      'normal',
    ).embeds;
    expect(linked?.filter(({ image }) => image !== undefined)).toHaveLength(shown);
    const titles = [...(linked?.[0]?.fields ?? []).map(({ name }) => name), linked?.[1]?.title];
    expect(titles).toContain('Top sales');
  });
});
