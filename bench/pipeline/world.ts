import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MATCH_ALL } from '#src/alerts/filters/index.ts';
import type { Address } from '#src/chain/address.ts';
import { openStore } from '#src/store/open.ts';
import { PAGE_TEMPLATES } from '../../sandbox/demo/page-links.ts';
import { newSubscription } from '../../test/support/build-alert.ts';
import { silentLog } from '../../test/support/silent-log.ts';
import { startChild } from '../harness/child.ts';
import type { Arrival, Listening } from './stand-ins/discord.ts';
import { type StaticMarketplace, startStaticMarketplace } from './stand-ins/marketplace.ts';
import { channelId, guildId } from './stand-ins/servers.ts';

/** A bot in a process of its own, with a marketplace and a Discord that answer immediately. */
export interface PipelineWorld extends AsyncDisposable {
  readonly marketplace: StaticMarketplace;
  readonly discordApiUrl: string;
  /** Makes the bot poll now; resolves once new alerts are in its outbox. */
  poll(): Promise<void>;
  /** Calls `listener` for every message request. Returns a function that ends this. */
  onArrival(listener: (arrival: Arrival) => void): () => void;
}

const NEVER = '0 0 0 29 2 *';
const CHANNELS_OF_A_SERVER = 50;

function isType<T extends { readonly type: string }>(value: unknown, type: T['type']): value is T {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === type;
}

/** Creates a rule for the sales of one collection in every channel. */
async function subscribe(
  databaseUrl: string,
  { channels, channelsEach }: { readonly channels: number; readonly channelsEach: number },
  followedBy: (channel: number) => Address,
): Promise<void> {
  await using store = await openStore({ databaseUrl, log: silentLog, now: Date.now });
  for (let channel = 0; channel < channels; channel += 1) {
    const collection = [followedBy(channel)];
    await store.addSubscription(
      newSubscription(channelId(channel), {
        guildId: guildId(Math.floor(channel / channelsEach)),
        filter: { ...MATCH_ALL, collection },
        createdAt: Date.now(),
      }),
    );
  }
}

/** Starts all three; the bot is online and has polled once. */
export async function startPipelineWorld(options: {
  readonly channels: number;
  readonly collections: number;
  /** Channels in each server; default 50. */
  readonly channelsEach?: number;
  /** Number of collections that are followed, by the channels in rotation; default all. */
  readonly followed?: number;
  /** A schedule of node-cron's six fields; by default the bot only polls on request. */
  readonly pollSchedule?: string;
  /** Node's own options for the bot's process. */
  readonly nodeOptions?: readonly string[];
}): Promise<PipelineWorld> {
  await using parts = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), 'gavel-bench-'));
  parts.defer(() => rm(folder, { recursive: true, force: true }));
  const databaseUrl = `sqlite:${path.join(folder, 'gavel.db')}`;
  const marketplace = parts.use(await startStaticMarketplace(options.collections));
  const { channels, channelsEach = CHANNELS_OF_A_SERVER, followed = options.collections } = options;
  await subscribe(databaseUrl, { channels, channelsEach }, (channel) => {
    const collection = marketplace.collections[channel % followed];
    if (collection === undefined) throw new Error('There is no collection to follow.');
    return collection;
  });

  const guilds = Math.ceil(channels / channelsEach);
  const discord = parts.use(
    startChild(new URL('stand-ins/discord.ts', import.meta.url), [String(guilds), String(channelsEach)]),
  );
  const listening = await discord.answer();
  if (!isType<Listening>(listening, 'listening'))
    throw new Error('The stand-in for Discord does not listen.');
  const listeners = new Set<(arrival: Arrival) => void>();
  discord.process.on('message', (message) => {
    if (isType<Arrival>(message, 'arrival')) for (const listener of listeners) listener(message);
  });
  const bot = parts.use(
    startChild(new URL('bot.ts', import.meta.url), [], {
      nodeOptions: options.nodeOptions ?? [],
      env: {
        PATH: process.env['PATH'] ?? '',
        DISCORD_TOKEN: 'MTA5MDAwMDAwMDAwMDAwMDAwMQ.GAVEL0.bench-bench-bench-bench-bench-benchmark',
        DISCORD_API_URL: listening.url,
        MARKETPLACE_URL: marketplace.url,
        DATABASE_URL: databaseUrl,
        POLL_SCHEDULE: options.pollSchedule ?? NEVER,
        LOG_LEVEL: 'error',
        MARKETPLACE_NAME: 'Test Market',
        MARKETPLACE_ITEM_URL: PAGE_TEMPLATES.item,
        MARKETPLACE_COLLECTION_URL: PAGE_TEMPLATES.collection,
        MARKETPLACE_PROFILE_URL: PAGE_TEMPLATES.profile,
        EXPLORER_TX_URL: PAGE_TEMPLATES.transaction,
        CURRENCY_SYMBOL: 'S',
      },
    }),
  );
  await bot.answer();
  const poll = async () => {
    bot.send({ type: 'poll' });
    await bot.answer();
  };
  await poll();
  parts.defer(async () => {
    bot.send({ type: 'stop' });
    await bot.ended;
  });
  const owned = parts.move();
  return {
    marketplace,
    discordApiUrl: listening.url,
    poll,
    onArrival(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
