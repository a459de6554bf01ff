import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startLocalDiscord } from '../discord/local-discord.ts';
import { type EmbeddedMarketplace, startMarketplace } from '../marketplace/marketplace.ts';
import { createControlPanel } from '../web/control/panel.ts';
import { servePage } from '../web/server.ts';
import { createBooks } from './books.ts';
import { botEnvironment } from './bot-environment.ts';
import { type BotProcess, startBot } from './bot-process.ts';
import { createNarrator, narrate } from './narrator.ts';
import { createOpening } from './opening.ts';
import type { DemoOptions } from './options.ts';
import { recordRequests } from './record-requests.ts';
import { createScene, subscribe } from './scene.ts';
import { DEMO_SERVERS } from './servers.ts';
import { type Summary, summarise } from './summary.ts';

const USUAL_PORT = 4700;
/** More than by itself, so that every minute one ends. */
const AUCTIONS_PER_MINUTE = 5;
/** Sooner than by itself, so that one who watches sees it. In the marketplace's own time. */
const SETTLE_AFTER_MS = 15_000;
/** What the bot gets at the end to post what is still due. */
const DRAIN_MS = 60_000;
const PROGRESS_EVERY_MS = 5_000;
const START_WITHIN_MS = 30_000;
const LOOK_EVERY_MS = 250;
/** The longest that a timer takes. */
const LONGEST_MS = 2 ** 31 - 1;
/** What comes last in a recording is looked at within this time. */
const SETTLED_AFTER_MS = 5_000;

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

/**
 * Plays the demo: an embedded marketplace, a local Discord with two servers, the bot between them as a process of its
 * own, and the page that shows it all. Resolves after `--for` seconds and the drain, or when `stop` aborts.
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
      auctionsPerMinute: AUCTIONS_PER_MINUTE,
      settleAfterMs: SETTLE_AFTER_MS,
      startPaused: true,
    }),
  );
  const discord = parts.use(await startLocalDiscord());
  if (options.record !== null) parts.use(recordRequests(discord, options.record));
  const scene = createScene(discord, marketplace, DEMO_SERVERS);
  const books = createBooks(discord, marketplace, scene, Date.now);
  const channelNames = new Map(scene.channels.map(({ id, name }) => [id, name]));
  parts.defer(narrate(narrator, { marketplace, discord, channelNames }));

  const currency = options.replay.length > 0 ? 'ETH' : 'S';
  const bot: BotProcess = parts.use(
    startBot({
      environment: botEnvironment(discord, marketplace, scene, folder, currency),
      onLog: (line) => narrator.bot(line),
      onRestart: (how, pid) => narrator.say('demo', `the bot died (${how}); started again as process ${pid}`),
    }),
  );
  narrator.say(
    'demo',
    `marketplace at ${marketplace.url}, Discord at ${discord.url}, bot is process ${bot.pid()}`,
  );

  async function openPage(): Promise<void> {
    const panel = parts.use(
      createControlPanel({
        discord,
        marketplace,
        books,
        bot,
        botId: scene.botId,
        channelIds: scene.followings.map(({ channelId }) => channelId),
      }),
    );
    const opening = parts.use(createOpening(marketplace));
    const page = parts.use(
      await servePage({
        port: options.port ?? USUAL_PORT,
        orAnyPort: options.port === null,
        discord,
        marketplaceUrl: marketplace.url,
        people: scene.people,
        panel,
        onVisit: () => opening.begin(),
      }),
    );
    narrator.say('demo', `Open ${page.url} – Ctrl+C ends it`);
  }

  async function playedFor(signal: AbortSignal): Promise<void> {
    const ms = options.forSeconds === null ? LONGEST_MS : options.forSeconds * 1_000;
    await delay(ms, undefined, { signal }).catch(() => undefined);
  }

  /** Where nobody watches, a recording that has come to its end ends the demo. */
  async function playedOut(signal: AbortSignal): Promise<void> {
    if (!options.headless || options.replay.length === 0) return playedFor(signal);
    while (!signal.aborted && !marketplace.isOver())
      await delay(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
    return delay(SETTLED_AFTER_MS, undefined, { signal }).catch(() => undefined);
  }

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

    books.begin();

    const length = options.forSeconds === null ? '' : ` for ${options.forSeconds} s`;
    narrator.say('demo', `the market opens${length}${options.headless ? '; Ctrl+C ends it' : ''}`);
    marketplace.clock.resume();
    if (!options.headless) await openPage();
    const opened = Date.now();
    const tellProgress = () => {
      const { salesListed, alertsDue, alertsPosted, twice, auctions } = books.audit();
      const seconds = Math.round((Date.now() - opened) / 1_000);
      const played = options.forSeconds === null ? `${seconds} s` : `${seconds} of ${options.forSeconds} s`;
      narrator.say(
        'demo',
        `${played}: ${salesListed} sales, ${auctions.ended} auctions over, ${alertsDue} alerts due, ${alertsPosted} posted, ${twice} twice`,
      );
    };
    const progress = setInterval(tellProgress, PROGRESS_EVERY_MS);
    try {
      const over = new AbortController();
      const signal = AbortSignal.any([stop, over.signal]);
      await Promise.race([playedFor(signal), playedOut(signal)]);
      over.abort();
      books.end();
      marketplace.clock.pause();
      narrator.say('demo', 'the market closes; the bot posts what is still due');
      await until(() => books.audit().lost === 0, DRAIN_MS, 'drained').catch(() => undefined);
      for (const error of books.audit().wrong) narrator.say('demo', `wrong: ${error}`);
    } finally {
      clearInterval(progress);
    }
  }

  await Promise.race([play(), bot.gaveUp]);
  await bot[Symbol.asyncDispose]();
  return summarise(books, marketplace, discord);
}
