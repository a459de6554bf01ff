import { expect, it } from 'vitest';
import type { Store } from '#src/store/open.ts';
import { createStore } from '#src/store/open.ts';

import { noticeAlert } from '../../support/build-alert.ts';
import {
  begin,
  GENERAL,
  ingestionOf,
  noticeTo,
  prune,
  ruleFor,
  SALES,
  salesFor,
  waitingKeys,
} from '../samples.ts';
import { describeEachDatabase } from './each-database.ts';

type OpenStore = Omit<Store, keyof AsyncDisposable>;

const GUILD = ruleFor(SALES).guildId;
const ROUNDS = Array.from({ length: 10 }, (_, round) => round);
const DAY_MS = 24 * 3_600_000;

async function removeRules(store: OpenStore): Promise<void> {
  const rules = await store.subscriptionsOf(GUILD);
  await store.reviseSubscriptions(GUILD, { remove: rules.map(({ id }) => id) }, 1);
}

describeEachDatabase('what happens to a channel at once', (kind) => {
  it('leaves nothing pending where the last rule is removed while an alert is ingested', async () => {
    await using place = await kind.create();
    await using database = await place.open();
    const store = createStore(database);
    for (const round of ROUNDS) {
      const { subscription } = await store.addSubscription(ruleFor(SALES));
      await Promise.all([
        store.ingest(ingestionOf(salesFor([`a${round}`, `b${round}`], SALES))),
        store.removeSubscription(GUILD, subscription.id),
      ]);
      expect(await waitingKeys(store, SALES)).toEqual([]);
    }
  });

  it('settles a held message by one of two decisions', async () => {
    await using place = await kind.create();
    await using database = await place.open();
    const store = createStore(database);
    await store.addSubscription(ruleFor(SALES));
    for (const round of ROUNDS) {
      await store.ingest(ingestionOf(salesFor([`a${round}`], SALES)));
      const { id } = await begin(store, SALES);
      await store.holdPost(id, 'crowded');
      const decided = await Promise.all(
        (['posted', 'absent', 'posted'] as const).map((verdict) => store.resolveHeldPost(GUILD, id, verdict)),
      );
      expect(decided.filter((channelId) => channelId === SALES)).toHaveLength(1);
      const { unsettled } = await store.channelWork(SALES, 1);
      if (unsettled !== null) await store.markSent(id, { messageId: 'm', at: 1, publish: false });
    }
  });

  it('holds no message in a channel without a rule', async () => {
    await using place = await kind.create();
    await using database = await place.open();
    const store = createStore(database);
    const channels = Array.from({ length: 20 }, (_, n) => String(n));
    for (const round of ROUNDS) {
      for (const channelId of channels) await store.addSubscription(ruleFor(channelId));
      await store.ingest(ingestionOf(salesFor([`a${round}`], ...channels)));
      const posts = [];
      for (const channelId of channels) posts.push(await begin(store, channelId));
      await Promise.all([removeRules(store), ...posts.map(({ id }) => store.holdPost(id, 'crowded'))]);
      expect(await store.heldPosts(channels)).toEqual([]);
      for (const channelId of channels) expect((await store.channelWork(channelId, 1)).unsettled).toBeNull();
    }
  });

  it('posts the notice that it was stopped once', async () => {
    await using place = await kind.create();
    await using database = await place.open();
    const store = createStore(database);
    await store.addSubscription(ruleFor(SALES));
    await store.stopQueue(SALES, { state: 'paused', code: 50_013 });
    await Promise.all(
      [1, 2, 3].map((n) =>
        store.postNotice(SALES, { alert: noticeAlert({ key: `notice:${n}` }), to: [noticeTo(GENERAL)] }),
      ),
    );
    expect(await waitingKeys(store, GENERAL)).toHaveLength(1);
  });

  it('keeps what is ingested while expired rows are deleted', async () => {
    await using place = await kind.create();
    await using database = await place.open();
    const store = createStore(database);
    for (const round of ROUNDS) {
      await store.ingest(ingestionOf(salesFor([`old${round}`]), { at: 1_000_000 }));
      await Promise.all([
        prune(store, 1_000_000 + 20 * DAY_MS),
        store.ingest(ingestionOf(salesFor([`old${round}`], SALES))),
        store.ingest(ingestionOf(salesFor([`new${round}`], SALES))),
      ]);
      expect(await waitingKeys(store, SALES)).toContain(`new${round}`);
    }
  });
});
