import { processTime } from '../harness/process-time.ts';
import type { ClusterBot, ClusterWorld } from './world.ts';

/** What people ask, in turn: an answer without the database, one with a few reads, and one of a server's rules. */
const COMMANDS = ['help', 'status', 'alerts list'];
/** Commands that are waiting for an answer at any time. */
const AT_ONCE = 48;

/** What one measurement of commands found. */
export interface Answered {
  readonly perSecond: number;
  /** Of all bots together, for one command, ms. */
  readonly processorMs: number;
  readonly missed: number;
}

/** Lets people run commands in all servers for so long, as fast as they are answered. */
export async function runCommands(
  { discord, servers, userIds }: ClusterWorld,
  bots: readonly ClusterBot[],
  ms: number,
): Promise<Answered> {
  const used = async () =>
    (await Promise.all(bots.map(({ pid }) => processTime(pid)))).reduce((a, b) => a + b);
  let asked = 0;
  let answered = 0;
  let missed = 0;
  async function ask(): Promise<void> {
    const number = asked;
    asked += 1;
    // People and servers in turn: the bot limits each person to two a second and each server to ten (`discord/flood/flood-limits.ts`).
    const { channelId } = servers[number % servers.length] ?? { channelId: '' };
    const userId = userIds[number % userIds.length] ?? '';
    const { outcome } = await discord.person({ userId, channelId }).command(COMMANDS[number % 3] ?? 'help');
    if (outcome === 'did-not-respond') missed += 1;
    else answered += 1;
  }
  const before = await used();
  const began = performance.now();
  const end = began + ms;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (performance.now() < end) await ask();
    }),
  );
  const seconds = (performance.now() - began) / 1_000;
  const processorMs = (((await used()) - before) * 1_000) / Math.max(1, answered);
  return { perSecond: answered / seconds, processorMs, missed };
}
