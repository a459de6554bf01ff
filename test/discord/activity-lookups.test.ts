import { describe, expect, it } from 'vitest';

import { createActivityLookups } from '#src/discord/lookups/activity-lookups.ts';
import type { ActivityFilter } from '#src/discord/lookups/list-orders.ts';

import type { Activity } from '#src/marketplace/resources/activity/activity.ts';
import { address, sale, sales } from '../support/build-activity.ts';

/** A feed in pages of 100; `reads` counts the requested pages. */
function feedOf(activities: readonly Activity[], options: { readonly ignoresPages?: boolean } = {}) {
  const reads: number[] = [];
  const activitiesOf = createActivityLookups({
    async activities({ page = 1, limit = 100 }) {
      reads.push(page);
      const start = options.ignoresPages === true ? 0 : (page - 1) * limit;
      const items = activities.slice(start, start + limit);
      const hasNext = options.ignoresPages === true || start + limit < activities.length;
      const value = { items, page, total: activities.length, hasNext, unreadable: 0 };
      return { value, asOf: 1_000 - page, stale: page > 1 };
    },
  });
  const ask = (page: number, filter: ActivityFilter = 'all', collection = null as Activity['collection']) =>
    activitiesOf({ page, limit: 10, collection, filter });
  return { ask, reads };
}

describe('the activity feed for commands', () => {
  it('is read no further than the page needs', async () => {
    const { ask, reads } = feedOf(sales(500));
    const { value } = await ask(1);
    expect(value).toMatchObject({ page: 1, hasNext: true, total: null });
    expect(value.items).toHaveLength(10);
    expect(reads).toEqual([1]);
  });

  it('has the age of the oldest page that was read', async () => {
    const { ask } = feedOf(sales(500));
    expect(await ask(1)).toMatchObject({ asOf: 999, stale: false });
    expect(await ask(12)).toMatchObject({ asOf: 998, stale: true });
  });

  it('knows its end once that was read', async () => {
    const { ask } = feedOf(sales(105));
    const { value } = await ask(11);
    expect(value).toMatchObject({ hasNext: false, total: 105 });
    expect(value.items).toHaveLength(5);
  });

  it('is filtered by kind and collection, up to a limit of pages', async () => {
    const rare = sale({ id: 'rare', kind: 'mint', collection: address(0xc1) });
    const { ask, reads } = feedOf([...sales(250), rare, ...sales(600, 1_000)]);
    const { value } = await ask(1, 'mint', address(0xc1));
    expect(value.items).toEqual([rare]);
    expect(value).toMatchObject({ total: 1, hasNext: false });
    expect(reads).toEqual([1, 2, 3, 4, 5]);
  });

  it.each([
    ['listing', ['listing', 'listing_updated', 'listing_cancelled', 'listing_expired']],
    ['offer', ['offer', 'collection_offer', 'offer_cancelled']],
    ['transfer', ['transfer']],
    ['burn', ['burn']],
    [
      'auction',
      ['auction_created', 'auction_bid', 'auction_extended', 'auction_settled', 'auction_cancelled'],
    ],
  ] as const)('counts everything of its kind among %s', async (filter, topics) => {
    const all = topics.map((kind) => sale({ id: kind, kind }));
    const { ask } = feedOf([sale(), ...all]);
    expect((await ask(1, filter)).value.items).toEqual(all);
  });

  it('omits reverted and unknown events', async () => {
    const reported = sale();
    const { ask } = feedOf([
      sale({ id: 'b', reverted: true }),
      sale({ id: 'c', kind: 'unknown' }),
      sale({ id: 'd', kind: 'ignored' }),
      reported,
    ]);
    expect((await ask(1)).value.items).toEqual([reported]);
  });

  it('omits the transfer of a sale, unless transfers are requested', async () => {
    const bought = sale();
    const moved = sale({ id: 'moved', kind: 'transfer', price: null });
    const given = sale({ id: 'given', kind: 'transfer', price: null, tokenId: '8' });
    const { ask } = feedOf([moved, bought, given]);
    expect((await ask(1)).value.items).toEqual([bought, given]);
    expect((await ask(1, 'transfer')).value.items).toEqual([moved, given]);
  });

  it('contains an event once if the feed repeats it or its pages', async () => {
    const { ask, reads } = feedOf([...sales(3), ...sales(3)], { ignoresPages: true });
    const { value } = await ask(1);
    expect(value.items).toHaveLength(3);
    expect(value).toMatchObject({ total: 3, hasNext: false });
    expect(reads).toEqual([1, 2]);
  });
});
