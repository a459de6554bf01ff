import type { BenchContext } from '../harness/bench.ts';
import type { Arrival } from './stand-ins/discord.ts';
import { alertsIn, mostInASecond } from './told.ts';
import { startPipelineWorld } from './world.ts';

interface Size {
  readonly channels: number;
  /** How often something is sold, so that every channel always has more to be told, ms. */
  readonly salesEvery: number;
}

/** Discord takes 5 requests of a channel, and then the next 5 when five seconds have passed since the first. */
const ONE_CHANNEL: Size = { channels: 1, salesEvery: 50 };
const SIZES: readonly Size[] = [
  { channels: 100, salesEvery: 1_000 },
  { channels: 5_000, salesEvery: 20_000 },
];
const WINDOW_MS = 5_000;
/** Until every connection is open and what came at once in the beginning is over. */
const WARM_UP_MS = 6_000;
/** What Discord takes of one channel, and of one bot, in a second. */
const OF_A_CHANNEL = 1;
const OF_A_BOT = 50;
const GOAL_PERCENT = 95;
const EVERY_SECOND = '* * * * * *';
const PERCENT = 100;
const SECOND_MS = 1_000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** From the first request of one burst to the first of the next: such windows hold whole bursts. */
function bursts(
  taken: readonly Arrival[],
): readonly { readonly of: readonly Arrival[]; readonly ms: number }[] {
  const starts = taken.flatMap(({ at }, place) =>
    place > 0 && at - (taken[place - 1]?.at ?? at) > SECOND_MS ? [place] : [],
  );
  return starts.slice(1).map((end, index) => {
    const of = taken.slice(starts[index], end);
    return { of, ms: (taken[end]?.at ?? 0) - (of[0]?.at ?? 0) };
  });
}

async function measureSize({ channels, salesEvery }: Size, { repeats, record, progress }: BenchContext) {
  progress(`${channels} channels that always have more to be told`);
  await using world = await startPipelineWorld({ channels, collections: 1, pollSchedule: EVERY_SECOND });
  const [collection] = world.marketplace.collections;
  if (collection === undefined) throw new Error('There is no collection to sell of.');
  const arrivals: Arrival[] = [];
  world.onArrival((arrival) => arrivals.push(arrival));
  const takenSince = (place: number) => arrivals.slice(place).filter(({ status }) => status === 200);
  const parameters = { channels };
  const allowed = Math.min(OF_A_BOT, channels * OF_A_CHANNEL);
  function tell(taken: readonly Arrival[], ms: number): void {
    const seconds = ms / SECOND_MS;
    const alerts = taken.reduce((sum, arrival) => sum + alertsIn(arrival), 0);
    const requests = taken.length / seconds;
    progress(`${requests.toFixed(1)} requests a second of ${allowed}`);
    record({ name: 'alerts told', value: alerts / seconds, unit: '/s', parameters });
    record({ name: 'requests', value: requests, unit: '/s', parameters });
    const share = { name: 'share of what Discord allows', value: (PERCENT * requests) / allowed };
    record({ ...share, unit: '%', parameters, goal: { atLeast: GOAL_PERCENT } });
  }

  const selling = setInterval(() => world.marketplace.sell(collection), salesEvery);
  try {
    for (let sale = 0; sale < 3; sale += 1) world.marketplace.sell(collection);
    await pause(WARM_UP_MS);
    if (channels === ONE_CHANNEL.channels) {
      await pause((repeats + 2) * WINDOW_MS);
      for (const { of, ms } of bursts(takenSince(0))) tell(of, ms);
    } else {
      for (let repeat = 1; repeat <= repeats; repeat += 1) {
        const before = arrivals.length;
        await pause(WINDOW_MS);
        tell(takenSince(before), WINDOW_MS);
      }
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
  for (const size of [ONE_CHANNEL, ...SIZES]) await measureSize(size, context);
}
