import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { APIEmbed } from 'discord-api-types/v10';
import { type App, createApp } from '#src/app.ts';
import { readConfig } from '#src/config.ts';
import type { MessagesFor } from '#src/messages/messages.ts';
import { PAGE_TEMPLATES } from '../../sandbox/demo/page-links.ts';
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
import { type BotChild, startBotChild } from './bot-child.ts';
import { type BotLog, createBotLog, loggerInto } from './bot-log.ts';
import { type BotServer, createBotServer } from './bot-server.ts';
import { createOffsetClock, type OffsetClock } from './offset-clock.ts';
import { waitUntil } from './wait-until.ts';

/** The bot in this process. Disposing of it stops it gracefully. */
export interface Bot extends AsyncDisposable {
  readonly app: App;
  readonly log: BotLog;
}

/**
 * A marketplace without events of its own, a local Discord with one server, and the bot, all on one clock. The bot's poll
 * schedule never fires: tests start each poll.
 */
export interface BotWorld extends AsyncDisposable {
  readonly clock: OffsetClock;
  readonly marketplace: EmbeddedMarketplace;
  readonly discord: LocalDiscord;
  readonly applicationId: string;
  readonly token: string;
  readonly home: BotServer;
  /** Environment variables of the bot. */
  readonly environment: Readonly<Record<string, string>>;
  /** Creates another server. */
  addServer(name: string): BotServer;
  /** Starts the bot in this process and waits until it is online and has polled the feed once. */
  start(environment?: Readonly<Record<string, string>>): Promise<Bot>;
  /** Starts the bot in this process without waiting until it is online. */
  startWithoutWaiting(environment?: Readonly<Record<string, string>>): Promise<Bot>;
  /** Starts the bot as a child process that polls every second. */
  startProcess(environment?: Readonly<Record<string, string>>, program?: URL): BotChild;
  /** Sends a request to the local Discord with the bot's token. Returns the JSON body, or `null` for status 204. */
  requestAsBot(method: string, path: string, body?: unknown): Promise<unknown>;
  /** Embeds of the messages in a channel, in order. */
  embeds(channelId: string): readonly APIEmbed[];
  /** Waits until the channel has at least `count` embeds (at most `withinMs`), and returns all of them. */
  untilPosted(channelId: string, count: number, withinMs?: number): Promise<readonly APIEmbed[]>;
}

/** A node-cron schedule that does not fire during a test. */
const NEVER_SCHEDULE = '0 0 0 29 2 *';
/** Ten days, so that a moved clock never looks like a missed heartbeat. */
const NO_HEARTBEATS_MS = 10 * 24 * 3_600_000;
/** More than Discord's three seconds, so that a busy machine does not fail these tests; other tests check the three seconds. */
const ACKNOWLEDGE_WITHIN_MS = 10_000;
const EVERY_SECOND = '* * * * * *';

/** The contents of all files of a folder, recursively. */
async function readFolder(folder: string): Promise<Buffer> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Buffer.concat(
    await Promise.all(files.map((file) => readFile(path.join(file.parentPath, file.name)))),
  );
}

export async function startBotWorld(
  options: Pick<LocalDiscordOptions, 'rateLimits' | 'nonceWindowMs'> &
    Pick<MarketplaceOptions, 'maxLimit' | 'replay' | 'startPaused'> & {
      /** The bot's messages instead of its own. */
      readonly messagesFor?: MessagesFor;
      /** Name of the first channel of the home server; `sales` where left out. */
      readonly channelName?: string;
      /** Offset of the marketplace's clock against the bot's, ms; positive when it is ahead. */
      readonly marketplaceAheadMs?: number;
      /** The clocks of everything stand still, the wall clock at this time, epoch ms. */
      readonly stoppedAt?: number;
    } = {},
): Promise<BotWorld> {
  await using parts = new AsyncDisposableStack();
  const clock = createOffsetClock(options.stoppedAt);
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
  const home = createBotServer(discord, {
    name: 'home',
    applicationId,
    channelName: options.channelName ?? 'sales',
  });
  const logs: BotLog[] = [];
  const bots = parts.use(new AsyncDisposableStack());
  const environment = {
    DISCORD_TOKEN: token,
    DISCORD_API_URL: discord.apiUrl,
    MARKETPLACE_URL: marketplace.url,
    DATABASE_URL: `sqlite:${path.join(folder, 'gavel.db')}`,
    POLL_SCHEDULE: NEVER_SCHEDULE,
    MARKETPLACE_NAME: 'Test Market',
    MARKETPLACE_ITEM_URL: PAGE_TEMPLATES.item,
    MARKETPLACE_COLLECTION_URL: PAGE_TEMPLATES.collection,
    MARKETPLACE_PROFILE_URL: PAGE_TEMPLATES.profile,
    MARKETPLACE_AUCTION_URL: PAGE_TEMPLATES.auction,
    EXPLORER_TX_URL: PAGE_TEMPLATES.transaction,
    CURRENCY_SYMBOL: 'S',
  };

  async function startWithoutWaiting(changes: Readonly<Record<string, string>> = {}): Promise<Bot> {
    const log = createBotLog();
    logs.push(log);
    const app = await createApp(readConfig({ ...environment, ...changes }), loggerInto(log), {
      clock,
      ...(options.messagesFor === undefined ? {} : { messagesFor: options.messagesFor }),
    });
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
    addServer: (name) => createBotServer(discord, { name, applicationId, channelName: 'sales' }),
    startWithoutWaiting,
    async start(changes) {
      const bot = await startWithoutWaiting(changes);
      const failed = bot.app.failed.then((error) => Promise.reject(error));
      await Promise.race([bot.app.ready, failed]);
      await bot.app.poll();
      return bot;
    },
    startProcess(changes = {}, program) {
      const child = bots.use(
        startBotChild(
          { ...environment, POLL_SCHEDULE: EVERY_SECOND, LOG_LEVEL: 'trace', ...changes },
          program,
        ),
      );
      logs.push(child.log);
      return child;
    },
    async requestAsBot(method, route, body) {
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
      waitUntil(
        {
          read: () => (embeds(channelId).length >= count ? embeds(channelId) : undefined),
          listen: (changed) => discord.onMessage(changed),
          what: () => `${count} embeds in channel ${channelId}; there are ${embeds(channelId).length}`,
        },
        withinMs,
      ),
    /** @throws Error when any log or the database contains the token */
    async [Symbol.asyncDispose]() {
      await bots.disposeAsync();
      const kept = await readFolder(folder);
      await owned.disposeAsync();
      if (kept.includes(token)) throw new Error('The database contains the token.');
      const leak = logs.flatMap(({ lines }) => lines).find((line) => JSON.stringify(line).includes(token));
      if (leak !== undefined) throw new Error(`The log contains the token: ${leak.msg}`);
    },
  };
}
