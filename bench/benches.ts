import { backlog } from './backlog.ts';
import { backtest } from './backtest/bench.ts';
import { charts } from './charts.ts';
import { cluster } from './cluster/bench.ts';
import { detectNew } from './detect/bench.ts';
import { findToken } from './find-token.ts';
import type { Bench } from './harness/bench.ts';
import { lookups } from './lookups.ts';
import { marketSize } from './market-size/bench.ts';
import { match } from './match/bench.ts';
import { memory } from './memory/bench.ts';
import { neighbours } from './neighbours.ts';
import { fanOut, pipeline } from './pipeline.ts';
import { pollCost } from './poll-cost.ts';
import { startUp } from './start/bench.ts';
import { store } from './store/bench.ts';
import { templates } from './templates.ts';
import { watches } from './watches/bench.ts';
import { why } from './why/bench.ts';

/** All benches, in the order in which they run. */
export const benches: readonly Bench[] = [
  match,
  watches,
  detectNew,
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
  charts,
  templates,
  backtest,
  cluster,
  marketSize,
  why,
];
