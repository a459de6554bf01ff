import type { Logger } from 'pino';
import type { App } from '#src/app.ts';
import type { AppOverrides } from '#src/context.ts';
import type { WhyReader } from './why/reader.ts';
import { COLLECTION_PAGE } from './world/pages.ts';

/** The bot, as `src/run.ts` composes it. */
export interface Bot {
  /**
   * Starts it: the whole of it, from its composition root.
   * @param pollIntervalMs up to a minute, whole seconds that divide it
   * @param database that it shares with other processes
   */
  start(log: Logger, pollIntervalMs: number, database?: AppOverrides['database']): Promise<App>;
  /** The lease of a role, ms. */
  readonly leaseMs: number;
  /** Creates its empty database. */
  createDatabase(log: Logger): Promise<void>;
  /** Opens the database for questions why, by a process of its own. */
  openWhy(log: Logger): Promise<WhyReader>;
}

const ENVIRONMENT = {
  DISCORD_TOKEN: 'simulated.token.secret',
  MARKETPLACE_URL: 'http://market.simulated',
  MARKETPLACE_NAME: 'Simulated Market',
  CURRENCY_SYMBOL: 'S',
  DATABASE_URL: 'sqlite::memory:',
  DISCORD_API_URL: 'http://discord.simulated/api',
  ...COLLECTION_PAGE,
};

/** Imports the bot. The simulation knows nothing else of it: what it is made of may change. */
export async function importBot(): Promise<Bot> {
  const { createApp } = await import('#src/app.ts');
  const { readConfig } = await import('#src/config.ts');
  const config = readConfig(ENVIRONMENT);
  const scheduleOf = (intervalMs: number): string =>
    intervalMs === 60_000 ? '0 * * * * *' : `*/${intervalMs / 1_000} * * * * *`;
  const { openStore } = await import('#src/store/open.ts');
  const { createWhyReader } = await import('./why/reader.ts');
  return {
    start: (log, pollIntervalMs, database) =>
      createApp(
        { ...config, pollSchedule: scheduleOf(pollIntervalMs) },
        log,
        database === undefined ? {} : { database },
      ),
    leaseMs: config.leaseMs,
    openWhy: async (log) =>
      createWhyReader(await openStore({ databaseUrl: config.databaseUrl, log, now: Date.now })),
    async createDatabase(log) {
      await using _store = await openStore({ databaseUrl: config.databaseUrl, log, now: Date.now });
    },
  };
}
