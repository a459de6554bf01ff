import type { BenchContext } from '../harness/bench.ts';
import { alertsIn, maxPerSecond } from './posted.ts';
import type { Arrival } from './stand-ins/discord.ts';
import { startPipelineWorld } from './world.ts';

interface Size {
  readonly channels: number;
  /** Interval of the sales, short enough that every channel always has waiting alerts, ms. */
  readonly salesEvery: number;
}

/** Discord accepts 5 requests for a channel in windows of five seconds from the first. */
const ONE_CHANNEL: Size = { channels: 1, salesEvery: 50 };
const SIZES: readonly Size[] = [
  { channels: 100, salesEvery: 1_000 },
  { channels: 5_000, salesEvery: 20_000 },
];
const WINDOW_MS = 5_000;
/** Time until all connections are open and the initial burst is over, ms. */
const WARM_UP_MS = 6_000;
/** Requests that Discord accepts in a second, for one channel and for one bot. */
const OF_A_CHANNEL = 1;
const OF_A_BOT = 50;
const GOAL_PERCENT = 95;
const EVERY_SECOND = '* * * * * *';
const PERCENT = 100;
const SECOND_MS = 1_000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Windows from the first request of a burst to the first of the next, so that they contain whole bursts. */
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
  progress(`${channels} channels with more alerts than they can post`);
  await using world = await startPipelineWorld({ channels, collections: 1, pollSchedule: EVERY_SECOND });
  const [collection] = world.marketplace.collections;
  if (collection === undefined) throw new Error('There is no collection to sell of.');
  const arrivals: Arrival[] = [];
  world.onArrival((arrival) => arrivals.push(arrival));
  const takenSince = (place: number) => arrivals.slice(place).filter(({ status }) => status === 200);
  const parameters = { channels };
  const allowed = Math.min(OF_A_BOT, channels * OF_A_CHANNEL);
  function recordRates(taken: readonly Arrival[], ms: number): void {
    const seconds = ms / SECOND_MS;
    const alerts = taken.reduce((sum, arrival) => sum + alertsIn(arrival), 0);
    const requests = taken.length / seconds;
    progress(`${requests.toFixed(1)} requests a second of ${allowed}`);
    record({ name: 'alerts posted', value: alerts / seconds, unit: '/s', parameters });
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
      for (const { of, ms } of bursts(takenSince(0))) recordRates(of, ms);
    } else {
      for (let repeat = 1; repeat <= repeats; repeat += 1) {
        const before = arrivals.length;
        await pause(WINDOW_MS);
        recordRates(takenSince(before), WINDOW_MS);
      }
    }
    const refused = arrivals.filter(({ status }) => status === 429).length;
    record({ name: 'refused with 429', value: refused, unit: '', parameters, goal: { atMost: 0 } });
    record({ name: 'most requests in any second', value: maxPerSecond(arrivals), unit: '', parameters });
  } finally {
    clearInterval(selling);
  }
}

/** Measures requests and alerts a second under a permanent backlog, and refused requests. */
export async function measureSustained(context: BenchContext): Promise<void> {
  for (const size of [ONE_CHANNEL, ...SIZES]) await measureSize(size, context);
}
