import { expect, it } from 'vitest';
import { personTarget } from '#src/alerts/target.ts';
import type { Store } from '#src/store/open.ts';
import { openStore } from '#src/store/open.ts';

import { trackedAuction } from '../store/conformance/auctions.ts';
import { describeEachDatabase } from '../store/database/each-database.ts';
import {
  addressed,
  auctionIngestionOf,
  begin,
  ingestionOf,
  ruleFor,
  SALES,
  salesFor,
  send,
  statesOf,
} from '../store/samples.ts';
import { address } from '../support/build-activity.ts';
import { auctionAlert, greetingAlert, knownFloor, recapAlert } from '../support/build-alert.ts';
import { silentLog } from '../support/silent-log.ts';
import { COMMIT_NAMES, type CommitName, commitName } from './commits.ts';
import { COMMIT_MOMENTS, type CommitMoment, watchCommits } from './watch-commits.ts';

const USER_ID = '77';
const PERSON = personTarget(USER_ID);

/** Everything that the bot commits, in an order in which it may happen. */
const STEPS: readonly (readonly [CommitName, (store: Store) => Promise<unknown>])[] = [
  ['poll of the feed', (store) => store.ingest(ingestionOf(salesFor(['a', 'b'], SALES), { seen: ['id:a'] }))],
  ['begun post', (store) => begin(store, SALES, 1)],
  ['ambiguous post', (store) => store.markAmbiguous(1)],
  ['repeated try', (store) => store.retryPost(1, { at: 3_000_000, newWindow: false, layout: 'card' })],
  ['recovery', (store) => store.recover()],
  ['released post', (store) => store.release(1, { notBefore: 0, alone: false })],
  ['sent post', (store) => send(store, SALES, 2)],
  ['published post', (store) => store.markPublished(2)],
  [
    'edited message',
    async (store) => {
      await store.ingest(
        ingestionOf([addressed(auctionAlert({ key: 'started' }), SALES)], {
          topics: [{ key: 'auction:a-1', state: auctionAlert() }],
        }),
      );
      await send(store, SALES, 1, { messageId: 'live' });
      await store.ingest(statesOf({ key: 'auction:a-1', state: auctionAlert({ bidCount: 9 }) }));
      const { staleMessages } = await store.channelWork(SALES, 1);
      for (const { id, changes } of staleMessages) await store.markShown(id, changes);
    },
  ],
  [
    'poll of the auctions',
    (store) => store.ingestAuctions(auctionIngestionOf([], { tracked: [trackedAuction('a-2')] })),
  ],
  [
    'further chunk of deliveries',
    (store) =>
      store.ingest(
        ingestionOf(
          salesFor(
            Array.from({ length: 1_200 }, (_, number) => `many ${number}`),
            SALES,
          ),
        ),
      ),
  ],
  [
    'silence',
    (store) =>
      store.silences.save({
        guildId: ruleFor(SALES).guildId,
        scope: 'server',
        target: '',
        channelId: null,
        startsAt: 1,
        endsAt: 2_000,
        createdBy: USER_ID,
      }),
  ],
  ['marked summary', (store) => store.summariseWaiting(SALES, { includeUrgent: false })],
  ['stopped channel', (store) => store.stopQueue(SALES, { state: 'paused', code: 50_013 })],
  [
    'return of a person',
    async (store) => {
      await store.addSubscription({ ...ruleFor(PERSON), guildId: PERSON });
      await store.people.resume(USER_ID);
    },
  ],
  ['claimed opening', (store) => store.people.claimOpening(USER_ID, 1)],
  ['opened direct messages', (store) => store.people.noteOpened(USER_ID, '9', 1)],
  ['refusal of a person', (store) => store.stopQueue(PERSON, { state: 'paused', code: 50_007 })],
  ['notice', (store) => store.postNotice(SALES, null)],
  ['greeting', (store) => store.greetings.post(greetingAlert({ channelId: SALES }))],
  ['reopened channel', (store) => store.reopenChannel(ruleFor(SALES).guildId, SALES)],
  [
    'recap',
    (store) => {
      const rule = { id: 1, channelId: SALES };
      return store.ingestMade(
        [{ alert: recapAlert({ key: 'recap:1:2026-01-01' }), rule, isPosted: true }],
        1,
      );
    },
  ],
  [
    'reading of floors',
    (store) =>
      store.ingestFloors({
        at: 1,
        states: [{ subscriptionId: 1, collection: address(0xc0), state: knownFloor() }],
        alerts: [],
      }),
  ],
];

describeEachDatabase('the crash test', (kind) => {
  it('knows every commit of the bot by its statements', async () => {
    await using place = await kind.create({ isEmpty: true });
    let committed: (CommitName | null)[] = [];
    const moments = new Set<CommitMoment>();
    using _watch = watchCommits(place.url, (moment, statements) => {
      moments.add(moment);
      if (moment === 'before') committed.push(commitName(statements));
    });
    await using store = await openStore({
      databaseUrl: place.url,
      log: silentLog,
      now: () => 5_000_000,
      databaseNow: () => 5_000_000,
    });
    expect(committed).toContain('migration');
    await store.addSubscription(ruleFor(SALES));
    for (const [name, step] of STEPS) {
      committed = [];
      await step(store);
      expect(committed).toContain(name);
    }
    expect(['migration', ...STEPS.map(([name]) => name)].toSorted()).toEqual(COMMIT_NAMES.toSorted());
    expect([...moments]).toEqual(COMMIT_MOMENTS[kind.dialect]);
  });
});
