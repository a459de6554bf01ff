import { linkedTransaction } from '../../sandbox/demo/page-links.ts';
import type { BenchContext } from '../harness/bench.ts';
import { quantile } from '../harness/statistics.ts';
import { openFloor } from './floor.ts';
import { type PipelineWorld, startPipelineWorld } from './world.ts';

const CHANNELS = 100;
const POLLS = 200;
const QUICK_POLLS = 40;
/** An alert that is not posted within this time counts as lost, ms. */
const POST_TIMEOUT_MS = 5_000;
/** Interval of the sales, far from Discord's rate limits: 25 a second in 100 channels. */
const BETWEEN_SALES_MS = 40;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Time from the marketplace's answer to the request at Discord, for one sale and one channel, ms. */
async function one(world: PipelineWorld, sale: number): Promise<number> {
  const { marketplace } = world;
  const collection = marketplace.collections[sale % marketplace.collections.length];
  if (collection === undefined) throw new Error('There is no collection to sell of.');
  const txHash = marketplace.sell(collection);
  const posted = Promise.withResolvers<number>();
  const late = setTimeout(() => posted.reject(new Error('A sale was not posted.')), POST_TIMEOUT_MS);
  const end = world.onArrival(({ at, body, status }) => {
    if (status !== 200) posted.reject(new Error(`Discord answered with ${status}.`));
    if (linkedTransaction(body) === txHash) posted.resolve(at);
  });
  try {
    const [at] = await Promise.all([posted.promise, world.poll()]);
    return at - marketplace.feedServedAt();
  } finally {
    clearTimeout(late);
    end();
  }
}

/** Measures the time from the marketplace's answer with a sale to the request at Discord. */
export async function measureLatency({ repeats, quick, record, progress }: BenchContext): Promise<void> {
  await using world = await startPipelineWorld({ channels: CHANNELS, collections: CHANNELS });
  await using floor = await openFloor(world.marketplace.url, world.discordApiUrl);
  const salesPerRepeat = quick ? QUICK_POLLS : POLLS;
  let sale = 0;
  const measure = async () => {
    const ms: number[] = [];
    const least: number[] = [];
    for (let done = 0; done < salesPerRepeat; done += 1) {
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
    progress(`${salesPerRepeat} sales, one after the other, repeat ${repeat} of ${repeats}`);
    const { ms, least } = await measure();
    const parameters = { channels: 1, sales: salesPerRepeat };
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
