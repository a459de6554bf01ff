import { describe, expect, it } from 'vitest';
import { auctionEmbed } from '#commands/auction/show.ts';
import { withoutContradictions } from '#commands/collection/holders.ts';
import { isCoinOf } from '#src/marketplace/own-coin.ts';
import { readPagination } from '#src/marketplace/pagination.ts';
import type { HolderPage } from '#src/marketplace/resources/holder.ts';
import { viewContext } from '../discord/views/view-context.ts';
import { address } from '../support/build-activity.ts';
import { toAuction } from '../support/read-resources.ts';

const START = 1_767_225_600;

describe('the bids of an auction', () => {
  it('are all counted, although only the highest thousand are kept', () => {
    const bids = Array.from({ length: 5_003 }, (_, number) => ({
      ...{ bidder: address(number + 1), amount: String(number + 1), timestamp: START + number },
    }));
    const record = { id: 'a', auctionId: 1, collectionAddress: address(0xc0), tokenId: '7', bids };
    const auction = toAuction(
      { ...record, isActive: true, endTime: START + 9_000 },
      START * 1_000,
      isCoinOf('S'),
    );
    if (auction === null) throw new Error('the auction cannot be read');
    expect(auction.bids).toHaveLength(1_000);
    const { fields = [] } = auctionEmbed({ auction, token: null, floor: null }, START + 6_000, viewContext());
    const field = fields.find(({ name }) => name.startsWith('Bids'));
    expect(field?.name).toBe('Bids (5,003)');
    expect(field?.value).toMatch(/and 4,99\d earlier bids$/);
  });
});

describe('the totals of a page of holders', () => {
  const page = (change: Partial<HolderPage>, counts: readonly number[]): HolderPage => ({
    ...{ page: 1, total: null, hasNext: false, unreadable: 0, sorted: true },
    collection: { address: null, name: null, path: null },
    items: counts.map((count, number) => ({ address: address(number + 1), count })),
    ...{ totalTokens: 10, uniqueHolders: 3, ...change },
  });

  it.each([
    ['agree', {}, [5, 3, 2], { totalTokens: 10, uniqueHolders: 3 }],
    ['more holders than tokens', { uniqueHolders: 50 }, [1, 1], { totalTokens: null, uniqueHolders: 50 }],
    ['one holds more than there are', {}, [700, 1], { totalTokens: null, uniqueHolders: 3 }],
    ['together they hold more than there are', {}, [6, 5], { totalTokens: null, uniqueHolders: 3 }],
    [
      'those before hold more',
      { page: 2, uniqueHolders: 12 },
      [2, 1],
      { totalTokens: null, uniqueHolders: 12 },
    ],
    ['fewer holders than on the page', {}, [1, 1, 1, 1], { totalTokens: 10, uniqueHolders: null }],
  ])('are left out where the page contradicts them: %s', (_, change, counts, totals) => {
    expect(withoutContradictions(page(change, counts), 10)).toMatchObject(totals);
  });
});

describe('the total of a list', () => {
  it('is unknown where a later page shows that there are more', () => {
    const body = { pagination: { page: 3, limit: 10, total: 10 } };
    expect(readPagination(body, { page: 3, limit: 10 }, 10).total).toBeNull();
    expect(readPagination(body, { page: 3, limit: 10 }, 3).total).toBe(10);
  });
});
