import type { Examination } from '../store/sqlite/examine.ts';
import { createAsk } from './ask.ts';
import { checkClock } from './clock.ts';
import { checkDatabase } from './database.ts';
import { createDiscordApi } from './discord/api.ts';
import { createStandings } from './discord/channels.ts';
import { checkIdentity } from './discord/identity.ts';
import { checkChannels, checkOperatorChannel } from './discord/posting.ts';
import { checkRegistration } from './discord/registration.ts';
import { checkGateway, checkServers } from './discord/servers.ts';
import { attempt, type Check } from './finding.ts';
import { checkHttpPort } from './http-port.ts';
import { checkMarketplace } from './marketplace/check.ts';
import { checkSettings, type UsableSettings } from './settings.ts';

/** What the doctor looks at. */
export interface Patient {
  /** Path of `.env`. */
  readonly envFile: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Epoch ms. */
  readonly now: () => number;
}

async function* checkDiscord(
  { config }: UsableSettings,
  database: Examination | null,
  now: () => number,
): Check {
  const { discordApiUrl: apiUrl, discordToken, guildId, operatorChannelId } = config;
  const api = createDiscordApi(createAsk(now), apiUrl, discordToken);
  const identity = yield* checkIdentity(api, apiUrl);
  if (identity === null) return;
  const { applicationId, botUserId, answer } = identity;
  yield checkClock('Discord’s', answer);
  const servers = yield* checkServers(api, { applicationId, guildId });
  yield* checkGateway(api, servers.length);
  yield* checkRegistration(api, { apiUrl, applicationId, guildId, servers, botRuns: isRunning(database) });
  const standingIn = createStandings(api, botUserId, now);
  if (database?.state === 'sound') yield* checkChannels(database.channels, standingIn);
  yield* checkOperatorChannel(operatorChannelId, standingIn);
}

function isRunning(database: Examination | null): boolean {
  return database !== null && database.state !== 'in memory' && database.running;
}

/** Looks at everything that one could get wrong, in the order in which it matters. It changes nothing and sends nothing. */
export async function* examine({ envFile, environment, now }: Patient): Check {
  const settings = yield* checkSettings({ envFile, environment });
  const { config } = settings;
  const database = yield* attempt('The database', checkDatabase(config.databaseUrl, now()));
  const ask = createAsk(now);
  yield await checkHttpPort(config, { ask, botRuns: isRunning(database) });
  if (settings.knowsToken) yield* attempt('Discord', checkDiscord(settings, database, now));
  if (!settings.knowsMarketplace) return;
  const answer = yield* attempt('The marketplace', checkMarketplace(ask, config.marketplaceUrl, now));
  if (answer !== null) yield checkClock('the marketplace’s', answer);
}
