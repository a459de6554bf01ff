import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type LocalDiscord, startLocalDiscord } from '../discord/local-discord.ts';
import { type EmbeddedMarketplace, startMarketplace } from '../marketplace/marketplace.ts';
import { type Audit, audit, percentile } from './audit.ts';
import { type BotProcess, startBot } from './bot-process.ts';
import { createNarrator, narrate } from './narrator.ts';
import type { DemoOptions } from './options.ts';
import { PAGES } from './pages.ts';
import { recordRequests } from './record-requests.ts';
import { createScene, type Scene, subscribe } from './scene.ts';

/** How a demo ended, counted from the local Discord's messages against the marketplace's ledger. */
export interface Summary {
  readonly salesListed: number;
  readonly alertsDue: number;
  readonly alertsPosted: number;
  readonly lost: number;
  readonly twice: number;
  readonly latencyMs: { readonly p50: number; readonly p99: number };
  readonly marketplaceRequests: number;
  readonly discordRequests: number;
  readonly discord429: number;
}

/** The bot looks often, so that there is something to see. */
const POLL_SCHEDULE = '*/2 * * * * *';
/** What the bot gets at the end to post what is still due. */
const DRAIN_MS = 60_000;
const PROGRESS_EVERY_MS = 5_000;
const START_WITHIN_MS = 30_000;

function environment(
  discord: LocalDiscord,
  marketplace: EmbeddedMarketplace,
  scene: Scene,
  folder: string,
  currency: string,
) {
  return {
    DISCORD_TOKEN: scene.token,
    DISCORD_API_URL: discord.apiUrl,
    MARKETPLACE_URL: marketplace.url,
    DATABASE_URL: `sqlite:${path.join(folder, 'gavel.db')}`,
    POLL_SCHEDULE,
    LOG_LEVEL: 'info',
    MARKETPLACE_NAME: 'Embedded Market',
    MARKETPLACE_ITEM_URL: PAGES.item,
    MARKETPLACE_COLLECTION_URL: PAGES.collection,
    MARKETPLACE_PROFILE_URL: PAGES.profile,
    MARKETPLACE_AUCTION_URL: PAGES.auction,
    EXPLORER_TX_URL: PAGES.transaction,
    CURRENCY_SYMBOL: currency,
  };
}

/** Waits until `reached` holds, looking every 50 ms. Rejects with `what` after `withinMs`. */
async function until(reached: () => boolean, withinMs: number, what: string): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!reached()) {
    if (Date.now() > deadline) throw new Error(what);
    await delay(50);
  }
}

/** The first look at the feed marks what is there as seen; the second begins when the first is written. */
function baselineTaken(marketplace: EmbeddedMarketplace): boolean {
  return (marketplace.requests.byPath.get('/api/activities') ?? 0) >= 2;
}

function summarise(books: Audit, marketplace: EmbeddedMarketplace, discord: LocalDiscord): Summary {
  const { requests, byStatus } = discord.counts();
  return {
    salesListed: books.salesListed,
    alertsDue: books.alertsDue,
    alertsPosted: books.alertsPosted,
    lost: books.lost,
    twice: books.twice,
    latencyMs: { p50: percentile(books.latenciesMs, 0.5), p99: percentile(books.latenciesMs, 0.99) },
    marketplaceRequests: marketplace.requests.total,
    discordRequests: requests,
    discord429: byStatus[429] ?? 0,
  };
}

/**
 * Plays the demo: an embedded marketplace, a local Discord with two servers, and the bot between them as a process of
 * its own. Resolves after `--for` seconds and the drain, or when `stop` aborts.
 *
 * @param write takes the lines that tell what is happening
 */
export async function runDemo(
  options: DemoOptions,
  write: (line: string) => void,
  stop: AbortSignal,
): Promise<Summary> {
  const narrator = createNarrator(write);
  const folder = await mkdtemp(path.join(tmpdir(), 'gavel-demo-'));
  await using parts = new AsyncDisposableStack();
  parts.defer(() => rm(folder, { recursive: true, force: true }));

  narrator.say('demo', 'starting the marketplace and the local Discord');
  const marketplace = parts.use(
    await startMarketplace({
      seed: options.seed,
      speed: options.speed,
      replay: options.replay,
      startPaused: true,
    }),
  );
  const discord = parts.use(await startLocalDiscord({ port: options.port }));
  if (options.record !== null) parts.use(recordRequests(discord, options.record));
  const scene = createScene(discord, marketplace);
  const channelNames = new Map(
    scene.followings.map(({ channelId, channelName }) => [channelId, channelName]),
  );
  parts.defer(narrate(narrator, { marketplace, discord, channelNames }));

  const bot: BotProcess = parts.use(
    startBot({
      environment: environment(discord, marketplace, scene, folder, options.replay.length > 0 ? 'ETH' : 'S'),
      onLog: (line) => narrator.bot(line),
      onRestart: (how, pid) => narrator.say('demo', `the bot died (${how}); started again as process ${pid}`),
    }),
  );
  narrator.say(
    'demo',
    `marketplace at ${marketplace.url}, Discord at ${discord.url}, bot is process ${bot.pid()}`,
  );

  async function play(): Promise<void> {
    const online = () =>
      discord.commandNames(scene.applicationId).length > 0 && discord.gateway.connected() > 0;
    await until(
      () => online() && baselineTaken(marketplace),
      START_WITHIN_MS,
      'The bot did not come online in time.',
    );
    for (const reply of await subscribe(discord, scene))
      narrator.say('discord', `Gavel: ${reply.message?.content ?? reply.outcome}`);

    narrator.say(
      'demo',
      `the market opens${options.forSeconds === null ? '; stop with Ctrl+C' : ` for ${options.forSeconds} s`}`,
    );
    marketplace.clock.resume();
    const opened = Date.now();
    const balance = () => audit(marketplace.ledger.records(), scene.followings, (id) => discord.messages(id));
    const tellProgress = () => {
      const { salesListed, alertsDue, alertsPosted, twice } = balance();
      const seconds = Math.round((Date.now() - opened) / 1_000);
      const played = options.forSeconds === null ? `${seconds} s` : `${seconds} of ${options.forSeconds} s`;
      narrator.say(
        'demo',
        `${played}: ${salesListed} sales, ${alertsDue} alerts due, ${alertsPosted} posted, ${twice} twice`,
      );
    };
    const progress = setInterval(tellProgress, PROGRESS_EVERY_MS);
    try {
      await delay(options.forSeconds === null ? 2 ** 31 - 1 : options.forSeconds * 1_000, undefined, {
        signal: stop,
      }).catch(() => undefined);
      marketplace.clock.pause();
      narrator.say('demo', 'the market closes; the bot posts what is still due');
      await until(() => balance().lost === 0, DRAIN_MS, 'drained').catch(() => undefined);
    } finally {
      clearInterval(progress);
    }
  }

  await Promise.race([play(), bot.gaveUp]);
  await bot[Symbol.asyncDispose]();
  return summarise(
    audit(marketplace.ledger.records(), scene.followings, (id) => discord.messages(id)),
    marketplace,
    discord,
  );
}
