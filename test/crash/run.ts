import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createBooks } from '../../sandbox/demo/books.ts';
import { botEnvironment } from '../../sandbox/demo/bot-environment.ts';
import { createScene, subscribe } from '../../sandbox/demo/scene.ts';
import { DEMO_SERVERS } from '../../sandbox/demo/servers.ts';
import { startLocalDiscord } from '../../sandbox/discord/local-discord.ts';
import { startMarketplace } from '../../sandbox/marketplace/marketplace.ts';
import { createRandom } from '../../sandbox/marketplace/random/random.ts';
import { type BotChild, startBotChild } from '../support/bot-child.ts';
import { KILL_POINT_VARIABLE } from './kill-points.ts';
import { type Death, planDeaths } from './plan.ts';

export interface CrashOptions {
  readonly kills: number;
  readonly seed: number;
}

/** How it went. */
export interface CrashResult {
  readonly kills: number;
  /** By the name of the point: how often it was reached, and how often a life ended otherwise. */
  readonly points: Readonly<Record<string, { readonly reached: number; readonly missed: number }>>;
  readonly alertsDue: number;
  readonly alertsPosted: number;
  readonly lost: number;
  readonly twice: number;
  readonly wrong: readonly string[];
  readonly minutes: number;
}

const SALES_PER_MINUTE = 90;
const AUCTIONS_PER_MINUTE = 8;
const SETTLE_AFTER_MS = 10_000;
/** Long enough to be killed in the middle of a request, short enough to let the load through between two deaths. */
const DISCORD_TAKES_MS = 60;
/** A point that is not reached in this time is not reached: the process is killed from outside. */
const LONGEST_LIFE_MS = 6_000;
/** Before every so-manieth death the bot may live in peace, so that nothing waits for hours. */
const PEACE_EVERY = 25;
const PEACE_MS = 4_000;
const DRAIN_MS = 4 * 60_000;
const CALM_MS = 15_000;
const POSTING = { method: 'POST', route: '/channels/:channelId/messages' };
const PRELOAD = new URL('./kill-points-preload.ts', import.meta.url);

/** Kills the bot again and again while the market is busy, lets the last one drain, and counts. */
export async function runCrashes(
  { kills, seed }: CrashOptions,
  tell: (line: string) => void,
): Promise<CrashResult> {
  const startedAt = Date.now();
  let aheadMs = 0;
  const now = () => Date.now() + aheadMs;
  await using parts = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), 'gavel-crash-'));
  parts.defer(() => rm(folder, { recursive: true, force: true }));
  const marketplace = parts.use(
    await startMarketplace({
      seed,
      salesPerMinute: SALES_PER_MINUTE,
      auctionsPerMinute: AUCTIONS_PER_MINUTE,
      settleAfterMs: SETTLE_AFTER_MS,
      startPaused: true,
      now,
    }),
  );
  const discord = parts.use(await startLocalDiscord({ now }));
  const scene = createScene(discord, marketplace, DEMO_SERVERS);
  const books = createBooks(discord, marketplace, scene, now);
  const environment = {
    ...botEnvironment(discord, marketplace, scene, folder, 'S'),
    POLL_SCHEDULE: '* * * * * *',
    NODE_OPTIONS: `--disable-warning=ExperimentalWarning --import=${PRELOAD.href}`,
  };
  const born = (point: string | null): BotChild =>
    startBotChild({
      ...environment,
      BOT_CLOCK_AHEAD_MS: String(aheadMs),
      ...(point === null ? {} : { [KILL_POINT_VARIABLE]: point }),
    });

  const first = born(null);
  await first.log.until('ready');
  await first.log.until('first look at the feed taken');
  await first.log.until('first look at the auctions taken');
  await subscribe(discord, scene);
  books.begin();
  marketplace.clock.resume();
  await delay(PEACE_MS);
  first.kill('SIGKILL');
  await first.exit;

  const points: Record<string, { reached: number; missed: number }> = {};
  discord.faults.add({ do: 'delay', afterMs: DISCORD_TAKES_MS }, POSTING);

  /** Resolves to whether the death came as it was planned. */
  async function live(death: Death): Promise<boolean> {
    const mend =
      death.trouble === null ? () => undefined : discord.faults.add(death.trouble, { ...POSTING, times: 1 });
    const bot = born(death.point);
    const end = bot.exit.then(() => true);
    if (death.outside === null) {
      const reached = await Promise.race([end, delay(LONGEST_LIFE_MS, false)]);
      bot.kill('SIGKILL');
      await bot.exit;
      mend();
      return reached;
    }
    if (death.outside === 'moment') {
      await Promise.race([end, delay(death.afterMs)]);
      bot.kill('SIGKILL');
      await bot.exit;
      return true;
    }
    const accepted = Promise.withResolvers<boolean>();
    const remove = discord.faults.add(
      death.outside === 'lost' ? { do: 'process-then-reset' } : { do: 'process-then-hang' },
      { ...POSTING, times: 1 },
    );
    const stopListening = discord.onMessage(() => accepted.resolve(true));
    const reached = await Promise.race([accepted.promise, end, delay(LONGEST_LIFE_MS, false)]);
    bot.kill('SIGKILL');
    await bot.exit;
    remove();
    stopListening();
    return reached;
  }

  const deaths = planDeaths(kills, createRandom(`crash:${seed}`));
  for (const [index, death] of deaths.entries()) {
    const came = await live(death);
    const count = (points[death.name] ??= { reached: 0, missed: 0 });
    count[came ? 'reached' : 'missed'] += 1;
    if (death.laterMs > 0) {
      marketplace.clock.pause();
      aheadMs += death.laterMs;
      marketplace.clock.resume();
    }
    if (index % PEACE_EVERY === PEACE_EVERY - 1) {
      const bot = born(null);
      await bot.log.until('ready');
      await delay(PEACE_MS);
      bot.kill('SIGKILL');
      await bot.exit;
      const { alertsDue, alertsPosted, lost, twice } = books.audit();
      tell(
        `${index + 1} of ${kills} killed: ${alertsPosted} of ${alertsDue} posted, ${lost} on their way, ${twice} twice`,
      );
    }
  }

  discord.faults.clear();
  marketplace.clock.pause();
  books.end();
  const last = parts.use(born(null));
  await last.log.until('ready');
  const drainUntil = Date.now() + DRAIN_MS;
  while (books.audit().lost > 0 && Date.now() < drainUntil) await delay(1_000);
  await delay(CALM_MS);
  const { alertsDue, alertsPosted, lost, twice, wrong } = books.audit();
  const minutes = Math.round((Date.now() - startedAt) / 6_000) / 10;
  return { kills, points, alertsDue, alertsPosted, lost, twice, wrong, minutes };
}
