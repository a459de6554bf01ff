import { describe, expect, it } from 'vitest';
import type { Subscription } from '../../src/domain/subscription.ts';
import { createSubscriptionIndex } from '../../src/pipeline/intake/subscription-index.ts';
import { address } from '../support/build-activity.ts';
import { saleAlert, soldItem, sweepAlert } from '../support/build-alert.ts';

function subscription(
  id: number,
  channelId: string,
  collection: Subscription['collection'] = null,
): Subscription {
  return { id, guildId: 'g', channelId, kinds: ['sale'], collection, createdBy: 'u', createdAt: 0 };
}

describe('the subscription index', () => {
  const punks = address(0xc0);
  const foxes = address(0xf0);

  it('finds who follows the collection and who follows all', () => {
    const index = createSubscriptionIndex([
      subscription(1, 'all'),
      subscription(2, 'punks', punks),
      subscription(3, 'foxes', foxes),
    ]);
    expect(index.channelsFor(saleAlert(1))).toEqual(['all', 'punks']);
  });

  it('names a channel once though two of its rules fit', () => {
    const index = createSubscriptionIndex([subscription(1, 'a'), subscription(2, 'a', punks)]);
    expect(index.channelsFor(saleAlert(1))).toEqual(['a']);
  });

  it('finds every channel that follows any collection of a sweep', () => {
    const index = createSubscriptionIndex([subscription(1, 'punks', punks), subscription(2, 'foxes', foxes)]);
    const mixed = sweepAlert(0, { items: [soldItem(), soldItem({ collection: foxes }), soldItem()] });
    expect(index.channelsFor(mixed)).toEqual(['punks', 'foxes']);
  });

  it('forgets what was removed and leaves the rest', () => {
    const index = createSubscriptionIndex([subscription(1, 'a', punks), subscription(2, 'b', punks)]);
    index.remove(subscription(1, 'a', punks));
    expect(index.channelsFor(saleAlert(1))).toEqual(['b']);
  });
});
