import { expect, it } from 'vitest';
import { createFencedFacts, type HeldShard } from '#src/roles/fenced-facts.ts';
import type { Database } from '#src/store/database/database.ts';
import { createLeaseStore } from '#src/store/leases.ts';
import { createStore } from '#src/store/open.ts';
import { describeEachDatabase } from '../store/database/each-database.ts';
import { ruleFor, SALES } from '../store/samples.ts';

const SHARD = 'shard:0/1';
const LIFE_MS = 10_000;
const { guildId } = ruleFor(SALES);
const changed = (missingPermissions: readonly string[]) => [
  {
    guildId,
    channelId: SALES,
    facts: {
      missingPermissions,
      isHistoryReadable: true,
      isPublishing: false,
      isAttachingFiles: true,
      missingRoleIds: [],
    },
  },
];

describeEachDatabase('the facts of a channel', (kind) => {
  async function opened() {
    const held = new AsyncDisposableStack();
    const place = held.use(await kind.create());
    const clock = { now: 1_000 };
    const database = held.use(await place.open({ now: () => clock.now }));
    const store = createStore(database);
    await store.addSubscription(ruleFor(SALES));
    return {
      clock,
      database,
      leases: createLeaseStore(database),
      async missing() {
        const [channel] = await store.channelsToCheck([guildId]);
        return channel?.recorded?.missingPermissions ?? null;
      },
      [Symbol.asyncDispose]: () => held.disposeAsync(),
    };
  }

  function holder(database: Database, lease: HeldShard['lease'] | null) {
    const lost: string[] = [];
    const shard = lease === null ? null : { lease, lose: (reason: string) => void lost.push(reason) };
    return { lost, facts: createFencedFacts({ database, shardOf: () => shard }) };
  }

  it('are not overwritten by a process that has lost the shard, which learns of it', async () => {
    await using given = await opened();
    const { leases, database, clock } = given;
    const stale = holder(database, await leases.take(SHARD, 'a', LIFE_MS));
    await stale.facts.recordFacts(changed(['Send Messages']));
    expect(await given.missing()).toEqual(['Send Messages']);

    clock.now += LIFE_MS;
    const next = holder(database, await leases.take(SHARD, 'b', LIFE_MS));
    await next.facts.recordFacts(changed([]));
    await expect(stale.facts.recordFacts(changed(['Embed Links']))).rejects.toMatchObject({
      code: 'LEASE_LOST',
    });
    expect(await given.missing()).toEqual([]);
    expect([stale.lost, next.lost]).toEqual([['another process took it'], []]);
  });

  it('are written by nobody who does not hold the shard', async () => {
    await using given = await opened();
    await holder(given.database, null).facts.recordFacts(changed(['Send Messages']));
    expect(await given.missing()).toBeNull();
  });
});
