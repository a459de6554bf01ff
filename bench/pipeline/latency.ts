import { transactionLinked } from '../../sandbox/demo/pages.ts';
import type { BenchContext } from '../harness/bench.ts';
import { quantile } from '../harness/statistics.ts';
import { openFloor } from './floor.ts';
import { type PipelineWorld, startPipelineWorld } from './world.ts';

const CHANNELS = 100;
const LOOKS = 200;
const LOOKS_OF_A_QUICK_RUN = 40;
/** What is not told by then is lost. */
const TOLD_WITHIN_MS = 5_000;
/** Sales come so far apart that no limit of Discord's is near: 25 a second over 100 channels. */
const BETWEEN_SALES_MS = 40;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Ms from the marketplace's answer to the request that Discord got, for one sale that one channel follows. */
async function one(world: PipelineWorld, sale: number): Promise<number> {
  const { marketplace } = world;
  const collection = marketplace.collections[sale % marketplace.collections.length];
  if (collection === undefined) throw new Error('There is no collection to sell of.');
  const txHash = marketplace.sell(collection);
  const told = Promise.withResolvers<number>();
  const late = setTimeout(() => told.reject(new Error('A sale was not told.')), TOLD_WITHIN_MS);
  const end = world.onArrival(({ at, body, status }) => {
    if (status !== 200) told.reject(new Error(`Discord answered with ${status}.`));
    if (transactionLinked(body) === txHash) told.resolve(at);
  });
  try {
    const [at] = await Promise.all([told.promise, world.look()]);
    return at - marketplace.toldAt();
  } finally {
    clearTimeout(late);
    end();
  }
}

/** How long a sale takes from the answer in which the marketplace tells it to the request that tells it to Discord. */
export async function measureLatency({ repeats, quick, record, progress }: BenchContext): Promise<void> {
  await using world = await startPipelineWorld({ channels: CHANNELS, collections: CHANNELS });
  await using floor = await openFloor(world.marketplace.url, world.discordApiUrl);
  const looks = quick ? LOOKS_OF_A_QUICK_RUN : LOOKS;
  let sale = 0;
  const measure = async () => {
    const ms: number[] = [];
    const least: number[] = [];
    for (let look = 0; look < looks; look += 1) {
      ms.push(await one(world, sale));
      sale += 1;
      await pause(BETWEEN_SALES_MS / 2);
      least.push(await floor.measure());
      await pause(BETWEEN_SALES_MS / 2);
    }
    return { ms, least };
  };
  progress('warming up');
  await measure();
  for (let repeat = 1; repeat <= repeats; repeat += 1) {
    progress(`${looks} sales, one after the other, repeat ${repeat} of ${repeats}`);
    const { ms, least } = await measure();
    const parameters = { channels: 1, sales: looks };
    record({ name: 'from the feed to Discord, p50', value: quantile(ms, 0.5), unit: 'ms', parameters });
    const floorP99 = quantile(least, 0.99);
    record({ name: 'the least it can take, p50', value: quantile(least, 0.5), unit: 'ms', parameters });
    record({ name: 'the least it can take, p99', value: floorP99, unit: 'ms', parameters });
    record({
      name: 'p99 ÷ the least it can take',
      value: quantile(ms, 0.99) / floorP99,
      unit: '×',
      parameters,
    });
    record({
      name: 'from the feed to Discord, p99',
      value: quantile(ms, 0.99),
      unit: 'ms',
      parameters,
      goal: { atMost: 20 },
    });
  }
}
