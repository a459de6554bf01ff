import { z } from 'zod';
import { DAY_MS } from '#src/chain/durations.ts';
import { clockParameter, now, timeOf } from './database/adapters.ts';
import { compiledQuery, type Parameters } from './database/compiled-query.ts';
import type { Database, Statements } from './database/database.ts';
import { jsonColumn } from './database/json.ts';

/** A process of the bot, as seen by the others. */
export interface BotProcess {
  /** `host:pid:random`, the holder of leases. */
  readonly id: string;
  /** Display name. */
  readonly name: string;
  /** Version of the program. */
  readonly version: string;
  /** Roles that it may hold. */
  readonly roles: readonly string[];
}

const rolesJson = jsonColumn('the roles of a process', z.array(z.string()));

const setSeen = compiledQuery(
  (statements: Statements, { id, at }: Parameters<{ id: string; at: number | null }>) =>
    statements
      .updateTable('processes')
      .set({ seenAt: timeOf(statements, at) })
      .where('id', '=', id),
);

export function createProcessStore(database: Database) {
  return {
    /** Registers this process. Deletes processes that were last seen a day ago. */
    join: ({ id, name, version, roles }: BotProcess): Promise<void> =>
      database.transaction('joinProcesses', async (transaction) => {
        const at = now(transaction);
        await transaction
          .deleteFrom('processes')
          .where('seenAt', '<', at - DAY_MS)
          .execute();
        const row = { name, version, roles: rolesJson.write([...roles]), startedAt: at, seenAt: at };
        await transaction
          .insertInto('processes')
          .values({ id, ...row })
          .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
          .execute();
      }),

    /** Records that the process is still running. Takes one statement. */
    beSeen: (id: string): Promise<void> =>
      database.writeOne('seeProcess', async (statements) => {
        await setSeen(statements, { id, at: clockParameter(statements) });
      }),

    /** Records that the process stops. */
    leave: (id: string): Promise<void> =>
      database.writeOne('leaveProcesses', async (statements) => {
        await statements.deleteFrom('processes').where('id', '=', id).execute();
      }),

    /** Resolves to the processes seen within this time, by id. */
    seenWithin: (ms: number): Promise<readonly (BotProcess & { startedAt: number; seenAt: number })[]> =>
      database.read('processes', async (queries) => {
        const rows = await queries
          .selectFrom('processes')
          .selectAll()
          .where('seenAt', '>', now(queries) - ms)
          .orderBy('id')
          .execute();
        return rows.map(({ roles, ...row }) => ({ ...row, roles: rolesJson.read(roles) }));
      }),
  };
}

export type ProcessStore = ReturnType<typeof createProcessStore>;
