import type { Bench } from './harness/bench.ts';
import { match } from './match/bench.ts';
import { memory } from './memory/bench.ts';
import { startUp } from './start/bench.ts';
import { store } from './store/bench.ts';

/** Everything that `npm run bench` measures, in the order in which it does. */
export const benches: readonly Bench[] = [match, store, startUp, memory];
