import type { BenchContext } from '../harness/bench.ts';
import { quantile } from '../harness/statistics.ts';
import { maxPerSecond } from './posted.ts';
import type { Arrival } from './stand-ins/discord.ts';
import { startPipelineWorld } from './world.ts';

/** Discord's own limit of 50 requests a second makes it 20 and 200 s. */
const SIZES = [
  { channels: 1_000, atMostS: 23 },
  { channels: 10_000, atMostS: 223 },
] as const;
/** Factor for busy machines: the time is measured even if it exceeds the goal. */
const SLACK = 4;

async function measureSize(size: (typeof SIZES)[number], { record, progress }: BenchContext): Promise<void> {
  const { channels, atMostS } = size;
  progress(`starting a bot in ${channels} channels`);
  await using world = await startPipelineWorld({ channels, collections: 1 });
  const [collection] = world.marketplace.collections;
  if (collection === undefined) throw new Error('There is no collection to sell of.');
  const arrivals: Arrival[] = [];
  const reached = new Set<string>();
  const done = Promise.withResolvers<void>();
  const late = setTimeout(
    () => done.reject(new Error(`Only ${reached.size} of ${channels} channels have the alert.`)),
    atMostS * SLACK * 1_000,
  );
  world.onArrival((arrival) => {
    arrivals.push(arrival);
    if (arrival.status !== 200) return;
    if (reached.has(arrival.channelId)) done.reject(new Error('A channel got the alert twice.'));
    reached.add(arrival.channelId);
    if (reached.size % 500 === 0) progress(`${reached.size} of ${channels} posted`);
    if (reached.size === channels) done.resolve();
  });
  try {
    world.marketplace.sell(collection);
    await world.poll();
    const begun = world.marketplace.feedServedAt();
    await done.promise;
    const after = arrivals.filter(({ status }) => status === 200).map(({ at }) => (at - begun) / 1_000);
    const parameters = { channels };
    record({ name: 'one sale: first channel', value: quantile(after, 0), unit: 's', parameters });
    record({
      name: 'one sale: all channels',
      value: quantile(after, 1),
      unit: 's',
      parameters,
      goal: { atMost: atMostS },
    });
    const refused = arrivals.filter(({ status }) => status === 429).length;
    record({ name: 'refused with 429', value: refused, unit: '', parameters, goal: { atMost: 0 } });
    record({ name: 'most requests in any second', value: maxPerSecond(arrivals), unit: '', parameters });
  } finally {
    clearTimeout(late);
  }
}

/** Time of one sale to all channels that follow it. Each size once: Discord's limits determine the time. */
export async function measureFanOut(context: BenchContext): Promise<void> {
  for (const size of context.quick ? SIZES.slice(0, 1) : SIZES) await measureSize(size, context);
}
