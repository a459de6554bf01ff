import { copyFile, readdir } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { auctionAlert, noticeAlert } from '../../support/build-alert.ts';
import {
  addressed,
  auctionIngestionOf,
  begin,
  GENERAL,
  ingestionOf,
  noticeTo,
  QUIET,
  ruleFor,
  SALES,
  sale,
  salesFor,
  send,
  waitingKeys,
} from '../samples.ts';
import { BACKED_UP, backedUp, backUpIn, HOUR_MS, openRestored, RESTORED, restoreIn } from './backed-up.ts';
import { temporaryFolder } from './folder.ts';

describe('a database that was restored from a backup', () => {
  it('has what waited, and what was under way, looked up one by one before it is posted', async () => {
    await using folder = await temporaryFolder();
    await backedUp(folder, async (store) => {
      await store.ingest(ingestionOf(salesFor(['a', 'b', 'c'], SALES)));
      await begin(store, SALES, 2);
    });
    await restoreIn(folder);
    await using store = await openRestored(folder);
    const { unsettled, pending, waiting, toSummarise } = await store.channelWork(SALES, 10);
    expect(unsettled).toBeNull();
    expect(pending.map(({ alert, alone, summarised }) => [alert.key, alone, summarised])).toEqual([
      ['a', true, false],
      ['b', true, false],
      ['c', true, false],
    ]);
    expect([waiting, toSummarise]).toEqual([3, 3]);
    expect((await store.channelWork(SALES, 1)).toSummarise).toBe(3);
    const post = await begin(store, SALES, 1, { at: RESTORED });
    expect(post).toMatchObject({ state: 'ambiguous', attempts: 1 });
    expect((await store.channelWork(SALES, 10)).unsettled).toEqual(post);
  });

  it('verifies a message that held its channel again', async () => {
    await using folder = await temporaryFolder();
    await backedUp(folder, async (store) => {
      await store.addSubscription(ruleFor(SALES));
      await store.ingest(ingestionOf(salesFor(['a'], SALES)));
      await store.holdPost((await begin(store, SALES, 1)).id, 'crowded');
    });
    await restoreIn(folder);
    await using store = await openRestored(folder);
    expect(await store.queueStatuses([SALES])).toMatchObject([
      { state: 'open', problemCode: null, waiting: 1 },
    ]);
    expect(await store.dueNotices()).toEqual([]);
    expect(await store.channelsWithWork()).toEqual([SALES]);
  });

  it('searches for a message from an hour before its alert, but not from before the backup', async () => {
    await using folder = await temporaryFolder();
    await backedUp(folder, async (store) => void (await store.ingest(ingestionOf(salesFor(['old'], SALES)))));
    await restoreIn(folder);
    await using store = await openRestored(folder);
    const occurredAt = (BACKED_UP + 3 * HOUR_MS) / 1_000;
    await store.ingest(ingestionOf([addressed(sale('new', { occurredAt }), QUIET)]));
    const firstTries = [await begin(store, SALES, 1), await begin(store, QUIET, 1)];
    expect(firstTries.map(({ firstTryAt }) => firstTryAt)).toEqual([
      Math.min(BACKED_UP, 2_000_000 - HOUR_MS),
      Math.min(BACKED_UP + 2 * HOUR_MS, 2_000_000 - HOUR_MS),
    ]);
    await store.markSent(firstTries[1]?.id ?? 0, { messageId: 'm', at: RESTORED, publish: false });
    await store.ingest(ingestionOf([addressed(sale('newer', { occurredAt }), QUIET)]));
    const at = RESTORED;
    expect((await begin(store, QUIET, 1, { at })).firstTryAt).toBe(BACKED_UP + 2 * HOUR_MS);
  });

  it('posts an alert that was looked for and not found, like any other from then on', async () => {
    await using folder = await temporaryFolder();
    await backedUp(folder, async (store) => void (await store.ingest(ingestionOf(salesFor(['a'], SALES)))));
    await restoreIn(folder);
    await using store = await openRestored(folder);
    const post = await begin(store, SALES, 1, { at: RESTORED });
    const again = await store.retryPost(post.id, { at: RESTORED, newWindow: true, layout: 'card' });
    expect(again).toMatchObject({ state: 'sending', attempts: 1, firstTryAt: RESTORED });
    await store.release(post.id, { notBefore: 0, alone: false });
    expect((await begin(store, SALES, 1, { at: RESTORED })).state).toBe('sending');
  });

  it('verifies new alerts of events before the restore, with a tolerance for clocks, and no later ones', async () => {
    await using folder = await temporaryFolder();
    await backedUp(folder, async () => undefined);
    await restoreIn(folder);
    await using store = await openRestored(folder);
    const minutesAfter = (minutes: number) => RESTORED / 1_000 + minutes * 60;
    await store.ingest(
      ingestionOf([
        addressed(sale('before', { occurredAt: minutesAfter(-200) }), SALES),
        addressed(sale('soon', { occurredAt: minutesAfter(5) }), GENERAL),
        addressed(sale('later', { occurredAt: minutesAfter(6) }), QUIET),
      ]),
    );
    const posts = [];
    for (const channel of [SALES, GENERAL, QUIET])
      posts.push(await begin(store, channel, 1, { at: RESTORED }));
    expect(posts.map(({ state }) => state)).toEqual(['ambiguous', 'ambiguous', 'sending']);
  });

  it('verifies for an hour alerts dated with their announcement: auctions about to end, and notices', async () => {
    await using folder = await temporaryFolder();
    await backedUp(folder, async (store) => {
      await store.addSubscription(ruleFor(GENERAL));
      await store.stopQueue(GENERAL, { state: 'paused', code: 50_013 });
    });
    await restoreIn(folder);
    await using store = await openRestored(folder);
    const occurredAt = RESTORED / 1_000 + 3_600;
    const ending = { topic: 'auction_ending', leads: [10] } as const;
    await store.ingestAuctions(
      auctionIngestionOf([
        addressed(auctionAlert({ ...ending, key: 'within', occurredAt }), SALES),
        addressed(auctionAlert({ ...ending, key: 'later', occurredAt: occurredAt + 1 }), QUIET),
      ]),
    );
    await store.postNotice(GENERAL, {
      alert: noticeAlert({ occurredAt }),
      to: [noticeTo('900000000000000009')],
    });
    const posts = [];
    for (const channel of [SALES, '900000000000000009', QUIET]) {
      posts.push(await begin(store, channel, 1, { at: RESTORED }));
    }
    expect(posts.map(({ state }) => state)).toEqual(['ambiguous', 'ambiguous', 'sending']);
  });

  it('keeps verifying after the next start, but counts only the first start as the restore', async () => {
    await using folder = await temporaryFolder();
    await backedUp(folder, async (store) => void (await store.ingest(ingestionOf(salesFor(['a'], SALES)))));
    await restoreIn(folder);
    const first = await openRestored(folder);
    const sent = await begin(first, SALES, 1, { at: RESTORED });
    await first.markSent(sent.id, { messageId: 'm', at: RESTORED, publish: false });
    await first[Symbol.asyncDispose]();
    await using second = await openRestored(folder, RESTORED + 100 * HOUR_MS);
    await second.ingest(ingestionOf(salesFor(['b'], SALES)));
    await second.ingest(ingestionOf([addressed(sale('c', { occurredAt: 1e9 }), GENERAL)]));
    expect((await begin(second, SALES, 1)).state).toBe('ambiguous');
    expect((await begin(second, GENERAL, 1)).state).toBe('sending');
  });

  it('never summarises alerts that need verification, nor counts them as still to be summarised', async () => {
    await using folder = await temporaryFolder();
    await backedUp(folder, async (store) => {
      await store.ingest(ingestionOf(salesFor(['a', 'b'], SALES)));
      await store.summariseWaiting(SALES, { includeUrgent: true });
    });
    await restoreIn(folder);
    await using store = await openRestored(folder);
    await store.ingest(ingestionOf([addressed(sale('new', { occurredAt: 1e9 }), SALES)]));
    await store.summariseWaiting(SALES, { includeUrgent: true });
    const { pending, waiting, toSummarise } = await store.channelWork(SALES, 10);
    expect(pending.map(({ summarised }) => summarised)).toEqual([false, false, true]);
    expect([waiting, toSummarise]).toEqual([3, 3]);
    expect((await store.channelWork(SALES, 1)).toSummarise).toBe(3);
    const deliveryIds = pending.map(({ id }) => id);
    const post = {
      channelId: SALES,
      deliveryIds,
      nonce: 'n',
      at: 1,
      layout: 'summary',
      pingRoleIds: [],
    } as const;
    await expect(store.startPost(post)).rejects.toThrow('must have a post of its own');
  });

  it('is recognised also when the backup was copied by hand', async () => {
    await using folder = await temporaryFolder();
    await using elsewhere = await temporaryFolder();
    await backedUp(folder, async (store) => void (await store.ingest(ingestionOf(salesFor(['a'], SALES)))));
    const [name = ''] = await readdir(folder.path('backups'));
    await copyFile(folder.path('backups', name), elsewhere.path('gavel.db'));
    await using store = await openRestored(elsewhere);
    expect((await begin(store, SALES, 1)).state).toBe('ambiguous');
  });

  it('can be backed up and restored again', async () => {
    await using folder = await temporaryFolder();
    await backedUp(folder, async (store) => void (await store.ingest(ingestionOf(salesFor(['a'], SALES)))));
    await restoreIn(folder);
    const store = await openRestored(folder);
    await send(store, SALES, 1);
    await store.ingest(ingestionOf(salesFor(['b'], SALES)));
    await store[Symbol.asyncDispose]();
    await backUpIn(folder, RESTORED);
    await restoreIn(folder, 'newest', RESTORED + HOUR_MS);
    await using again = await openRestored(folder, RESTORED + HOUR_MS);
    expect(await waitingKeys(again, SALES)).toEqual(['b']);
  });
});
