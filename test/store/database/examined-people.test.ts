import { expect, it } from 'vitest';
import { personTarget } from '#src/alerts/target.ts';
import { examinePostgres } from '#src/store/database/postgres/examine.ts';
import { examineDatabase } from '#src/store/database/sqlite/examine.ts';
import { createStore } from '#src/store/open.ts';
import { GENERAL, ruleFor } from '../samples.ts';
import { describeEachDatabase } from './each-database.ts';

describeEachDatabase('what the doctor reads of a database', (kind) => {
  it('names the channels of servers, and nobody who watches', async () => {
    await using place = await kind.create();
    const person = personTarget('700000000000000011');
    {
      await using database = await place.open({ now: () => 5_000_000 });
      const store = createStore(database);
      await store.addSubscription(ruleFor(GENERAL));
      await store.addSubscription(ruleFor(person, { guildId: person }));
    }

    const examined =
      kind.dialect === 'sqlite' ? await examineDatabase(place.url) : await examinePostgres(place.url);

    expect(JSON.stringify(examined)).toContain(GENERAL);
    expect(JSON.stringify(examined)).not.toContain(person);
  });
});
