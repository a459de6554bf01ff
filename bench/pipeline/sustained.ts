import type { BenchContext } from '../harness/bench.ts';
import type { Arrival } from './stand-ins/discord.ts';
import { alertsIn, mostInASecond } from './told.ts';
import { startPipelineWorld } from './world.ts';

/** How many channels follow, and how often something is sold, so that every channel always has more to be told. */
const SIZES = [
  { channels: 1, salesEvery: 50 },
  { channels: 100, salesEvery: 1_000 },
  { channels: 5_000, salesEvery: 20_000 },
] as const;
/** A channel's window is as long: then each window of ours holds as many of its requests. */
const WINDOW_MS = 5_000;
/** Until every connection is open and what came at once in the beginning is over. */
const WARM_UP_MS = 6_000;
/** What Discord takes of one channel, and of one bot, in a second. */
const OF_A_CHANNEL = 1;
const OF_A_BOT = 50;
const EVERY_SECOND = '* * * * * *';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function measureSize(size: (typeof SIZES)[number], { repeats, record, progress }: BenchContext) {
  const { channels, salesEvery } = size;
  progress(`${channels} channels that always have more to be told`);
  await using world = await startPipelineWorld({ channels, collections: 1, pollSchedule: EVERY_SECOND });
  const [collection] = world.marketplace.collections;
  if (collection === undefined) throw new Error('There is no collection to sell of.');
  const arrivals: Arrival[] = [];
  world.onArrival((arrival) => arrivals.push(arrival));
  const selling = setInterval(() => world.marketplace.sell(collection), salesEvery);
  try {
    for (let sale = 0; sale < 3; sale += 1) world.marketplace.sell(collection);
    await pause(WARM_UP_MS);
    const parameters = { channels };
    const allowed = Math.min(OF_A_BOT, channels * OF_A_CHANNEL);
    for (let repeat = 1; repeat <= repeats; repeat += 1) {
      const before = arrivals.length;
      await pause(WINDOW_MS);
      const seconds = WINDOW_MS / 1_000;
      const taken = arrivals.slice(before).filter(({ status }) => status === 200);
      const alerts = taken.reduce((sum, arrival) => sum + alertsIn(arrival), 0);
      const share = taken.length / seconds / allowed;
      progress(`${(taken.length / seconds).toFixed(1)} requests a second of ${allowed}`);
      record({ name: 'alerts told', value: alerts / seconds, unit: '/s', parameters });
      record({ name: 'requests', value: taken.length / seconds, unit: '/s', parameters });
      record({
        name: 'share of what Discord allows',
        value: 100 * share,
        unit: '%',
        parameters,
        goal: { atLeast: 95 },
      });
    }
    const refused = arrivals.filter(({ status }) => status === 429).length;
    record({ name: 'refused with 429', value: refused, unit: '', parameters, goal: { atMost: 0 } });
    record({ name: 'most requests in any second', value: mostInASecond(arrivals), unit: '', parameters });
  } finally {
    clearInterval(selling);
  }
}

/** How many requests and alerts a second go out while there is always more to tell, and how many are too many. */
export async function measureSustained(context: BenchContext): Promise<void> {
  for (const size of SIZES) await measureSize(size, context);
}
