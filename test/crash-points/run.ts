import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { createRandom } from '../../sandbox/marketplace/random/random.ts';
import { startBotChild } from '../support/bot-child.ts';
import { type BotLog, WARN } from '../support/bot-log.ts';
import { simulateMarket } from '../support/busy-market.ts';
import { type Count, count, notSent } from '../support/ledger-count/count.ts';
import { killInBusyChannels } from './busy-channel.ts';
import { injectFaults } from './faults.ts';
import { createFeedPolls } from './feed-polls.ts';
import { keepRun } from './keep.ts';
import { backupsOf } from './kill-in-backup.ts';
import { planLives } from './life-plans.ts';
import { AT_RANDOM, runLife, startBot } from './lives.ts';
import { describeLosses } from './losses.ts';
import { loseResponses } from './lost-responses.ts';
import type { CrashOptions } from './options.ts';
import { firstPoints, pointsOf } from './points.ts';
import { type CrashWorld, startCrashWorld } from './world.ts';

/** The result of the run. */
interface CrashResult extends Count {
  /** The number of kills at each point, including 0. */
  readonly killsAt: ReadonlyMap<string, number>;
  readonly seconds: number;
  readonly drainedAfterS: number;
  /** The number of log lines of level warn or higher, by message. */
  readonly warnings: ReadonlyMap<string, number>;
  readonly backups: number;
}

/**
 * The end waits as long as less and less is missing, and so long after that: a message that Discord fails at is found in a
 * summary by halves, one after the other, and costs its channel up to five minutes.
 */
const STUCK_AFTER_MS = 10 * 60_000;
const POLL_INTERVAL_MS = 3_000;
const POLLS_UNTIL_MORE = 12;
/** Duplicates would appear within this time after everything was posted. */
const SETTLE_MS = 10_000;

/**
 * If no process finished a poll for so long, the next one is left alone until it has: the feed goes on meanwhile, and what it no
 * longer shows would count as lost.
 */
const UNPOLLED_MS = 60_000;

/** The last run before the final one, with so many alerts that requests wait for their permits. */
const LOAD_MS = 45_000;

/** Checks that every finished backup is valid. @throws Error for one that is not */
function checkBackups(world: CrashWorld): number {
  const folder = backupsOf(world);
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.db')) : [];
  for (const file of files) {
    const db = new Database(path.join(folder, file), { readonly: true });
    const found = db.pragma('integrity_check', { simple: true });
    db.close();
    if (found !== 'ok') throw new Error(`The backup ${file} is damaged: ${String(found)}`);
  }
  return files.length;
}

const missing = (counted: Count): number => counted.lost + counted.notSent + counted.wrong.length;

/** The count of all alerts, with recaps, floors, direct messages, greetings, and those that some rules leave out. */
async function countAll(world: CrashWorld): Promise<Count> {
  const [counted, made, told] = [await count(world), world.made.count(), world.watchers.count()];
  const [greeted, leftOut] = [world.invitations.count(), await world.leftOut.count()];
  const others = [made, told, greeted, leftOut];
  const expected = others.reduce((sum, one) => sum + one.expected, 0);
  const lost = others.reduce((sum, one) => sum + one.lost, 0);
  return {
    ...counted,
    alertsExpected: counted.alertsExpected + expected,
    alertsPosted: counted.alertsPosted + expected - lost,
    lost: counted.lost + lost,
    twice: counted.twice + others.reduce((sum, one) => sum + one.twice, 0),
    outOfOrder: counted.outOfOrder + told.outOfOrder,
    where: [...counted.where, ...others.flatMap(({ where }) => where)],
  };
}

/** Kills the bot repeatedly while the market is busy, lets it finish, and counts. @param print prints a line */
export async function runCrashes(
  { kills, seed, database, keep }: CrashOptions,
  print: (line: string) => void,
): Promise<CrashResult> {
  const randomOf = (what: string) => createRandom(`crash:${seed}:${what}`);
  await using world = await startCrashWorld({ seed, database });
  const beganAt = Date.now();
  const secondsSince = (at: number) => Math.round((Date.now() - at) / 1_000);
  // A first start without settings exits at once, and fills the compile cache for all later starts.
  const { NODE_COMPILE_CACHE = '' } = world.environment;
  await startBotChild({ NODE_COMPILE_CACHE }).exit;

  const [first, points] = [firstPoints(database), pointsOf(database)];
  const killsAt = new Map([...first, ...points].map(({ name }) => [name, 0]));
  const warnings = new Map<string, number>();
  const kept = keepRun(world, keep ?? path.join(world.folder, 'kept'));
  let lives = 0;
  function readLog({ lines }: BotLog): void {
    kept.log(lives, lines);
    lives += 1;
    for (const { level, msg } of lines) {
      if (level >= WARN) warnings.set(msg, (warnings.get(msg) ?? 0) + 1);
    }
  }

  const feedPolls = createFeedPolls(world.marketplace, Date.now);
  /** Starts a process and kills it once it has finished a poll. */
  async function lifeOfOnePoll(): Promise<void> {
    print(`${secondsSince(beganAt)} s: no poll for ${Math.round(feedPolls.sinceFinishedMs / 1_000)} s`);
    await using bot = startBot(world);
    feedPolls.restarted();
    await feedPolls.finished();
    bot.kill('SIGKILL');
    await bot.exit;
    world.check.stopped();
    readLog(bot.log);
  }

  const random = randomOf('fates');
  const reached = (name: string) => killsAt.get(name) ?? 0;
  const plans = planLives(kills, { first, points, random, reached });
  let killed = 0;

  /** Runs the next planned life; resolves to `false` when there is none. */
  async function nextLife(): Promise<boolean> {
    const { value: plan, done } = plans.next();
    if (done === true) return false;
    feedPolls.restarted();
    const { killedAt, bot } = await runLife(world, plan, random);
    world.check.stopped();
    readLog(bot.log);
    killed += 1;
    killsAt.set(killedAt, reached(killedAt) + 1);
    const missed = plan.planned !== null && killedAt === AT_RANDOM;
    const instead = missed ? ` (not reached: ${plan.planned.name})` : '';
    const messages = world.scenario.channels.reduce(
      (sum, { id }) => sum + world.discord.messages(id).length,
      0,
    );
    print(
      `${secondsSince(beganAt)} s: kill ${killed} of ${kills} ${killedAt}${instead}; ${messages} messages`,
    );
    return true;
  }

  /** Kills during migrations, before anything is set up. */
  while (killed < Math.min(first.length, kills)) await nextLife();

  const setter = startBot(world);
  try {
    await setter.log.until('ready');
    await setter.log.until('first poll of the feed done');
    await setter.log.until('first poll of the auctions done');
    await world.setUp();
  } finally {
    setter.kill('SIGKILL');
  }
  await setter.exit;
  readLog(setter.log);
  world.check.begin();
  world.marketplace.clock.resume();
  const closing = new AbortController();
  const market = Promise.all([
    simulateMarket(world.marketplace, randomOf('market'), closing.signal),
    world.watchers.live(closing.signal),
    world.leftOut.live(closing.signal),
  ]);
  // What failed is thrown below, after the bot that runs meanwhile was killed.
  market.catch(() => undefined);
  const stopFaults = injectFaults(world);
  world.poison.arm();
  world.poison.add();

  await using pressed = new AsyncDisposableStack();

  /** A run without a kill point, under load. */
  async function lifeUnderLoad() {
    const bot = pressed.use(startBot(world));
    await bot.log.until('ready');
    await loseResponses(world);
    print(`${secondsSince(beganAt)} s: sales in all channels of the load server`);
    await world.loadServer.sustain(LOAD_MS);
    world.poison.add();
    return bot;
  }

  let survivor: Awaited<ReturnType<typeof lifeUnderLoad>>;
  try {
    do {
      await world.made.proceed(killed / kills);
      await world.watchers.proceed(killed / kills);
      world.invitations.proceed();
      world.leftOut.proceed(killed / kills);
      if (feedPolls.sinceFinishedMs > UNPOLLED_MS) await lifeOfOnePoll();
    } while (await nextLife());
    survivor = await lifeUnderLoad();
  } finally {
    closing.abort();
    stopFaults();
  }
  await market;
  world.check.end();
  world.marketplace.clock.pause();
  await killInBusyChannels(world, survivor);
  world.check.stopped();
  readLog(survivor.log);
  print(`${secondsSince(beganAt)} s: killed in a busy chat`);

  const closedAt = Date.now();
  await using last = startBot(world);
  await last.log.until('ready');
  await world.releaseHeldBack();
  let least = Number.POSITIVE_INFINITY;
  let progressedAt = Date.now();
  let quietPolls = 0;
  for (;;) {
    const left = await notSent(world);
    // The count reads all that was ever posted and holds up the local Discord in this process, so it waits for an empty outbox.
    const counted = left > 0 ? null : await countAll(world);
    if (counted !== null && missing(counted) === 0) break;
    quietPolls += 1;
    if (left > 0 && left < least) {
      least = left;
      progressedAt = Date.now();
      quietPolls = 0;
    }
    if (Date.now() > progressedAt + STUCK_AFTER_MS) break;
    // Without posts elsewhere the bot cannot distinguish a message that Discord fails at from an outage.
    if (quietPolls > 0 && quietPolls % POLLS_UNTIL_MORE === 0) world.loadServer.causeOffer();
    const [first = ''] = counted === null ? [] : [...counted.wrong, ...counted.where];
    print(
      `draining: ${left} deliveries wait${counted === null ? '' : `, ${missing(counted)} missing: ${first}`}`,
    );
    await delay(POLL_INTERVAL_MS);
  }
  const drainedAfterS = secondsSince(closedAt);
  await delay(SETTLE_MS);
  last.kill('SIGTERM');
  const { code } = await last.exit;
  if (code !== 0) throw new Error(`The last bot did not stop in good order (status ${code}).`);
  readLog(last.log);
  if (keep !== null) await kept.write();
  const counted = await countAll(world);
  const losses = counted.lost === 0 ? [] : await describeLosses(world, kept, world.check.result().missing);
  return {
    ...counted,
    where: [...counted.where, ...losses],
    killsAt,
    seconds: secondsSince(beganAt),
    drainedAfterS,
    warnings,
    backups: checkBackups(world),
  };
}
