import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { createRandom } from '../../sandbox/marketplace/random/random.ts';
import { migrations } from '../../src/store/sqlite/migrations/index.ts';
import { startBotChild } from '../support/bot-child.ts';
import { type BotLog, WARN } from '../support/bot-log.ts';
import { killInBusyChats } from './busy-chat.ts';
import { type Count, count } from './count.ts';
import { dealFates } from './fates.ts';
import { backupsOf } from './kill-in-backup.ts';
import { AT_RANDOM, live, startBot } from './lives.ts';
import { loseAnswers } from './lost-answers.ts';
import { holdMarketDay } from './market-day.ts';
import type { CrashOptions } from './options.ts';
import { migrationPoints, POINTS } from './points.ts';
import { makeTroubles } from './troubles.ts';
import { type CrashWorld, startCrashWorld } from './world.ts';

/** How it went. */
interface CrashResult extends Count {
  /** How often the bot was killed at each point, those that were never reached too. */
  readonly killsAt: ReadonlyMap<string, number>;
  readonly seconds: number;
  readonly drainedAfterS: number;
  /** Lines of the bot's log that warn or worse, by what they say. */
  readonly warnings: ReadonlyMap<string, number>;
  readonly backups: number;
}

/**
 * What the bot gets at the end to tell what is still due: the fate of some messages is open for a minute, and one that Discord
 * fails at is found in a summary by halves, one after the other, and costs its channel up to five minutes.
 */
const DRAIN_MS = 20 * 60_000;
const LOOK_EVERY_MS = 3_000;
const LOOKS_UNTIL_MORE = 12;
/** What would be told twice comes within this time after everything was told. */
const CALM_MS = 10_000;

/** At the end the bot lives for a while, at last under so much to tell that requests wait for their permits. */
const PRESSED_MS = 45_000;

/** Every backup that has its name is whole. @throws Error for one that is not */
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

/** Kills the bot again and again while the market is busy, lets it finish, and counts. @param tell takes a line */
export async function runCrashes(
  { kills, seed }: CrashOptions,
  tell: (line: string) => void,
): Promise<CrashResult> {
  const randomOf = (what: string) => createRandom(`crash:${seed}:${what}`);
  await using world = await startCrashWorld(seed);
  const beganAt = Date.now();
  const secondsSince = (at: number) => Math.round((Date.now() - at) / 1_000);
  // A first start without settings ends at once, and leaves the compiled program behind for all that follow.
  const { NODE_COMPILE_CACHE = '' } = world.environment;
  await startBotChild({ NODE_COMPILE_CACHE }).exit;

  const first = migrationPoints(migrations.length);
  const killsAt = new Map([...first, ...POINTS].map(({ name }) => [name, 0]));
  const warnings = new Map<string, number>();
  function hear({ lines }: BotLog): void {
    for (const { level, msg } of lines) {
      if (level >= WARN) warnings.set(msg, (warnings.get(msg) ?? 0) + 1);
    }
  }

  const random = randomOf('fates');
  const reached = (name: string) => killsAt.get(name) ?? 0;
  const fates = dealFates(kills, { first, points: POINTS, random, reached });
  let killed = 0;

  /** Resolves to whether there was one more life. */
  async function nextLife(): Promise<boolean> {
    const { value: fate, done } = fates.next();
    if (done === true) return false;
    const { killedAt, bot } = await live(world, fate, random);
    hear(bot.log);
    killed += 1;
    killsAt.set(killedAt, reached(killedAt) + 1);
    const missed = fate.planned !== null && killedAt === AT_RANDOM;
    const instead = missed ? ` (not reached: ${fate.planned.name})` : '';
    const messages = world.scene.channels.reduce((sum, { id }) => sum + world.discord.messages(id).length, 0);
    tell(
      `${secondsSince(beganAt)} s: kill ${killed} of ${kills} ${killedAt}${instead}; ${messages} messages`,
    );
    return true;
  }

  /** The migrations come before anything can be set up. */
  while (killed < Math.min(first.length, kills)) await nextLife();

  const setter = startBot(world);
  try {
    await setter.log.until('ready');
    await setter.log.until('first look at the feed taken');
    await setter.log.until('first look at the auctions taken');
    await world.setUp();
  } finally {
    setter.kill('SIGKILL');
  }
  await setter.exit;
  hear(setter.log);
  world.check.begin();
  world.marketplace.clock.resume();
  const closing = new AbortController();
  const market = holdMarketDay(world.marketplace, randomOf('market'), closing.signal);
  const endTroubles = makeTroubles(world);
  world.poison.arm();
  world.poison.add();

  await using pressed = new AsyncDisposableStack();

  /** One life without a kill point. */
  async function pressedLife() {
    const bot = pressed.use(startBot(world));
    await bot.log.until('ready');
    await loseAnswers(world);
    tell(`${secondsSince(beganAt)} s: the crowd wants to be told`);
    await world.crowd.press(PRESSED_MS);
    world.poison.add();
    return bot;
  }

  let survivor: Awaited<ReturnType<typeof pressedLife>>;
  try {
    while (await nextLife());
    survivor = await pressedLife();
  } finally {
    closing.abort();
    endTroubles();
  }
  await market;
  world.check.end();
  world.marketplace.clock.pause();
  await killInBusyChats(world, survivor);
  hear(survivor.log);
  tell(`${secondsSince(beganAt)} s: killed in a busy chat`);

  const closedAt = Date.now();
  await using last = startBot(world);
  await last.log.until('ready');
  await world.letGo();
  const isOpen = ({ lost, notSent, wrong }: Count) => lost + notSent + wrong.length > 0;
  for (let now = count(world), looks = 1; isOpen(now); now = count(world), looks += 1) {
    // While nothing is posted elsewhere, nobody can tell a message that Discord fails at from an outage.
    if (looks % LOOKS_UNTIL_MORE === 0) world.crowd.want();
    if (Date.now() > closedAt + DRAIN_MS) break;
    tell(`draining: ${now.alertsTold} of ${now.alertsDue} told`);
    await delay(LOOK_EVERY_MS);
  }
  const drainedAfterS = secondsSince(closedAt);
  await delay(CALM_MS);
  last.kill('SIGTERM');
  const { code } = await last.exit;
  if (code !== 0) throw new Error(`The last bot did not stop in good order (status ${code}).`);
  hear(last.log);
  return {
    ...count(world),
    killsAt,
    seconds: secondsSince(beganAt),
    drainedAfterS,
    warnings,
    backups: checkBackups(world),
  };
}
