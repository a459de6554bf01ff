import { expect, it } from 'vitest';
import { findQueues } from '#src/store/queue-states.ts';
import { createSubscriptionStore } from '#src/store/subscriptions.ts';
import { ruleFor, SALES } from '../samples.ts';
import { describeEachDatabase } from './each-database.ts';

const GUILD = ruleFor(SALES).guildId;
const priced = (price: number) => ruleFor(SALES, { filter: { price_from: BigInt(price) } });
const many = (count: number, from: number) => Array.from({ length: count }, (_, n) => priced(from + n));

describeEachDatabase('rules that several admins change at once', (kind) => {
  it('never exceed what a channel can have', async () => {
    await using place = await kind.create();
    await using database = await place.open();
    const rules = createSubscriptionStore(database);

    const results = await Promise.all(
      [1, 2, 3].map((n) => rules.reviseSubscriptions(GUILD, { add: many(15, 100 * n) }, 1)),
    );

    expect(results.map(({ type }) => type).toSorted()).toEqual(['over', 'over', 'revised']);
    expect(await rules.subscriptionsOf(GUILD)).toHaveLength(15);
  });

  it('are added once when they are the same', async () => {
    await using place = await kind.create();
    await using database = await place.open();
    const rules = createSubscriptionStore(database);

    const added = await Promise.all([1, 2, 3].map(() => rules.addSubscription(priced(1))));

    expect(added.filter(({ created }) => created)).toHaveLength(1);
    expect(new Set(added.map(({ subscription }) => subscription.id)).size).toBe(1);
  });

  it('leave no channel abandoned that has a rule', async () => {
    await using place = await kind.create();
    await using database = await place.open();
    const rules = createSubscriptionStore(database);

    for (let round = 1; round <= 10; round += 1) {
      const { subscription } = await rules.addSubscription(priced(round));
      await Promise.all([
        rules.removeSubscription(GUILD, subscription.id),
        rules.addSubscription(priced(1_000)),
      ]);
      const [queue] = await database.read('queue', (queries) => findQueues(queries, [SALES]));
      expect(queue?.isAbandoned).toBe(false);
      await rules.reviseSubscriptions(
        GUILD,
        { remove: (await rules.subscriptionsOf(GUILD)).map(({ id }) => id) },
        1,
      );
      const [abandoned] = await database.read('queue', (queries) => findQueues(queries, [SALES]));
      expect(abandoned?.isAbandoned).toBe(true);
    }
  });
});
