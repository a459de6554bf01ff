import type { Bench } from './harness/bench.ts';
import { measureLatency } from './pipeline/latency.ts';

export const pipeline: Bench = {
  name: 'pipeline',
  describe:
    'From a record of the marketplace to the request that Discord gets, and how much of Discord’s limits is used.',
  async run(context) {
    await measureLatency(context);
  },
};
