import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../../sandbox/marketplace/random/random.ts';
import { type BotChild, startBotChild } from '../support/bot-child.ts';
import type { KillPoint } from './points.ts';
import type { CrashWorld } from './world.ts';

const BOT = new URL('./bot-with-kill-points.ts', import.meta.url);
const KILLED = 'killed ';
export const AT_RANDOM = 'at random';

/** A bot that has not reached its kill point by then is killed. From when it has its roles. */
const TIMEOUT_MS = 12_000;
/** The same for a point that is aimed at. */
const AIMED_TIMEOUT_MS = 30_000;
/** The time to a kill at random, from when the bot has its roles: before it is online, or while it works. */
const LIFE_MS = { from: 200, to: 5_000 };
/** What the bot logs with each of its roles. */
const HAS_ROLE = 'role acquired';
/**
 * How long a bot takes at most on an idle machine until it has a role, beside waiting for those of the one before. On a busy machine all
 * times above are longer in proportion: a bot that is always killed before its first poll tests nothing.
 */
const START_MS = 1_500;
const MAX_SLOWNESS = 5;
/** The bot is killed the first, second or third time that it reaches a point. */
const MAX_OCCURRENCE = 3;

/** The bot exited without being killed. */
class UnexpectedEnd extends Error {
  override readonly name = 'UnexpectedEnd';
}

/** Where a run of the bot is to be killed. */
export interface LifePlan {
  /** The planned kill point; `null` for a random time. */
  readonly planned: KillPoint | null;
  /** Kill points that may be reached before. */
  readonly rare: readonly KillPoint[];
  /** The planned point was never reached so far, and is waited for longer. */
  readonly isAimed: boolean;
}

/** Starts the bot, without any kill points unless `plans` has some. */
export function startBot(world: CrashWorld, crashAt = ''): BotChild {
  return startBotChild({ ...world.environment, ...(crashAt === '' ? {} : { CRASH_AT: crashAt }) }, BOT);
}

/** One run of the bot. Resolves to the name of the point at which it was killed, and the process with its log. */
export async function runLife(
  world: CrashWorld,
  { planned, rare, isAimed }: LifePlan,
  random: Random,
): Promise<{ readonly killedAt: string; readonly bot: BotChild }> {
  const points = planned === null ? rare : [planned, ...rare];
  let killedAt: string | null = null;
  const end = new AbortController();
  const kill = (name: string): void => {
    if (killedAt !== null || end.signal.aborted) return;
    killedAt = name;
    bot.kill('SIGKILL');
  };
  const crashAt = points.flatMap((point) =>
    point.inBot === null ? [] : `${point.inBot}:${point.often ? random.between(1, MAX_OCCURRENCE) : 1}`,
  );
  const bot = startBot(world, crashAt.join(';'));
  const disarm = points.map((point) => point.arrange(world, () => kill(point.name)));
  const patienceMs = isAimed ? AIMED_TIMEOUT_MS : TIMEOUT_MS;
  const lifeMs = planned === null ? random.between(LIFE_MS.from, LIFE_MS.to) : patienceMs;
  async function killLate(): Promise<void> {
    const startedAt = Date.now();
    await Promise.race([bot.log.until(HAS_ROLE), bot.exit]);
    const slowness = (Date.now() - startedAt) / (START_MS + world.rolesFreeAfterMs);
    const ms = lifeMs * Math.min(MAX_SLOWNESS, Math.max(1, slowness));
    await delay(ms, undefined, { signal: end.signal });
  }
  // It fails where the bot has ended, or has no role after a long time.
  const late = killLate()
    .catch(() => undefined)
    .then(() => kill(AT_RANDOM));
  const exit = await bot.exit;
  end.abort();
  await late;
  for (const disarmed of disarm) disarmed();
  if (exit.signal !== 'SIGKILL') {
    const last = bot.log.lines.slice(-20).map(({ msg }) => msg);
    throw new UnexpectedEnd(`The bot ended by itself (status ${exit.code}): ${last.join(' | ')}`);
  }
  const said = bot.log.linesWith(KILLED)[0]?.msg.slice(KILLED.length);
  const itself = points.find(({ inBot }) => inBot !== null && inBot === said);
  return { killedAt: itself?.name ?? killedAt ?? AT_RANDOM, bot };
}
