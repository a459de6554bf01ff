import { describe, expect, it } from 'vitest';
import { checkFeedOrder } from '#src/doctor/marketplace/feed-order.ts';
import { sales } from '../../support/build-activity.ts';

const NOW = Date.UTC(2026, 0, 1) + 60_000;
const newestFirst = sales(40);
const oldestFirst = newestFirst.toReversed();
const noPage = () => Promise.resolve([]);

describe('the doctor’s check of the feed’s order and times', () => {
  it('says nothing of a feed that is newest first and recent, of an empty one and of one without times', async () => {
    expect(await checkFeedOrder(newestFirst, noPage, NOW)).toBeNull();
    expect(await checkFeedOrder([], noPage, NOW)).toBeNull();
    expect(
      await checkFeedOrder(
        newestFirst.map((one) => ({ ...one, timestamp: null })),
        noPage,
        NOW,
      ),
    ).toBeNull();
  });

  it('warns of a feed that is oldest first, and finds it bad where its pages are all the same', async () => {
    const turned = await checkFeedOrder(oldestFirst, () => Promise.resolve(sales(10, 40)), NOW);
    expect(turned).toMatchObject({ verdict: 'warning', message: 'The feed is sorted oldest first.' });
    expect(await checkFeedOrder(oldestFirst, noPage, NOW)).toMatchObject({ verdict: 'warning' });
    const same = await checkFeedOrder(oldestFirst, () => Promise.resolve(oldestFirst), NOW);
    expect(same).toMatchObject({ verdict: 'bad', message: expect.stringContaining('page 2 is the same') });
  });

  it('warns of times that are more than six hours behind', async () => {
    expect(await checkFeedOrder(newestFirst, noPage, NOW + 7 * 3_600_000)).toMatchObject({
      verdict: 'warning',
      message: 'The newest event of the feed has a time 7 hours ago.',
    });
  });
});
