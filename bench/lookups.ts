import { type BotWorld, startBotWorld } from '../test/support/bot-world.ts';
import type { Bench, BenchContext } from './harness/bench.ts';
import { quantile } from './harness/statistics.ts';
import { type Act, actsOf } from './lookups/acts.ts';
import { watchMarketplaceTime } from './lookups/marketplace-time.ts';

/*
 * Every command, and every option that completes, through the real discord.js client at the local Discord. What the marketplace
 * takes is taken off: the time in which a request to it was open. Bot, Discord and marketplace share one process, so the bot
 * alone is faster; `/help`, for which the bot looks nothing up, shows what the way there and back takes.
 */

const RUNS = 30;
const RUNS_OF_A_QUICK_RUN = 8;
/** The first runs warm up what every later one finds warm: code, connections, and the last known answers. */
const WARM_UP_RUNS = 8;
/** Every answer that the bot keeps is old after this. */
const UNTIL_OLD_MS = 15 * 60_000;
/** What one request takes where the marketplace is slow. */
const SLOW_MS = 100;

interface Situation {
  readonly name: string;
  readonly fault: Parameters<BotWorld['marketplace']['faults']['set']>[0];
  /** Whether nothing that the bot remembers is fresh. */
  readonly cold: boolean;
  /** For the p99, ms. What has none takes long, and is measured a few times only. */
  readonly goal: number | null;
}

const SITUATIONS: readonly Situation[] = [
  { name: 'warm', fault: {}, cold: false, goal: 5 },
  { name: 'cold', fault: {}, cold: true, goal: 10 },
  { name: 'cold, 100 ms a request', fault: { latencyMs: SLOW_MS }, cold: true, goal: null },
  { name: 'cold, the marketplace is down', fault: { drop: true }, cold: true, goal: null },
];

/** A world with auctions in it and the bot beside it; each command has one of its own, as its clock only leaps so far. */
async function startWorld(): Promise<BotWorld> {
  const world = await startBotWorld();
  for (let number = 0; number < 5; number += 1) {
    world.marketplace.cause.auction({ endsInMs: 365 * 24 * 3_600_000 });
    world.marketplace.cause.bid();
  }
  await world.start();
  return world;
}

async function namesOfActs(): Promise<readonly string[]> {
  await using world = await startWorld();
  return [...actsOf(world).keys()];
}

async function measure(
  world: BotWorld,
  act: Act,
  { cold, fault }: Situation,
  runs: number,
): Promise<readonly number[]> {
  const ms: number[] = [];
  using marketplace = watchMarketplaceTime(world.marketplace.url);
  world.marketplace.faults.set(fault);
  for (let run = 0; run < runs; run += 1) {
    if (cold) world.clock.leap(UNTIL_OLD_MS);
    const before = marketplace.total();
    const took = await act(run % WARM_UP_RUNS);
    ms.push(Math.max(0, took - (marketplace.total() - before)));
  }
  world.marketplace.faults.clear();
  return ms;
}

async function run({ repeats, quick, record, progress }: BenchContext): Promise<void> {
  const runs = quick ? RUNS_OF_A_QUICK_RUN : RUNS;
  for (const name of await namesOfActs()) {
    progress(name);
    await using world = await startWorld();
    const act = actsOf(world).get(name);
    if (act === undefined) throw new Error(`There is no ${name}.`);
    for (let number = 0; number < WARM_UP_RUNS; number += 1) await act(number);
    for (let repeat = 1; repeat <= repeats; repeat += 1) {
      for (const situation of SITUATIONS) {
        if (situation.goal === null && repeat > 1) continue;
        const ms = await measure(world, act, situation, situation.goal === null ? RUNS_OF_A_QUICK_RUN : runs);
        const parameters = { what: name, when: situation.name };
        const goal = situation.goal === null ? {} : { goal: { atMost: situation.goal } };
        record({ name: 'answered, p50', value: quantile(ms, 0.5), unit: 'ms', parameters });
        record({ name: 'answered, p99', value: quantile(ms, 0.99), unit: 'ms', parameters, ...goal });
      }
    }
  }
}

export const lookups: Bench = {
  name: 'lookups',
  describe:
    'How long people wait for an answer to each command and completion, beyond what the marketplace takes.',
  run,
};
