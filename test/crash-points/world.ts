import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ChannelType } from 'discord-api-types/v10';
import { botEnvironment } from '../../sandbox/demo/bot-environment.ts';
import { createLedgerCheck } from '../../sandbox/demo/ledger-check.ts';
import { createScenario, type Scenario, subscribe } from '../../sandbox/demo/scenario.ts';
import { startLocalDiscord } from '../../sandbox/discord/local-discord.ts';
import type { OptionValues } from '../../sandbox/discord/person/options.ts';
import { startMarketplace } from '../../sandbox/marketplace/marketplace.ts';
import { startOwnDatabase } from '../../sandbox/postgres/own-database.ts';
import type { CountedWorld } from '../support/ledger-count/counted-world.ts';
import { createLoadServer } from '../support/load-server.ts';
import { createInvitations, type Invitations } from './invitations.ts';
import { createLeftOutAlerts, type LeftOutAlerts } from './left-out-alerts.ts';
import { createMadeAlerts, type MadeAlerts } from './made-alerts.ts';
import type { CrashOptions } from './options.ts';
import { createPoison, type Poison } from './poison.ts';
import { CRASH_SERVERS, LIMITED, NEWS, POISONED, QUIET } from './servers.ts';
import { createWatchers, type Watchers } from './watchers.ts';

/** The local marketplace and Discord, and the bot's settings. */
export interface CrashWorld extends CountedWorld, AsyncDisposable {
  readonly poison: Poison;
  readonly made: MadeAlerts;
  readonly leftOut: LeftOutAlerts;
  readonly invitations: Invitations;
  readonly watchers: Watchers;
  /** The folder of a database file and its backups. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  /** How long a bot waits for the roles of one that was killed, ms. */
  readonly rolesFreeAfterMs: number;
  /** The ids of the channels whose names match. */
  channels(name: RegExp): readonly string[];
  /** Sets up the rules and channel settings with commands. A bot must be online. */
  setUp(): Promise<void>;
  /**
   * Resets quiet hours and hourly limits, and resumes direct messages, with commands, so that held-back alerts are posted. A bot must be
   * online.
   */
  releaseHeldBack(): Promise<void>;
}

const EVERY_SECOND = '* * * * * *';
/**
 * As short as the bot may assume (`docs/design/waits.md`: one minute, and a request lasts up to six seconds), so that it has to
 * read back.
 */
const NONCE_WINDOW_MS = 75_000;
/** Discord's limits do not allow a start every two seconds. */
const START_OFTEN = { limit: 100, windowMs: 10_000 };
const ANSWER_TIMEOUT_MS = 25_000;
/** As short as possible: with longer ones a bot that is killed every ten seconds would hardly ever poll. */
const LEASE_SECONDS = 3;
/** What is counted is not how soon commands are answered, which a busy machine takes longer for than Discord waits. */
const ACKNOWLEDGE_WITHIN_MS = 10_000;

export async function startCrashWorld({
  seed,
  database: choice,
}: Pick<CrashOptions, 'seed' | 'database'>): Promise<CrashWorld> {
  await using parts = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), 'gavel-crash-'));
  parts.defer(() => rm(folder, { recursive: true, force: true }));
  const { url: databaseUrl } = parts.use(await startOwnDatabase(choice, folder));
  const marketplace = parts.use(await startMarketplace({ seed, salesPerMinute: 0, startPaused: true }));
  const discord = parts.use(
    await startLocalDiscord({
      nonceWindowMs: NONCE_WINDOW_MS,
      acknowledgeWithinMs: ACKNOWLEDGE_WITHIN_MS,
      rateLimits: {
        routes: {
          'PUT /applications/:applicationId/commands': START_OFTEN,
          'GET /gateway/bot': START_OFTEN,
          'POST /channels/:channelId/messages/:messageId/crosspost': START_OFTEN,
        },
      },
    }),
  );
  const planned = createScenario(discord, marketplace, CRASH_SERVERS);
  const [first] = planned.channels;
  const [anybody] = planned.ruleSetups;
  if (first === undefined || anybody === undefined) throw new Error('The scene is empty.');
  const { guildId } = first;
  const news = discord.createChannel({ guildId, name: NEWS, type: ChannelType.GuildAnnouncement });
  const { adminId } = anybody;
  const favourite = marketplace.collections()[0]?.address ?? null;
  const scenario: Scenario = {
    ...planned,
    channels: [...planned.channels, { id: news.id, guildId, name: `North #${NEWS}` }],
    ruleSetups: [
      ...planned.ruleSetups,
      { channelId: news.id, adminId, collection: favourite, kinds: ['sale'], filter: {}, options: {} },
    ],
  };
  const channels = (name: RegExp) =>
    scenario.channels.filter((channel) => name.test(channel.name)).map(({ id }) => id);

  const loadServer = createLoadServer(discord, marketplace, {
    applicationId: scenario.applicationId,
    adminId,
  });
  const { applicationId, botId } = scenario;
  const parties = { discord, marketplace, applicationId, botId, adminId, databaseUrl };
  const made = createMadeAlerts(parties);
  const leftOut = createLeftOutAlerts(parties);
  const invitations = createInvitations(parties);
  const watchers = createWatchers(parties);
  const [poisoned = ''] = channels(POISONED);
  const poison = createPoison({ discord, marketplace }, poisoned);

  async function changeSettings(channelId: string, options: OptionValues): Promise<void> {
    const person = discord.person({ userId: adminId, channelId, answerWithinMs: ANSWER_TIMEOUT_MS });
    const { message, outcome } = await person.command('alerts channel', { channel: channelId, ...options });
    const said = message?.content ?? outcome;
    if (!said.startsWith('✅')) throw new Error(`Nothing was changed: ${said}`);
  }
  async function changeAllSettings(name: RegExp, options: OptionValues): Promise<void> {
    for (const channelId of channels(name)) await changeSettings(channelId, options);
  }

  const owned = parts.move();
  return {
    marketplace,
    discord,
    scenario,
    check: createLedgerCheck(discord, marketplace, scenario, Date.now, { interrupted: true }),
    loadServer,
    poison,
    made,
    leftOut,
    invitations,
    watchers,
    mayGiveUp: (channelId) => (channelId === poisoned ? poison.count() : 0),
    folder,
    databaseUrl,
    environment: {
      ...botEnvironment(discord, marketplace, scenario, databaseUrl, 'S'),
      POLL_SCHEDULE: EVERY_SECOND,
      NODE_COMPILE_CACHE: path.join(folder, 'compiled'),
      LEASE_SECONDS: String(LEASE_SECONDS),
    },
    rolesFreeAfterMs: choice === 'postgres' ? LEASE_SECONDS * 1_000 : 0,
    channels,
    async setUp() {
      await subscribe(discord, scenario);
      await loadServer.setUpAlerts();
      await made.setUp();
      await leftOut.setUp();
      await watchers.setUp();
      await changeSettings(news.id, { publish: true });
      await changeAllSettings(LIMITED, { hourly_limit: 3 });
      await changeAllSettings(QUIET, { quiet_from: '00:00', quiet_to: '23:59' });
    },
    async releaseHeldBack() {
      await changeAllSettings(LIMITED, { reset: 'everything' });
      await changeAllSettings(QUIET, { reset: 'everything' });
      await watchers.reopen();
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
