import type { BenchContext } from '../harness/bench.ts';
import { quantile } from '../harness/statistics.ts';
import type { Arrival } from './stand-ins/discord.ts';
import { mostInASecond } from './told.ts';
import { startPipelineWorld } from './world.ts';

/** Discord's own limit of 50 requests a second makes it 20 and 200 s. */
const SIZES = [
  { channels: 1_000, atMostS: 23 },
  { channels: 10_000, atMostS: 223 },
] as const;
/** A machine that is busy with other things takes longer, and is to say how long. */
const SLACK = 4;

async function measureSize(size: (typeof SIZES)[number], { record, progress }: BenchContext): Promise<void> {
  const { channels, atMostS } = size;
  progress(`starting a bot in ${channels} channels`);
  await using world = await startPipelineWorld({ channels, collections: 1 });
  const [collection] = world.marketplace.collections;
  if (collection === undefined) throw new Error('There is no collection to sell of.');
  const arrivals: Arrival[] = [];
  const told = new Set<string>();
  const done = Promise.withResolvers<void>();
  const late = setTimeout(
    () => done.reject(new Error(`Only ${told.size} of ${channels} channels were told.`)),
    atMostS * SLACK * 1_000,
  );
  world.onArrival((arrival) => {
    arrivals.push(arrival);
    if (arrival.status !== 200) return;
    if (told.has(arrival.channelId)) done.reject(new Error('A channel was told twice.'));
    told.add(arrival.channelId);
    if (told.size % 500 === 0) progress(`${told.size} of ${channels} told`);
    if (told.size === channels) done.resolve();
  });
  try {
    world.marketplace.sell(collection);
    await world.look();
    const begun = world.marketplace.toldAt();
    await done.promise;
    const after = arrivals.filter(({ status }) => status === 200).map(({ at }) => (at - begun) / 1_000);
    const parameters = { channels };
    record({ name: 'one sale: the first is told', value: quantile(after, 0), unit: 's', parameters });
    record({
      name: 'one sale: all are told',
      value: quantile(after, 1),
      unit: 's',
      parameters,
      goal: { atMost: atMostS },
    });
    const refused = arrivals.filter(({ status }) => status === 429).length;
    record({ name: 'refused with 429', value: refused, unit: '', parameters, goal: { atMost: 0 } });
    record({ name: 'most requests in any second', value: mostInASecond(arrivals), unit: '', parameters });
  } finally {
    clearTimeout(late);
  }
}

/** How long one sale takes to all who follow it. Each size once: it takes as long as Discord's limits make it. */
export async function measureFanOut(context: BenchContext): Promise<void> {
  for (const size of context.quick ? SIZES.slice(0, 1) : SIZES) await measureSize(size, context);
}
