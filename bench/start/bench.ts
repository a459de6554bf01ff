import { cp, mkdtempDisposable, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Bench, BenchContext } from '../harness/bench.ts';
import { startBot } from '../harness/bot-process.ts';
import { startChild } from '../harness/child.ts';
import { fillDatabase } from './fill.ts';

const GIGABYTE = 10 ** 9;
const QUICK_BYTES = 20_000_000;
const MIB = 2 ** 20;

interface Start {
  readonly database: string;
  readonly goalMs: number;
  readonly url: string;
}

async function start(
  { database, goalMs, url }: Start,
  file: string,
  { record }: BenchContext,
): Promise<number> {
  const { size } = await stat(file).catch(() => ({ size: 0 }));
  await using bot = await startBot({
    environment: {
      DISCORD_TOKEN: 'a.b.c',
      DISCORD_API_URL: `${url}/api`,
      MARKETPLACE_URL: url,
      DATABASE_URL: `sqlite:${file}`,
    },
  });
  record({
    name: 'process start to ready',
    value: bot.readyAfterMs,
    unit: 'ms',
    parameters: { database, MiB: Math.round(size / MIB) },
    goal: { atMost: goalMs },
  });
  return bot.readyAfterMs;
}

export const startUp: Bench = {
  name: 'start',
  describe:
    'From the start of the process until the bot is online with its commands: a small server, Discord at once.',
  async run(context) {
    const { repeats, quick, progress } = context;
    await using folder = await mkdtempDisposable(path.join(tmpdir(), 'gavel-start-'));
    await using world = startChild(new URL('../memory/world.ts', import.meta.url), ['1']);
    const listening = await world.answer();
    if (typeof listening !== 'object' || listening === null || !('url' in listening))
      throw new Error('No address.');
    const url = String(listening.url);
    const large = path.join(folder.path, 'large.db');
    await fillDatabase(large, quick ? QUICK_BYTES : GIGABYTE, progress);
    for (let repeat = 0; repeat < repeats; repeat += 1) {
      const empty = path.join(folder.path, `empty-${repeat}.db`);
      const first = await start({ database: 'empty', goalMs: 1_000, url }, empty, context);
      // A fresh copy for each start, because a start writes to it.
      await using again = await mkdtempDisposable(path.join(folder.path, 'again-'));
      const copy = path.join(again.path, 'gavel.db');
      await cp(large, copy);
      const second = await start({ database: 'months old', goalMs: 2_000, url }, copy, context);
      progress(`repeat ${repeat + 1}: empty ${first.toFixed(0)} ms, large ${second.toFixed(0)} ms`);
    }
  },
};
