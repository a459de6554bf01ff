import { sql } from 'kysely';
import { z } from 'zod';
import { clockParameter, now, timeOf } from './database/adapters.ts';
import type { Database, Queries, Transaction } from './database/database.ts';
import { rowInsertion } from './database/insert-rows.ts';
import { jsonColumn } from './database/json.ts';
import { fencedBy, type Lease } from './leases.ts';
import { SHARD_ROLE_PREFIX, type ShardKey, shardRole } from './model/shard-key.ts';

/** Number of servers written in one transaction. */
const GUILDS_AT_ONCE = 200;
/** How long handled interactions are stored; Discord expires them earlier. */
const INTERACTION_KEPT_MS = 15 * 60_000;

/** The number of shards. */
export interface ShardPlan {
  readonly shardCount: number;
  /** The number being set up; `null` for none. */
  readonly nextShardCount: number | null;
  /** Time since the last change of the plan, ms. */
  readonly ageMs: number;
}

/** Current holders of the shards. */
export interface ShardBoard {
  /** `null` before any process connected. */
  readonly plan: ShardPlan | null;
  /** Holders of shards, by role (`shard:0/4`). */
  readonly holders: ReadonlyMap<string, string>;
  /** Recently seen processes that may hold shards. */
  readonly processes: readonly string[];
  /** Shards with a saved session, by role. */
  readonly saved: ReadonlySet<string>;
}

/** A server of a shard, as stored by the holder of the shard. */
export interface SavedGuild {
  readonly guildId: string;
  readonly isAvailable: boolean;
  /** `null` if it was not received yet. */
  readonly packed: Uint8Array | null;
}

/** State that another process needs to continue a shard. */
export interface SavedShard {
  /** Position of the session, as JSON. */
  readonly session: string;
  readonly guilds: readonly SavedGuild[];
}

/** Changes of a shard. */
export interface ShardChange {
  /** JSON; `null` if no session can be resumed. */
  readonly session: string | null;
  /** Whether `guilds` contains all servers of the shard. */
  readonly isWhole: boolean;
  readonly guilds: readonly SavedGuild[];
  readonly removedGuildIds: readonly string[];
}

const insertGuilds = rowInsertion(
  'shardGuilds',
  { guildId: 'text', isAvailable: 'boolean', packed: 'text' },
  { constants: { shardCount: 'integer', shardId: 'integer' } },
);

const roleNames = jsonColumn('the roles of a process', z.array(z.string()));

interface BoardRow {
  readonly kind: 'plan' | 'lease' | 'process' | 'session';
  readonly name: string;
  readonly detail: string | null;
  readonly amount: number | null;
  readonly next: number | null;
}

function findBoard(queries: Queries, seenWithinMs: number): Promise<readonly BoardRow[]> {
  const at = timeOf(queries, sql`${clockParameter(queries)}`);
  return sql<BoardRow>`
    select 'plan' as kind, cast(shard_count as text) as name, cast(${at} - changed_at as text) as detail,
      shard_count as amount, next_shard_count as next from shard_plan
    union all select 'lease', role, holder, null, null from leases where role like ${`${SHARD_ROLE_PREFIX}%`} and expires_at > ${at}
    union all select 'process', id, roles, null, null from processes where seen_at > ${at} - ${seenWithinMs}
    union all select 'session', '', null, shard_id, shard_count from shard_sessions`
    .execute(queries)
    .then(({ rows }) => rows);
}

function readBoard(rows: readonly BoardRow[]): ShardBoard {
  const of = (kind: BoardRow['kind']) => rows.filter((row) => row.kind === kind);
  const [plan] = of('plan');
  return {
    plan:
      plan === undefined || plan.amount === null
        ? null
        : { shardCount: plan.amount, nextShardCount: plan.next, ageMs: Number(plan.detail) },
    holders: new Map(of('lease').map(({ name, detail }) => [name, detail ?? ''])),
    processes: of('process')
      .filter(({ detail }) => roleNames.read(detail ?? '[]').includes('shards'))
      .map(({ name }) => name),
    saved: new Set(
      of('session').flatMap(({ amount: id, next: count }) =>
        id === null || count === null ? [] : [shardRole({ id, count })],
      ),
    ),
  };
}

const encode = (packed: Uint8Array | null): string | null =>
  packed === null ? null : Buffer.from(packed).toString('base64');
const decode = (text: string | null): Uint8Array | null =>
  text === null ? null : new Uint8Array(Buffer.from(text, 'base64'));

async function removeGuilds(
  transaction: Transaction,
  { id, count }: ShardKey,
  guildIds: readonly string[] | null,
): Promise<void> {
  await transaction
    .deleteFrom('shardGuilds')
    .where('shardCount', '=', count)
    .where('shardId', '=', id)
    .$if(guildIds !== null, (query) => query.where('guildId', 'in', guildIds ?? []))
    .execute();
}

async function removeSession(transaction: Transaction, { id, count }: ShardKey): Promise<void> {
  await transaction
    .deleteFrom('shardSessions')
    .where('shardId', '=', id)
    .where('shardCount', '=', count)
    .execute();
}

function chunksOf<T>(all: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / GUILDS_AT_ONCE) }, (_, at) =>
    all.slice(at * GUILDS_AT_ONCE, (at + 1) * GUILDS_AT_ONCE),
  );
}

export function createShardStore(database: Database) {
  return {
    /**
     * Reads the board with one statement.
     * @param seenWithinMs processes last seen longer ago do not count
     */
    shardBoard: async (seenWithinMs: number): Promise<ShardBoard> =>
      readBoard(await database.readOne('shardBoard', (queries) => findBoard(queries, seenWithinMs))),

    /** Sets the plan, unless another process changed it since it was read. Resolves to whether it was set. */
    planShards: (
      before: Pick<ShardPlan, 'shardCount' | 'nextShardCount'> | null,
      after: Pick<ShardPlan, 'shardCount' | 'nextShardCount'>,
    ): Promise<boolean> =>
      database.transaction('planShards', async (transaction) => {
        const values = { ...after, changedAt: now(transaction) };
        if (before === null) {
          const added = await transaction
            .insertInto('shardPlan')
            .values({ id: 1, ...values })
            .onConflict((conflict) => conflict.column('id').doNothing())
            .returning('id')
            .executeTakeFirst();
          return added !== undefined;
        }
        const { nextShardCount } = before;
        const changed = await transaction
          .updateTable('shardPlan')
          .set(values)
          .where('shardCount', '=', before.shardCount)
          .where('nextShardCount', nextShardCount === null ? 'is' : '=', nextShardCount)
          .returning('id')
          .executeTakeFirst();
        return changed !== undefined;
      }),

    /**
     * Saves servers and then the session, so that the session is never newer than the servers.
     * @throws GavelError LEASE_LOST if another process took the shard
     */
    async saveShard(
      key: ShardKey,
      lease: Lease,
      { session, isWhole, guilds, removedGuildIds }: ShardChange,
    ): Promise<void> {
      const fenced = fencedBy(lease, database);
      const shard = { shardCount: key.count, shardId: key.id };
      if (isWhole)
        await fenced.transaction('removeShard', async (transaction) => {
          // The previous session does not match the servers that follow.
          await removeSession(transaction, key);
          await removeGuilds(transaction, key, null);
        });
      for (const chunk of chunksOf(guilds))
        await fenced.transaction('saveShardGuilds', async (transaction) => {
          if (!isWhole)
            await removeGuilds(
              transaction,
              key,
              chunk.map(({ guildId }) => guildId),
            );
          const rows = chunk.map((guild) => ({ ...guild, packed: encode(guild.packed) }));
          await insertGuilds(transaction, rows, shard);
        });
      if (session === null && removedGuildIds.length === 0) return;
      await fenced.transaction('saveShardSession', async (transaction) => {
        for (const chunk of chunksOf(removedGuildIds)) await removeGuilds(transaction, key, chunk);
        if (session === null) return;
        const values = { session, savedAt: now(transaction) };
        await transaction
          .insertInto('shardSessions')
          .values({ ...shard, ...values })
          .onConflict((conflict) => conflict.columns(['shardId', 'shardCount']).doUpdateSet(values))
          .execute();
      });
    },

    /** Loads a shard; `null` if no session was saved. */
    loadShard: ({ id, count }: ShardKey): Promise<SavedShard | null> =>
      database.read('loadShard', async (queries) => {
        const saved = await queries
          .selectFrom('shardSessions')
          .select('session')
          .where('shardId', '=', id)
          .where('shardCount', '=', count)
          .executeTakeFirst();
        if (saved === undefined) return null;
        const guilds = await queries
          .selectFrom('shardGuilds')
          .select(['guildId', 'isAvailable', 'packed'])
          .where('shardId', '=', id)
          .where('shardCount', '=', count)
          .execute();
        return {
          session: saved.session,
          guilds: guilds.map((guild) => ({ ...guild, packed: decode(guild.packed) })),
        };
      }),

    /** Deletes the sessions and servers of other shard counts. */
    removeOtherShards: (shardCounts: readonly number[]): Promise<void> =>
      database.transaction('removeOtherShards', async (transaction) => {
        await transaction.deleteFrom('shardSessions').where('shardCount', 'not in', shardCounts).execute();
        await transaction.deleteFrom('shardGuilds').where('shardCount', 'not in', shardCounts).execute();
      }),

    /** Claims an interaction. Resolves to false if a process has already claimed it. */
    claimInteraction: (id: string): Promise<boolean> =>
      // An answer that waits for a claim would come too late.
      database.transaction(
        'claimInteraction',
        async (transaction) => {
          const handledAt = now(transaction);
          const added = await transaction
            .insertInto('handledInteractions')
            .values({ id, handledAt })
            .onConflict((conflict) => conflict.column('id').doNothing())
            .returning('id')
            .executeTakeFirst();
          await transaction
            .deleteFrom('handledInteractions')
            .where('handledAt', '<', handledAt - INTERACTION_KEPT_MS)
            .execute();
          return added !== undefined;
        },
        { overridesReadOnly: true },
      ),
  };
}

export type ShardStore = ReturnType<typeof createShardStore>;
