import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Logger } from 'pino';
import type { App, createApp as CreateApp } from '#src/app.ts';
import type { readConfig as ReadConfig } from '#src/config.ts';
import type { openStore as OpenStore } from '#src/store/open.ts';
import { COLLECTION_PAGE } from './world/pages.ts';

/** The bot, as `src/run.ts` composes it. */
export interface Bot {
  /** Starts it: the whole of it, from its composition root. @param pollIntervalMs up to a minute, whole seconds that divide it */
  start(log: Logger, pollIntervalMs: number): Promise<App>;
  /** Creates its empty database. */
  createDatabase(log: Logger): Promise<void>;
}

interface AppModule {
  readonly createApp: typeof CreateApp;
}
interface ConfigModule {
  readonly readConfig: typeof ReadConfig;
}
interface StoreModule {
  readonly openStore: typeof OpenStore;
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

/**
 * Imports the bot. The simulation knows nothing else of it: what it is made of may change.
 * @param source folder with `src` and `commands`
 */
export async function importBot(source: string): Promise<Bot> {
  const load = (file: string) => import(pathToFileURL(path.join(source, file)).href);
  const { createApp } = (await load('src/app.ts')) as AppModule;
  const { readConfig } = (await load('src/config.ts')) as ConfigModule;
  const config = readConfig(ENVIRONMENT);
  const scheduleOf = (intervalMs: number): string =>
    intervalMs === 60_000 ? '0 * * * * *' : `*/${intervalMs / 1_000} * * * * *`;
  const { openStore } = (await load('src/store/open.ts')) as StoreModule;
  return {
    start: (log, pollIntervalMs) => createApp({ ...config, pollSchedule: scheduleOf(pollIntervalMs) }, log),
    async createDatabase(log) {
      await using _store = await openStore({ databaseUrl: config.databaseUrl, log, now: Date.now });
    },
  };
}
