import type { MarketAlert } from '#src/alerts/alert.ts';
import { toMatchInput } from '#src/alerts/match-input.ts';
import { addItem, createRuleIndex, someItem } from '#src/alerts/rule-index.ts';
import type { Bench, BenchContext } from '../harness/bench.ts';
import { seeded } from '../harness/random.ts';
import { makeAlerts } from './alerts.ts';
import { createMarket } from './market.ts';
import { liveBytes, measure, timesOf } from './measure.ts';
import { makeRules, makeWalletRules } from './rules.ts';

const SIZES = [10_000, 100_000, 1_000_000];
const QUICK_SIZES = [1_000];
/** Rules that all ask for wallets, or all for tokens. */
const ONE_SORT = 100_000;
const QUICK_ONE_SORT = 1_000;
const GOAL_MICROSECONDS = 100;

/** The index alone, of rules for single tokens. */
function measureTokens(size: number, { repeats, seed, record }: BenchContext): void {
  const market = createMarket(seeded(seed));
  const parameters = { rules: size, sort: 'tokens' };
  const before = liveBytes();
  const index = createRuleIndex<number>();
  for (const [at, alert] of makeAlerts(market, size).entries()) {
    const [subject] = toMatchInput(alert).subjects;
    if (subject === undefined) continue;
    addItem(index, at, [[{ by: 'token', collection: subject.collection, tokenId: String(at % 10_000) }]]);
  }
  record({
    name: 'memory beside the rules',
    value: (liveBytes() - before) / 1_024 / 1_024,
    unit: 'MiB',
    parameters,
  });
  const find = (alert: MarketAlert) => someItem(index, toMatchInput(alert), false, () => false);
  for (const value of timesOf((count) => makeAlerts(market, count), { repeats }, find))
    record({ name: 'match', value, unit: 'µs', parameters, goal: { atMost: GOAL_MICROSECONDS } });
}

export const match: Bench = {
  name: 'match',
  describe: 'Finding the matching rules: the matcher compared with a loop over all rules.',
  async run(context) {
    for (const size of context.quick ? QUICK_SIZES : SIZES) {
      const market = createMarket(seeded(context.seed));
      const make = (count: number) => makeAlerts(market, count);
      const rules = makeRules(market, size);
      measure({ sort: 'all sorts', rules, make, atMost: GOAL_MICROSECONDS }, context);
    }
    const size = context.quick ? QUICK_ONE_SORT : ONE_SORT;
    const market = createMarket(seeded(context.seed));
    const make = (count: number) => makeAlerts(market, count);
    const rules = makeWalletRules(market, size);
    measure({ sort: 'wallets', rules, make, atMost: GOAL_MICROSECONDS }, context);
    measureTokens(size, context);
  },
};
