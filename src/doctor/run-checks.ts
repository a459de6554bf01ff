import type { KnownDatabase } from './check-result.ts';
import { type Check, runCheck } from './check-result.ts';
import { checkClock } from './clock.ts';
import { checkDatabase } from './database.ts';
import { createDiscordApi } from './discord/api.ts';
import { createAccessReader } from './discord/channel-access.ts';
import { checkIdentity } from './discord/identity.ts';
import { checkChannels, checkOperatorChannel } from './discord/posting.ts';
import { checkRegistration } from './discord/registration.ts';
import { checkGateway, checkServers } from './discord/servers.ts';
import { checkFiat } from './fiat.ts';
import { checkHttpPort } from './http-port.ts';
import { createAsk } from './http-request.ts';
import { checkMarketplace } from './marketplace/check.ts';
import { checkSettings, type UsableSettings } from './settings.ts';

/** The subject of the checks. */
export interface DoctorOptions {
  /** Path of `.env`. */
  readonly envFile: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Current time, epoch ms. */
  readonly now: () => number;
}

async function* checkDiscord(
  { config }: UsableSettings,
  database: KnownDatabase | null,
  now: () => number,
): Check {
  const { discordApiUrl: apiUrl, discordToken, guildId, interactionsKey, operatorChannelId } = config;
  const ask = createAsk(now);
  const api = createDiscordApi(ask, apiUrl, discordToken);
  const botRuns = isRunning(database);
  const identity = yield* checkIdentity(api, { apiUrl, interactionsKey, botRuns, ask });
  if (identity === null) return;
  const { applicationId, botUserId, answer } = identity;
  yield checkClock('Discord’s', answer);
  const servers = yield* checkServers(api, { applicationId, guildId });
  yield* checkGateway(api, servers.length);
  yield* checkRegistration(api, { apiUrl, applicationId, guildId, servers, botRuns });
  const readAccess = createAccessReader(api, botUserId, now);
  if (database !== null && database.channels !== null) yield* checkChannels(database.channels, readAccess);
  yield* checkOperatorChannel(operatorChannelId, readAccess);
}

function isRunning(database: KnownDatabase | null): boolean {
  return database?.running === true;
}

/** Runs all checks, in the order of their dependencies. Read-only: changes and posts nothing. */
export async function* runChecks({ envFile, environment, now }: DoctorOptions): Check {
  const settings = yield* checkSettings({ envFile, environment });
  const { config } = settings;
  const database = yield* runCheck('The database', checkDatabase(config.databaseUrl, now()));
  const ask = createAsk(now);
  yield await checkHttpPort(config, { ask, botRuns: isRunning(database) });
  yield* runCheck('The fiat price', checkFiat(config, ask));
  if (settings.hasValidToken) yield* runCheck('Discord', checkDiscord(settings, database, now));
  if (!settings.hasValidMarketplaceUrl) return;
  const answer = yield* runCheck('The marketplace', checkMarketplace(ask, config, now));
  if (answer !== null) yield checkClock('the marketplace’s', answer);
}
