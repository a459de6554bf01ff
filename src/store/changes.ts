import type { Silence } from '#src/alerts/silences/silence.ts';
import type { Subscription } from '#src/alerts/subscription.ts';
import { compiledQuery, type Parameters } from './database/compiled-query.ts';
import type { Database, Queries } from './database/database.ts';
import { findSettings } from './settings.ts';
import { findSilences } from './silence-rows.ts';
import { findSubscriptions } from './subscription-rows.ts';

/** State of a server that processes cache. */
export interface ServerState {
  readonly rules: readonly Subscription[];
  readonly settings: Awaited<ReturnType<typeof findSettings>>;
  readonly silences: readonly Silence[];
}

const findChanged = compiledQuery((queries: Queries, { version }: Parameters<{ version: number }>) =>
  queries.selectFrom('guildChanges').select(['guildId', 'version']).where('version', '>', version),
);

export function createChangeStore(database: Database) {
  return {
    /**
     * Returns the servers whose rules or settings changed after this version, and the version of the last change. Takes
     * one statement.
     * @param version 0 for all stored changes
     */
    changedGuildsSince: (
      version: number,
    ): Promise<{
      readonly version: number;
      readonly guildIds: readonly string[];
    }> =>
      database.readOne('changedGuilds', async (queries) => {
        const rows = await findChanged(queries, { version });
        return {
          version: rows.reduce((highest, row) => Math.max(highest, row.version), version),
          guildIds: rows.map(({ guildId }) => guildId),
        };
      }),

    /** Returns the rules, settings and silences of a server. */
    serverState: (guildId: string): Promise<ServerState> =>
      database.read('serverState', async (queries) => ({
        rules: await findSubscriptions(queries, { guildId }),
        settings: await findSettings(queries, guildId),
        silences: await findSilences(queries, guildId),
      })),
  };
}

export type ChangeStore = ReturnType<typeof createChangeStore>;
