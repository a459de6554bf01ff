import { expect, it } from 'vitest';
import { DEFAULT_CHANNEL_SETTINGS, DEFAULT_GUILD_SETTINGS } from '#src/alerts/settings.ts';
import { loadRuleCache } from '#src/roles/rule-cache.ts';
import { createChangeStore } from '#src/store/changes.ts';
import type { Database } from '#src/store/database/database.ts';
import { findWork } from '#src/store/find-work.ts';
import { createStore } from '#src/store/open.ts';
import { describePostgres } from '../store/database/each-database.ts';
import { GENERAL, ingestionOf, QUIET, ruleFor, SALES, salesFor } from '../store/samples.ts';

const { guildId } = ruleFor(SALES);

async function memoryOf(database: Database) {
  const told: (readonly string[])[] = [];
  const store = { ...createStore(database), [Symbol.asyncDispose]: async () => undefined };
  const memory = await loadRuleCache({
    store,
    changes: createChangeStore(database),
    facts: { isWhitelisted: () => true },
    fromGateway: () => null,
    wake: () => undefined,
    onServers: (guildIds) => told.push(guildIds),
    onChange: () => undefined,
  });
  return { memory, told };
}

describePostgres('the memory of a process', (kind) => {
  it('has what another process changed, once it is read again', async () => {
    await using place = await kind.create();
    await using mine = await place.open();
    await using theirs = await place.open();
    const other = createStore(theirs);
    const { subscription: kept } = await other.addSubscription(ruleFor(SALES));
    const { memory, told } = await memoryOf(mine);
    expect(memory.index.idsOf(guildId)).toEqual([kept.id]);

    const { subscription: added } = await other.addSubscription(ruleFor(GENERAL));
    await other.removeSubscription(guildId, kept.id);
    await other.saveGuildSettings(guildId, { ...DEFAULT_GUILD_SETTINGS, timeZone: 'Europe/Vienna' });
    await other.saveChannelSettings(guildId, GENERAL, { ...DEFAULT_CHANNEL_SETTINGS, size: 'big' });
    await memory.refresh();
    expect(memory.index.idsOf(guildId)).toEqual([added.id]);
    expect(memory.channelGuilds.guildIdOf(GENERAL)).toBe(guildId);
    expect(memory.settings.guildOf(GENERAL).timeZone).toBe('Europe/Vienna');
    expect(memory.settings.channel(GENERAL).size).toBe('big');
    expect(told).toEqual([[guildId]]);

    await memory.refresh();
    expect(told).toHaveLength(1);
    await other.eraseGuild(guildId);
    await memory.refresh();
    expect(memory.index.idsOf(guildId)).toEqual([]);
    expect(memory.settings.channel(GENERAL)).toEqual(DEFAULT_CHANNEL_SETTINGS);
  });
});

describePostgres('a look into the outbox', (kind) => {
  it('finds what other processes put there since the last one', async () => {
    await using place = await kind.create();
    await using mine = await place.open();
    await using theirs = await place.open();
    const other = createStore(theirs);
    for (const channelId of [SALES, GENERAL, QUIET]) await other.addSubscription(ruleFor(channelId));
    const empty = await findWork(mine, null);
    expect(empty).toMatchObject({ withWork: [], withNew: [] });
    await other.ingest(ingestionOf(salesFor(['first'], SALES)));
    const first = await findWork(mine, empty.seen);
    expect(first).toMatchObject({ withWork: [SALES], withNew: [SALES] });
    await other.ingest(ingestionOf(salesFor(['second'], GENERAL)));
    const second = await findWork(mine, first.seen);
    expect(second.withWork.toSorted()).toEqual([GENERAL, SALES].toSorted());
    expect(second.withNew).toEqual([GENERAL]);
    expect((await findWork(mine, second.seen)).withNew).toEqual([]);
  });
});
