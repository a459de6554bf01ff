import type { Bench, BenchContext } from './harness/bench.ts';
import { startPipelineWorld } from './pipeline/world.ts';

const SERVERS = [1, 100, 5_000] as const;
/** Sales rotate over these, one before each poll. */
const COLLECTIONS = 20;
const POLLS = 60;
const QUICK_POLLS = 20;
/** By the default `POLL_SCHEDULE`, every 15 seconds. */
const POLLS_PER_MINUTE = 4;
const FOLLOWINGS = [
  { follow: 'one in common', followed: 1 },
  { follow: 'one each', followed: COLLECTIONS },
] as const;

/** Average requests for one poll. */
async function measure(
  servers: number,
  followed: number,
  pollCount: number,
): Promise<{ readonly polls: number; readonly lookups: number }> {
  await using world = await startPipelineWorld({
    channels: servers,
    channelsEach: 1,
    collections: COLLECTIONS,
    followed,
  });
  const { marketplace, poll } = world;
  const before = marketplace.asked();
  for (let turn = 0; turn < pollCount; turn += 1) {
    const collection = marketplace.collections[turn % COLLECTIONS];
    if (collection === undefined) throw new Error('There is no collection to sell of.');
    marketplace.sell(collection);
    await poll();
  }
  const { polls, lookups } = marketplace.asked();
  return { polls: (polls - before.polls) / pollCount, lookups: (lookups - before.lookups) / pollCount };
}

/** Counted once: the result does not depend on time. */
async function run({ quick, record, progress }: BenchContext): Promise<void> {
  const pollCount = quick ? QUICK_POLLS : POLLS;
  for (const { follow, followed } of FOLLOWINGS) {
    let ofOne: number | null = null;
    for (const servers of SERVERS) {
      progress(`${servers} servers follow ${follow}`);
      const { polls, lookups } = await measure(servers, followed, pollCount);
      ofOne ??= polls;
      const parameters = { servers, follow };
      const aMinute = { unit: '/min', parameters };
      record({ name: 'feed and auctions', value: polls * POLLS_PER_MINUTE, ...aMinute });
      record({ name: 'lookups for alerts', value: lookups * POLLS_PER_MINUTE, ...aMinute });
      const ratio = { name: 'feed and auctions ÷ with one server', value: polls / ofOne };
      record({ ...ratio, unit: '×', parameters, goal: { atMost: 1 } });
    }
  }
}

export const pollCost: Bench = {
  name: 'poll-cost',
  describe:
    'Requests to the marketplace in a minute, with 1, 100 and 5,000 servers and four polls and sales a minute.',
  run,
};
