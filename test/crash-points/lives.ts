import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../../sandbox/marketplace/random/random.ts';
import { type BotChild, startBotChild } from '../support/bot-child.ts';
import type { KillPoint } from './points.ts';
import type { CrashWorld } from './world.ts';

const BOT = new URL('./bot-with-kill-points.ts', import.meta.url);
const KILLED = 'killed ';
export const AT_RANDOM = 'at random';

/** A bot that has not come to its point by then is killed where it is. */
const PATIENCE_MS = 12_000;
/** From its start to a death at random: before it is online, or in the middle of its work. */
const LIVES_MS = { from: 200, to: 5_000 };
/** A point in the bot is the first, the second or the third time that it comes there. */
const MOST_TIMES = 3;

/** A bot that ended by itself, which it must never do. */
class UnexpectedEnd extends Error {
  override readonly name = 'UnexpectedEnd';
}

/** What a life is to end with. */
export interface Fate {
  /** The one it waits for; `null` for a death at random. */
  readonly planned: KillPoint | null;
  /** Those that may come before. */
  readonly rare: readonly KillPoint[];
}

/** Starts the bot, without any kill points unless `fates` has some. */
export function startBot(world: CrashWorld, crashAt = ''): BotChild {
  return startBotChild({ ...world.environment, ...(crashAt === '' ? {} : { CRASH_AT: crashAt }) }, BOT);
}

/** One life of the bot. Resolves to the name of the point at which it was killed, and what it said. */
export async function live(
  world: CrashWorld,
  { planned, rare }: Fate,
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
    point.inBot === null ? [] : `${point.inBot}:${point.often ? random.between(1, MOST_TIMES) : 1}`,
  );
  const bot = startBot(world, crashAt.join(';'));
  const disarm = points.map((point) => point.arrange(world, () => kill(point.name)));
  const ms = planned === null ? random.between(LIVES_MS.from, LIVES_MS.to) : PATIENCE_MS;
  const late = delay(ms, undefined, { signal: end.signal }).then(
    () => kill(AT_RANDOM),
    () => undefined,
  );
  const exit = await bot.exit;
  end.abort();
  await late;
  for (const disarmed of disarm) disarmed();
  if (exit.signal !== 'SIGKILL') {
    const last = bot.log.lines.slice(-20).map(({ msg }) => msg);
    throw new UnexpectedEnd(`The bot ended by itself (status ${exit.code}): ${last.join(' | ')}`);
  }
  const said = bot.log.having(KILLED)[0]?.msg.slice(KILLED.length);
  const itself = points.find(({ inBot }) => inBot !== null && inBot === said);
  return { killedAt: itself?.name ?? killedAt ?? AT_RANDOM, bot };
}
