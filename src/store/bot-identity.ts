import { z } from 'zod';
import type { Database } from './database/database.ts';
import { jsonColumn } from './database/json.ts';

/** Who the bot is at Discord. */
interface BotIdentity {
  readonly userId: string;
  readonly userName: string;
  readonly applicationId: string;
}

/** What processes without a connection to Discord know of the bot. */
export interface BotIdentityStore {
  /** @param commandIds Discord's ids of the commands by name */
  saveIdentity(identity: BotIdentity, commandIds: ReadonlyMap<string, string>): Promise<void>;
  /** Discord's ids of the commands by name; `null` before they were registered. */
  commandIds(): Promise<ReadonlyMap<string, string> | null>;
}

const idsJson = jsonColumn('the ids of the commands', z.record(z.string(), z.string()));

export function createBotIdentityStore(database: Database): BotIdentityStore {
  return {
    saveIdentity: ({ userId, userName, applicationId }, commandIds) =>
      database.transaction('saveIdentity', async (transaction) => {
        const row = {
          userId,
          userName,
          applicationId,
          commandIds: idsJson.write(Object.fromEntries(commandIds)),
        };
        await transaction
          .insertInto('botIdentity')
          .values({ id: 1, ...row })
          .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
          .execute();
      }),

    commandIds: () =>
      database.readOne('commandIds', async (queries) => {
        const row = await queries.selectFrom('botIdentity').select('commandIds').executeTakeFirst();
        return row === undefined ? null : new Map(Object.entries(idsJson.read(row.commandIds)));
      }),
  };
}
