import { deepStrictEqual } from 'node:assert';
import type { MarketAlert } from '../../src/domain/alert.ts';
import { sightOf } from '../../src/domain/alert-sight.ts';
import { fits } from '../../src/domain/rule-match.ts';
import type { Subscription } from '../../src/domain/subscription.ts';
import {
  createSubscriptionIndex,
  type SubscriptionIndex,
} from '../../src/pipeline/intake/subscription-index.ts';
import type { Bench, BenchContext } from '../harness/bench.ts';
import { processorTime } from '../harness/processor-time.ts';
import { seeded } from '../harness/random.ts';
import { makeAlerts } from './alerts.ts';
import { createMarket } from './market.ts';
import { makeRules } from './rules.ts';

const SIZES = [100, 10_000, 1_000_000];
const QUICK_SIZES = [100, 10_000];
/** An activity is matched when it has just been read, a page of them together. */
const PAGE = 100;
const PAGES = 200;
/** Each ladder of the index is sorted when it is first asked, which is not what is to be measured. */
const WARM_UP_PAGES = 1_000;
/** The loop looks at so many rules in all: at a million rules only at some of the alerts. */
const LOOP_LOOKS = 30_000_000;
const GOAL_MICROSECONDS = 15;
const GOAL_RATIO = 1_000;
const GOAL_SIZE = 1_000_000;

const facts = { isWhitelisted: () => true };

/** What everybody would write first: every rule is held against the alert, which is looked at once. */
function loop(rules: readonly Subscription[], alert: MarketAlert): readonly number[] {
  const sight = sightOf(alert);
  return rules.filter((rule) => fits(rule, sight, facts)).map(({ id }) => id);
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

/** All that an activity costs: is anybody interested, before its token is looked up; and who is, after that. */
function find(index: SubscriptionIndex, alert: MarketAlert): readonly number[] {
  return index.mayMatch(alert) ? index.match(alert).flatMap(({ subscriptionIds }) => subscriptionIds) : [];
}

function measure(size: number, { repeats, seed, record, progress }: BenchContext): void {
  const market = createMarket(seeded(seed));
  const rules = makeRules(market, size);
  const started = performance.now();
  const index = createSubscriptionIndex(rules, facts);
  record({
    name: 'index built',
    value: performance.now() - started,
    unit: 'ms',
    parameters: { subscriptions: size },
  });
  progress(`${size} subscriptions are indexed`);
  function* pages(count: number): Generator<readonly MarketAlert[]> {
    for (let page = 0; page < count; page += 1) yield makeAlerts(market, PAGE);
  }
  microsecondsEach(pages(WARM_UP_PAGES), (alert) => find(index, alert));

  for (let repeat = 1; repeat <= repeats; repeat += 1) {
    const activities = PAGE * PAGES;
    const parameters = { subscriptions: size, activities };
    const goal = size === GOAL_SIZE ? { goal: { atMost: GOAL_MICROSECONDS } } : {};
    let found = 0;
    const indexed = microsecondsEach(pages(PAGES), (alert) => (found += find(index, alert).length));
    record({ name: 'match', value: indexed, unit: 'µs', parameters, ...goal });
    record({ name: 'matches an activity', value: found / activities, unit: '', parameters });

    const looped = makeAlerts(market, Math.min(activities, Math.ceil(LOOP_LOOKS / size)));
    const results = new Map<MarketAlert, readonly number[]>();
    const byLoop = microsecondsEach([looped], (alert) => results.set(alert, loop(rules, alert)));
    for (const [alert, ids] of results) deepStrictEqual(find(index, alert), ids);
    const loopParameters = { subscriptions: size, activities: looped.length };
    record({ name: 'loop', value: byLoop, unit: 'µs', parameters: loopParameters });
    record({
      name: 'loop ÷ match',
      value: byLoop / indexed,
      unit: '×',
      parameters: { subscriptions: size },
      ...(size === GOAL_SIZE ? { goal: { atLeast: GOAL_RATIO } } : {}),
    });
    progress(
      `${size} subscriptions, repeat ${repeat}: ${indexed.toFixed(1)} µs, loop ${byLoop.toFixed(0)} µs`,
    );
  }
}

export const match: Bench = {
  name: 'match',
  describe: 'Who wants an activity: the index, against a loop over all subscriptions.',
  async run(context) {
    for (const size of context.quick ? QUICK_SIZES : SIZES) measure(size, context);
  },
};
