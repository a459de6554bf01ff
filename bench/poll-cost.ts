import type { Bench, BenchContext } from './harness/bench.ts';
import { startPipelineWorld } from './pipeline/world.ts';

const SERVERS = [1, 100, 5_000] as const;
/** Sales are of these in turn, one before each look. */
const COLLECTIONS = 20;
const LOOKS = 60;
const LOOKS_OF_A_QUICK_RUN = 20;
/** `POLL_SCHEDULE` unless an operator changes it: every 15 seconds. */
const LOOKS_A_MINUTE = 4;
const FOLLOWINGS = [
  { follow: 'one in common', followed: 1 },
  { follow: 'one each', followed: COLLECTIONS },
] as const;

/** Requests a look, over many looks. */
async function measure(
  servers: number,
  followed: number,
  looks: number,
): Promise<{ readonly polls: number; readonly lookups: number }> {
  await using world = await startPipelineWorld({
    channels: servers,
    channelsEach: 1,
    collections: COLLECTIONS,
    followed,
  });
  const { marketplace, look } = world;
  const before = marketplace.asked();
  for (let turn = 0; turn < looks; turn += 1) {
    const collection = marketplace.collections[turn % COLLECTIONS];
    if (collection === undefined) throw new Error('There is no collection to sell of.');
    marketplace.sell(collection);
    await look();
  }
  const { polls, lookups } = marketplace.asked();
  return { polls: (polls - before.polls) / looks, lookups: (lookups - before.lookups) / looks };
}

/** Counted once, whatever the repeats: nothing of it depends on time. */
async function run({ quick, record, progress }: BenchContext): Promise<void> {
  const looks = quick ? LOOKS_OF_A_QUICK_RUN : LOOKS;
  for (const { follow, followed } of FOLLOWINGS) {
    let ofOne: number | null = null;
    for (const servers of SERVERS) {
      progress(`${servers} servers follow ${follow}`);
      const { polls, lookups } = await measure(servers, followed, looks);
      ofOne ??= polls;
      const parameters = { servers, follow };
      const aMinute = { unit: '/min', parameters };
      record({ name: 'feed and auctions', value: polls * LOOKS_A_MINUTE, ...aMinute });
      record({ name: 'lookups for what is told', value: lookups * LOOKS_A_MINUTE, ...aMinute });
      const ratio = { name: 'feed and auctions ÷ with one server', value: polls / ofOne };
      record({ ...ratio, unit: '×', parameters, goal: { atMost: 1 } });
    }
  }
}

export const pollCost: Bench = {
  name: 'poll-cost',
  describe:
    'What the marketplace is asked in a minute, in 1, 100 and 5,000 servers, with four looks and sales a minute.',
  run,
};
