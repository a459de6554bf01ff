import { deepStrictEqual } from 'node:assert';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { MarketAlert } from '../../src/alerts/alert.ts';
import { toMatchInput } from '../../src/alerts/match-input.ts';
import { createMatcher, type Matcher } from '../../src/alerts/matcher.ts';
import { addItem, createRuleIndex, someItem } from '../../src/alerts/rule-index.ts';
import { prepareRule, verdictOf } from '../../src/alerts/rule-match.ts';
import type { Subscription } from '../../src/alerts/subscription.ts';
import type { Bench, BenchContext } from '../harness/bench.ts';
import { processorTime } from '../harness/processor-time.ts';
import { seeded } from '../harness/random.ts';
import { makeAlerts } from './alerts.ts';
import { createMarket, type Market } from './market.ts';
import { makeRules, makeWalletRules } from './rules.ts';

const SIZES = [10_000, 100_000, 1_000_000];
const QUICK_SIZES = [1_000];
/** Rules that all ask for wallets, or all for tokens. */
const ONE_SORT = 100_000;
const QUICK_ONE_SORT = 1_000;
/** Activities are matched in pages, directly after they were created. */
const PAGE = 100;
const PAGES = 200;
const WARM_UP_PAGES = 200;
/** Rules that the loop tests in total: with a million rules, only some of the alerts are used. */
const LOOP_TESTS = 5_000_000;
const GOAL_MICROSECONDS = 100;

const facts = { isWhitelisted: () => true };

setFlagsFromString('--expose-gc');
const collectGarbage: unknown = runInNewContext('gc');

/** Bytes of live objects. */
function liveBytes(): number {
  if (typeof collectGarbage === 'function') collectGarbage();
  return process.memoryUsage().heapUsed;
}

/** The simple solution: every rule is tested against the alert, which is prepared once. */
function createLoop(rules: readonly Subscription[]): (alert: MarketAlert) => readonly number[] {
  const prepared = rules.map(prepareRule);
  return (alert) => {
    const input = toMatchInput(alert);
    return prepared.filter((one) => verdictOf(one, input, facts) === 'yes').map(({ rule }) => rule.id);
  };
}

function microsecondsEach(
  pages: Iterable<readonly MarketAlert[]>,
  act: (alert: MarketAlert) => unknown,
): number {
  let microseconds = 0;
  let count = 0;
  for (const alerts of pages) {
    const taken = processorTime();
    for (const alert of alerts) act(alert);
    microseconds += taken();
    count += alerts.length;
  }
  return microseconds / count;
}

function* pagesOf(market: Market, count: number): Generator<readonly MarketAlert[]> {
  for (let page = 0; page < count; page += 1) yield makeAlerts(market, PAGE);
}

/** The total work for an activity: whether any rule may match, before lookups, and which rules match, after them. */
function find(matcher: Matcher, alert: MarketAlert): readonly number[] {
  return matcher.mayMatch(alert)
    ? matcher.match(alert).flatMap(({ subscriptionIds }) => subscriptionIds)
    : [];
}

/** @param rules says which rules, for example `all sorts` */
function measure(
  sort: string,
  rules: readonly Subscription[],
  market: Market,
  { repeats, record, progress }: BenchContext,
): void {
  const size = rules.length;
  const parameters = { rules: size, sort };
  const before = liveBytes();
  const started = performance.now();
  const matcher = createMatcher(rules, facts);
  record({ name: 'matcher built', value: performance.now() - started, unit: 'ms', parameters });
  record({
    name: 'memory beside the rules',
    value: (liveBytes() - before) / 1_024 / 1_024,
    unit: 'MiB',
    parameters,
  });
  progress(`${size} rules (${sort}) are indexed`);
  microsecondsEach(pagesOf(market, WARM_UP_PAGES), (alert) => find(matcher, alert));

  const looped = makeAlerts(market, Math.min(PAGE * PAGES, Math.ceil(LOOP_TESTS / size)));
  const loop = createLoop(rules);
  for (const alert of looped) deepStrictEqual(find(matcher, alert), loop(alert));
  for (let repeat = 1; repeat <= repeats; repeat += 1) {
    const activities = PAGE * PAGES;
    let found = 0;
    const indexed = microsecondsEach(
      pagesOf(market, PAGES),
      (alert) => (found += find(matcher, alert).length),
    );
    record({ name: 'match', value: indexed, unit: 'µs', parameters, goal: { atMost: GOAL_MICROSECONDS } });
    record({ name: 'matches an activity', value: found / activities, unit: '', parameters });
    const byLoop = microsecondsEach([looped], loop);
    record({ name: 'loop over all rules', value: byLoop, unit: 'µs', parameters });
    progress(
      `${size} rules (${sort}), repeat ${repeat}: ${indexed.toFixed(1)} µs, loop ${byLoop.toFixed(0)} µs`,
    );
  }
}

/** Rules for single tokens; no filter asks for these yet, so only the index is measured. */
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
  microsecondsEach(pagesOf(market, WARM_UP_PAGES), find);
  for (let repeat = 1; repeat <= repeats; repeat += 1) {
    const value = microsecondsEach(pagesOf(market, PAGES), find);
    record({ name: 'match', value, unit: 'µs', parameters, goal: { atMost: GOAL_MICROSECONDS } });
  }
}

export const match: Bench = {
  name: 'match',
  describe: 'Finding the matching rules: the matcher compared with a loop over all rules.',
  async run(context) {
    for (const size of context.quick ? QUICK_SIZES : SIZES) {
      const market = createMarket(seeded(context.seed));
      measure('all sorts', makeRules(market, size), market, context);
    }
    const size = context.quick ? QUICK_ONE_SORT : ONE_SORT;
    const market = createMarket(seeded(context.seed));
    measure('wallets', makeWalletRules(market, size), market, context);
    measureTokens(size, context);
  },
};
