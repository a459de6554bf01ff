import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Bench, BenchContext } from '../harness/bench.ts';
import { startBot } from '../harness/bot-process.ts';
import { startChild } from '../harness/child.ts';
import { residentSet } from '../harness/resident-set.ts';
import { CHANNELS, ROLES } from './servers.ts';

const SIZES = [1, 1_000, 10_000];
const QUICK_SIZES = [1, 100];
/** MiB by number of servers. */
const GOALS: Readonly<Record<number, number>> = { 1: 140, 10_000: 250 };
/** MiB at any time, so that a container of 512 MB survives a start. */
const PEAK_GOALS: Readonly<Record<number, number>> = { 10_000: 350 };
/** Memory is measured once it has not decreased for this time, because memory of the start is returned later (`return-memory.ts`), ms. */
const SETTLED_MS = 20_000;
const SETTLED_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 500;

const PROGRAMS = {
  gavel: new URL('../../src/main.mjs', import.meta.url),
  'discord.js by itself': new URL('./plain-client.ts', import.meta.url),
} as const;

async function settled(
  pid: number,
  settledMs: number,
): Promise<{ readonly now: number; readonly peak: number }> {
  let lowest = await residentSet(pid);
  let sinceMs = 0;
  for (let waitedMs = 0; waitedMs < SETTLED_WITHIN_MS && sinceMs < settledMs; waitedMs += LOOK_EVERY_MS) {
    await delay(LOOK_EVERY_MS);
    const now = await residentSet(pid);
    sinceMs = now.now < lowest.now - 1 ? 0 : sinceMs + LOOK_EVERY_MS;
    lowest = { now: Math.min(lowest.now, now.now), peak: now.peak };
  }
  return lowest;
}

async function measure(
  who: keyof typeof PROGRAMS,
  servers: number,
  { record, progress, quick }: BenchContext,
): Promise<void> {
  await using world = startChild(new URL('./world.ts', import.meta.url), [String(servers)]);
  const listening = await world.answer();
  if (typeof listening !== 'object' || listening === null || !('url' in listening))
    throw new Error('No address.');
  const url = String(listening.url);
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'gavel-memory-'));
  await using bot = await startBot({
    program: PROGRAMS[who],
    ...(who === 'gavel' ? {} : { nodeOptions: [] }),
    environment: {
      DISCORD_TOKEN: 'a.b.c',
      DISCORD_API_URL: `${url}/api`,
      MARKETPLACE_URL: url,
      DATABASE_URL: `sqlite:${path.join(folder.path, 'gavel.db')}`,
    },
  });
  if (bot.ready['servers'] !== servers) throw new Error(`It is in ${String(bot.ready['servers'])} servers.`);
  progress(`${who}, ${servers} servers: ready after ${(bot.readyAfterMs / 1_000).toFixed(1)} s`);
  const { now, peak } = await settled(bot.pid, quick ? 2_000 : SETTLED_MS);
  const parameters = { who, servers, channels: CHANNELS, roles: ROLES };
  const goalOf = (goals: Readonly<Record<number, number>>) => {
    const atMost = who === 'gavel' ? goals[servers] : undefined;
    return atMost === undefined ? {} : { goal: { atMost } };
  };
  record({ name: 'resident set', value: now, unit: 'MiB', parameters, ...goalOf(GOALS) });
  record({
    name: 'resident set at its largest',
    value: peak,
    unit: 'MiB',
    parameters,
    ...goalOf(PEAK_GOALS),
  });
  record({ name: 'start to ready', value: bot.readyAfterMs, unit: 'ms', parameters });
  progress(`${who}, ${servers} servers: ${now.toFixed(0)} MiB, at most ${peak.toFixed(0)}`);
}

export const memory: Bench = {
  name: 'memory',
  describe: `Memory of the bot in many servers of ${CHANNELS} channels and ${ROLES} roles.`,
  async run(context) {
    for (const servers of context.quick ? QUICK_SIZES : SIZES) {
      for (let repeat = 0; repeat < context.repeats; repeat += 1) await measure('gavel', servers, context);
      // Once only: it takes minutes and gigabytes, and hardly varies.
      await measure('discord.js by itself', servers, context);
    }
  },
};
