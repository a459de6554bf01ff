import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startOwnDatabase } from '../../sandbox/postgres/own-database.ts';
import type { Bench, BenchContext } from '../harness/bench.ts';
import { runCommands } from './interactions.ts';
import { sendFenced } from './messages.ts';
import { type ClusterBot, type ClusterWorld, startClusterWorld } from './world.ts';

const PROCESSES = 3;
/** So many that nobody asks more than the bot allows. */
const USERS = 400;
/** LEASE_SECONDS, by default. */
const LEASE_MS = 10_000;
const COMMANDS_MS = 8_000;
const QUICK_COMMANDS_MS = 5_000;
const WARM_UP_MS = 10_000;
const IDLE_MS = 40_000;
const QUICK_IDLE_MS = 20_000;
/** A bot that joined has reported the time of its first heartbeats. */
const SETTLED_MS = 50_000;
const MESSAGES = 1_000;

const roundsOf = async (bots: readonly ClusterBot[], ms: number): Promise<readonly number[]> => {
  const before = bots.map((bot) => bot.roundTrips());
  await delay(ms);
  return bots.map((bot, at) => ((bot.roundTrips() - (before[at] ?? 0)) * 1_000) / ms);
};

async function measureCommands(
  world: ClusterWorld,
  bots: readonly ClusterBot[],
  { repeats, quick, record, progress }: BenchContext,
): Promise<void> {
  const processes = bots.length;
  await runCommands(world, bots, WARM_UP_MS);
  for (let repeat = 1; repeat <= repeats; repeat += 1) {
    const { perSecond, processorMs, missed } = await runCommands(
      world,
      bots,
      quick ? QUICK_COMMANDS_MS : COMMANDS_MS,
    );
    const parameters = { processes };
    record({ name: 'interactions answered', value: perSecond, unit: '/s', parameters });
    record({ name: 'processor time of an interaction', value: processorMs, unit: 'ms', parameters });
    record({ name: 'without an answer within 3 s', value: missed, unit: '', parameters });
    progress(`${processes} processes: ${perSecond.toFixed(0)} commands/s, ${processorMs.toFixed(1)} ms each`);
  }
}

/** Every bot by itself: the one with all roles asks the most. */
async function measureIdle(
  bots: readonly ClusterBot[],
  { quick, record, progress }: BenchContext,
): Promise<void> {
  await delay(SETTLED_MS);
  const rates = await roundsOf(bots, quick ? QUICK_IDLE_MS : IDLE_MS);
  for (const [at, value] of rates.entries()) {
    const parameters = { process: at === 0 ? 'with all roles' : 'with shards only', of: bots.length };
    record({ name: 'queries while idle', value, unit: '/s', parameters, goal: { atMost: 2 } });
  }
  progress(`idle: ${rates.map((rate) => rate.toFixed(2)).join(', ')} queries/s`);
}

/** Kills, and then stops, the bot that plays the roles; another one takes its place each time. */
async function measureTakeovers(
  world: ClusterWorld,
  first: readonly ClusterBot[],
  { repeats, record, progress }: BenchContext,
): Promise<void> {
  const bots = [...first];
  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number> {
    const ending = bots.shift();
    if (ending === undefined) throw new Error('There is no bot.');
    const taken = world.untilTakenFrom(ending);
    ending.child.kill(signal);
    const ms = await taken;
    await ending.child.exit;
    bots.push(await world.start());
    await world.untilShared(bots);
    return ms;
  }
  for (let repeat = 1; repeat <= repeats; repeat += 1) {
    const killed = await end('SIGKILL');
    const parameters = { 'lease s': LEASE_MS / 1_000 };
    const goal = { atMost: LEASE_MS + 3_000 };
    record({ name: 'taken over from a killed process', value: killed, unit: 'ms', parameters, goal });
    const stopped = await end('SIGTERM');
    record({
      name: 'handed over by one that stops',
      value: stopped,
      unit: 'ms',
      parameters: {},
      goal: { atMost: 1_000 },
    });
    progress(`killed: taken after ${killed.toFixed(0)} ms; stopped: after ${stopped.toFixed(0)} ms`);
  }
}

async function measureMessages({ repeats, quick, record, progress }: BenchContext): Promise<void> {
  const messages = quick ? MESSAGES / 10 : MESSAGES;
  for (let repeat = 1; repeat <= repeats; repeat += 1) {
    await using folder = await mkdtempDisposable(path.join(tmpdir(), 'gavel-cluster-bench-'));
    await using database = await startOwnDatabase('postgres', folder.path);
    const { seconds, processorUs } = await sendFenced(database.url, messages);
    const value = messages / seconds;
    const goal = quick ? {} : { goal: { atLeast: 200 } };
    record({ name: 'posted one by one by the sender', value, unit: 'messages/s', parameters: {}, ...goal });
    const perMessage = processorUs / 1_000 / messages;
    record({ name: 'processor time of a message', value: perMessage, unit: 'ms', parameters: {} });
    progress(`the sender: ${value.toFixed(0)} messages/s`);
  }
}

export const cluster: Bench = {
  name: 'cluster',
  describe:
    'Several processes on one PostgreSQL: commands a second, takeovers, what idle processes ask, messages a second.',
  async run(context) {
    await measureMessages(context);
    await using world = await startClusterWorld({ serversOfShard: 10, users: USERS });
    const bots: ClusterBot[] = [];
    for (let processes = 1; processes <= PROCESSES; processes += 1) {
      bots.push(await world.start());
      await world.untilShared(bots);
      await measureCommands(world, bots, context);
    }
    await measureIdle(bots, context);
    await measureTakeovers(world, bots, context);
  },
};
