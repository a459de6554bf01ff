import { backlog } from './backlog.ts';
import { detectNews } from './detect/bench.ts';
import { findToken } from './find-token.ts';
import type { Bench } from './harness/bench.ts';
import { lookups } from './lookups.ts';
import { match } from './match/bench.ts';
import { memory } from './memory/bench.ts';
import { neighbours } from './neighbours.ts';
import { fanOut, pipeline } from './pipeline.ts';
import { pollCost } from './poll-cost.ts';
import { startUp } from './start/bench.ts';
import { store } from './store/bench.ts';

/** Everything that `npm run bench` measures, in the order in which it does. */
export const benches: readonly Bench[] = [
  match,
  detectNews,
  store,
  startUp,
  memory,
  pipeline,
  pollCost,
  lookups,
  fanOut,
  backlog,
  neighbours,
  findToken,
];
