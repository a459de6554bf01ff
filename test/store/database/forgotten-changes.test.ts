import { expect, it } from 'vitest';
import { personTarget } from '#src/alerts/target.ts';
import { createChangeStore } from '#src/store/changes.ts';
import { removeExpiredChanges } from '#src/store/note-change.ts';
import { createStore } from '#src/store/open.ts';
import { ruleFor, SALES } from '../samples.ts';
import { describePostgres } from './each-database.ts';

const HOUR_MS = 3_600_000;
const ANN = '700000000000000011';
const BOB = '700000000000000012';

const watchOf = (userId: string) =>
  ruleFor(personTarget(userId), { guildId: personTarget(userId), createdBy: userId });

describePostgres('what other processes are told to read again', (kind) => {
  it('is remembered for a day, of people who were forgotten for an hour', async () => {
    await using place = await kind.create();
    await using database = await place.open();
    const store = createStore(database);
    const changes = createChangeStore(database);
    await store.addSubscription(ruleFor(SALES));
    await store.addSubscription(watchOf(ANN));
    await store.addSubscription(watchOf(BOB));
    await store.people.forget(ANN);
    const all = [ruleFor(SALES).guildId, personTarget(ANN), personTarget(BOB)].toSorted();
    const remembered = async (after: number) => {
      await database.transaction('prune', (transaction) =>
        removeExpiredChanges(transaction, Date.now() + after),
      );
      return [...(await changes.changedGuildsSince(0)).guildIds].toSorted();
    };

    expect(await remembered(0.9 * HOUR_MS)).toEqual(all);
    expect(await remembered(1.1 * HOUR_MS)).toEqual(all.filter((id) => id !== personTarget(ANN)));
    expect(await remembered(23 * HOUR_MS)).toHaveLength(2);
    expect(await remembered(25 * HOUR_MS)).toEqual([]);
  });
});
