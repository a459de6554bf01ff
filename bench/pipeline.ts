import type { Bench } from './harness/bench.ts';
import { measureFanOut } from './pipeline/fan-out.ts';
import { measureLatency } from './pipeline/latency.ts';
import { measureSustained } from './pipeline/sustained.ts';

export const pipeline: Bench = {
  name: 'pipeline',
  describe:
    'From a record of the marketplace to the request at Discord, and how much of Discord’s limits is used.',
  async run(context) {
    await measureLatency(context);
    await measureSustained(context);
  },
};

export const fanOut: Bench = {
  name: 'fan-out',
  describe: 'One sale to 1,000 and 10,000 channels, as fast as Discord’s limits let it.',
  run: measureFanOut,
};
