import { type BotWorld, startBotWorld } from '../test/support/bot-world.ts';
import type { Bench, BenchContext } from './harness/bench.ts';
import { quantile } from './harness/statistics.ts';
import { type Act, actsOf } from './lookups/acts.ts';
import { watchMarketplaceTime } from './lookups/marketplace-time.ts';

/*
 * All commands and all options with autocomplete, through the real discord.js client and the local Discord. The time in which
 * a request to the marketplace was open is subtracted. Bot, Discord and marketplace share one process, so the bot alone is
 * faster; `/help`, which needs no lookup, shows the base time of an interaction.
 */

const RUNS = 30;
const QUICK_RUNS = 8;
/** Runs that warm up code, connections and caches. */
const WARM_UP_RUNS = 8;
/** All cached answers expire within this time, ms. */
const CACHE_EXPIRY_MS = 15 * 60_000;
/** Duration of a request to the slow marketplace, ms. */
const SLOW_MS = 100;

interface Situation {
  readonly name: string;
  readonly fault: Parameters<BotWorld['marketplace']['faults']['set']>[0];
  /** Whether all caches are expired. */
  readonly cold: boolean;
  /** For the p99, ms. Situations without a goal take long and are measured only a few times. */
  readonly goal: number | null;
}

const SITUATIONS: readonly Situation[] = [
  { name: 'warm', fault: {}, cold: false, goal: 5 },
  { name: 'cold', fault: {}, cold: true, goal: 10 },
  { name: 'cold, 100 ms a request', fault: { latencyMs: SLOW_MS }, cold: true, goal: null },
  { name: 'cold, the marketplace is down', fault: { drop: true }, cold: true, goal: null },
];

/** A marketplace with auctions, and the bot. Each command has its own world, because its clock can only advance a limited time. */
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
    if (cold) world.clock.advance(CACHE_EXPIRY_MS);
    const before = marketplace.total();
    const took = await act(run % WARM_UP_RUNS);
    ms.push(Math.max(0, took - (marketplace.total() - before)));
  }
  world.marketplace.faults.clear();
  return ms;
}

async function run({ repeats, quick, record, progress }: BenchContext): Promise<void> {
  const runs = quick ? QUICK_RUNS : RUNS;
  for (const name of await namesOfActs()) {
    progress(name);
    await using world = await startWorld();
    const act = actsOf(world).get(name);
    if (act === undefined) throw new Error(`There is no ${name}.`);
    for (let number = 0; number < WARM_UP_RUNS; number += 1) await act(number);
    for (let repeat = 1; repeat <= repeats; repeat += 1) {
      for (const situation of SITUATIONS) {
        if (situation.goal === null && repeat > 1) continue;
        const ms = await measure(world, act, situation, situation.goal === null ? QUICK_RUNS : runs);
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
