import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { APIEmbed } from 'discord-api-types/v10';
import { PAGES } from '../../sandbox/demo/pages.ts';
import {
  type LocalDiscord,
  type LocalDiscordOptions,
  startLocalDiscord,
} from '../../sandbox/discord/local-discord.ts';
import {
  type EmbeddedMarketplace,
  type MarketplaceOptions,
  startMarketplace,
} from '../../sandbox/marketplace/marketplace.ts';
import { type App, createApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { type BotChild, startBotChild } from './bot-child.ts';
import { type BotLog, createBotLog, loggerInto } from './bot-log.ts';
import { type BotServer, createBotServer } from './bot-server.ts';
import { createLeapingClock, type LeapingClock } from './leaping-clock.ts';
import { untilHeard } from './until-heard.ts';

/** The bot in this process. Disposing of it is an orderly stop. */
export interface Bot extends AsyncDisposable {
  readonly app: App;
  readonly log: BotLog;
}

/**
 * A marketplace in which nothing happens unless it is caused, a Discord with one server, and the bot that is to stand
 * between them, all on one clock. The bot's schedule never comes up: a test says when to look.
 */
export interface BotWorld extends AsyncDisposable {
  readonly clock: LeapingClock;
  readonly marketplace: EmbeddedMarketplace;
  readonly discord: LocalDiscord;
  readonly applicationId: string;
  readonly token: string;
  readonly home: BotServer;
  /** What the bot is started with. */
  readonly environment: Readonly<Record<string, string>>;
  /** Founds one more server. */
  addServer(name: string): BotServer;
  /** Starts the bot here and waits until it is online and has looked at the feed. */
  start(environment?: Readonly<Record<string, string>>): Promise<Bot>;
  /** Starts the bot here and waits for nothing. */
  begin(environment?: Readonly<Record<string, string>>): Promise<Bot>;
  /** Starts the bot as a process of its own, which looks every second. */
  launch(environment?: Readonly<Record<string, string>>, program?: URL): BotChild;
  /** A bare request to the local Discord with the bot's token, as another tool of the operator might send it; `null` for 204. */
  asBot(method: string, path: string, body?: unknown): Promise<unknown>;
  /** Embeds of the messages in a channel, in order. */
  embeds(channelId: string): readonly APIEmbed[];
  /** Waits until so many embeds are in the channel (at most `withinMs`), and answers all of them. */
  untilPosted(channelId: string, count: number, withinMs?: number): Promise<readonly APIEmbed[]>;
}

/** A schedule of node-cron's six fields that no test lives to see. */
const NEVER = '0 0 0 29 2 *';
/** Heartbeats this rare (ten days) are none: a leap of the clock must not look like a connection that died. */
const NO_HEARTBEATS_MS = 10 * 24 * 3_600_000;
/** More than Discord's three seconds, which tests of answers hold the bot to: here a machine that is busy is no failure. */
const ACKNOWLEDGE_WITHIN_MS = 10_000;
const EVERY_SECOND = '* * * * * *';

/** Everything in the files of a folder and of those in it. */
async function contents(folder: string): Promise<Buffer> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Buffer.concat(
    await Promise.all(files.map((file) => readFile(path.join(file.parentPath, file.name)))),
  );
}

export async function startBotWorld(
  options: Pick<LocalDiscordOptions, 'rateLimits' | 'nonceWindowMs'> &
    Pick<MarketplaceOptions, 'maxLimit' | 'replay' | 'startPaused'> & {
      /** By how much the marketplace's clock is ahead of the bot's, ms; negative for behind. */
      readonly marketplaceAheadMs?: number;
    } = {},
): Promise<BotWorld> {
  await using parts = new AsyncDisposableStack();
  const clock = createLeapingClock();
  const folder = await mkdtemp(path.join(tmpdir(), 'gavel-test-'));
  parts.defer(() => rm(folder, { recursive: true, force: true }));
  const marketplace = parts.use(
    await startMarketplace({
      salesPerMinute: 0,
      now: () => clock.now() + (options.marketplaceAheadMs ?? 0),
      ...(options.maxLimit === undefined ? {} : { maxLimit: options.maxLimit }),
      ...(options.replay === undefined ? {} : { replay: options.replay }),
      ...(options.startPaused === undefined ? {} : { startPaused: options.startPaused }),
    }),
  );
  const discord = parts.use(
    await startLocalDiscord({
      rateLimits: false,
      acknowledgeWithinMs: ACKNOWLEDGE_WITHIN_MS,
      ...options,
      now: clock.now,
    }),
  );
  discord.gateway.settings.heartbeatIntervalMs = NO_HEARTBEATS_MS;
  const { applicationId, token } = discord.createApplication({ name: 'Gavel' });
  const home = createBotServer(discord, { name: 'home', applicationId });
  const logs: BotLog[] = [];
  const bots = parts.use(new AsyncDisposableStack());
  const environment = {
    DISCORD_TOKEN: token,
    DISCORD_API_URL: discord.apiUrl,
    MARKETPLACE_URL: marketplace.url,
    DATABASE_URL: `sqlite:${path.join(folder, 'gavel.db')}`,
    POLL_SCHEDULE: NEVER,
    MARKETPLACE_NAME: 'Test Market',
    MARKETPLACE_ITEM_URL: PAGES.item,
    MARKETPLACE_COLLECTION_URL: PAGES.collection,
    MARKETPLACE_PROFILE_URL: PAGES.profile,
    MARKETPLACE_AUCTION_URL: PAGES.auction,
    EXPLORER_TX_URL: PAGES.transaction,
    CURRENCY_SYMBOL: 'S',
  };

  async function begin(changes: Readonly<Record<string, string>> = {}): Promise<Bot> {
    const log = createBotLog();
    logs.push(log);
    const app = await createApp(readConfig({ ...environment, ...changes }), loggerInto(log), { clock });
    let stopped: Promise<void> | null = null;
    const bot: Bot = {
      app,
      log,
      [Symbol.asyncDispose]() {
        stopped ??= Promise.resolve(app[Symbol.asyncDispose]());
        return stopped;
      },
    };
    return bots.use(bot);
  }

  const embeds = (channelId: string) =>
    discord.messages(channelId).flatMap((message) => message.payload.embeds);

  const owned = parts.move();
  return {
    clock,
    marketplace,
    discord,
    applicationId,
    token,
    home,
    environment,
    addServer: (name) => createBotServer(discord, { name, applicationId }),
    begin,
    async start(changes) {
      const bot = await begin(changes);
      const failed = bot.app.failed.then((error) => Promise.reject(error));
      await Promise.race([bot.app.ready, failed]);
      await bot.app.look();
      return bot;
    },
    launch(changes = {}, program) {
      const child = bots.use(
        startBotChild(
          { ...environment, POLL_SCHEDULE: EVERY_SECOND, LOG_LEVEL: 'trace', ...changes },
          program,
        ),
      );
      logs.push(child.log);
      return child;
    },
    async asBot(method, route, body) {
      const answer = await fetch(`${discord.apiUrl}/v10${route}`, {
        method,
        headers: { authorization: `Bot ${token}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (!answer.ok) throw new Error(`${method} ${route}: ${answer.status} ${await answer.text()}`);
      return answer.status === 204 ? null : answer.json();
    },
    embeds,
    untilPosted: (channelId, count, withinMs) =>
      untilHeard(
        {
          look: () => (embeds(channelId).length >= count ? embeds(channelId) : undefined),
          listen: (changed) => discord.onMessage(changed),
          what: () => `${count} embeds in channel ${channelId}; there are ${embeds(channelId).length}`,
        },
        withinMs,
      ),
    /** @throws Error when the token stands in any log or in the database: every test looks for that */
    async [Symbol.asyncDispose]() {
      await bots.disposeAsync();
      const kept = await contents(folder);
      await owned.disposeAsync();
      if (kept.includes(token)) throw new Error('The token stands in the database.');
      const leak = logs.flatMap(({ lines }) => lines).find((line) => JSON.stringify(line).includes(token));
      if (leak !== undefined) throw new Error(`The token stands in the log: ${leak.msg}`);
    },
  };
}
