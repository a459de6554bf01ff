import { deepStrictEqual } from 'node:assert';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { MarketAlert } from '#src/alerts/alert.ts';
import { toMatchInput } from '#src/alerts/match-input.ts';
import { createMatcher, type Matcher } from '#src/alerts/matcher.ts';
import { prepareRule, verdictOf } from '#src/alerts/rule-match.ts';
import type { Subscription } from '#src/alerts/subscription.ts';
import type { BenchContext } from '../harness/bench.ts';
import { processorTime } from '../harness/processor-time.ts';

/** Activities are matched in pages, directly after they were created. */
const PAGE = 100;
const PAGES = 200;
/** Rules that the loop tests in total: with a million rules, only some of the alerts are used. */
const LOOP_TESTS = 5_000_000;

const facts = { isWhitelisted: () => true };

/** Makes so many alerts, with strings of their own. */
export type MakeAlerts = (count: number) => readonly MarketAlert[];

setFlagsFromString('--expose-gc');
const collectGarbage: unknown = runInNewContext('gc');

/** Bytes of live objects. */
export function liveBytes(): number {
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

function* pagesOf(make: MakeAlerts, count: number): Generator<readonly MarketAlert[]> {
  for (let page = 0; page < count; page += 1) yield make(PAGE);
}

/** Mean time of `act` on an alert, µs: after a warm-up, of each repeat. @param pages so many of them each time */
export function* timesOf(
  make: MakeAlerts,
  { repeats, pages = PAGES }: { readonly repeats: number; readonly pages?: number },
  act: (alert: MarketAlert) => unknown,
): Generator<number> {
  microsecondsEach(pagesOf(make, pages), act);
  for (let repeat = 1; repeat <= repeats; repeat += 1) yield microsecondsEach(pagesOf(make, pages), act);
}

/** The total work for an activity: whether any rule may match, before lookups, and which rules match, after them. */
function find(matcher: Matcher, alert: MarketAlert): readonly number[] {
  return matcher.mayMatch(alert)
    ? matcher.match(alert).flatMap(({ subscriptionIds }) => subscriptionIds)
    : [];
}

/** `find`, counting: a list of all that was found would be the bench's own work. */
function count(matcher: Matcher, alert: MarketAlert): number {
  let found = 0;
  if (matcher.mayMatch(alert))
    for (const { subscriptionIds } of matcher.match(alert)) found += subscriptionIds.length;
  return found;
}

/**
 * Measures the matcher and a loop over these rules, which must find the same.
 * @param measured `sort`: what the rules are; `atMost`: goal of a match, µs; `pages`: of alerts for each repeat
 */
export function measure(
  measured: {
    readonly sort: string;
    readonly rules: readonly Subscription[];
    readonly make: MakeAlerts;
    readonly atMost: number;
    readonly pages?: number;
  },
  { repeats, record, progress }: BenchContext,
): void {
  const { sort, rules, make, atMost, pages = PAGES } = measured;
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
  const looped = make(Math.min(PAGE * pages, Math.ceil(LOOP_TESTS / size)));
  const loop = createLoop(rules);
  for (const alert of looped) deepStrictEqual(find(matcher, alert), loop(alert));
  let found = 0;
  for (const indexed of timesOf(make, { repeats, pages }, (alert) => (found += count(matcher, alert)))) {
    record({ name: 'match', value: indexed, unit: 'µs', parameters, goal: { atMost } });
    const byLoop = microsecondsEach([looped], loop);
    record({ name: 'loop over all rules', value: byLoop, unit: 'µs', parameters });
    progress(`${size} rules (${sort}): ${indexed.toFixed(1)} µs, loop ${byLoop.toFixed(0)} µs`);
  }
  const activities = PAGE * pages * (1 + repeats);
  record({ name: 'matches an activity', value: found / activities, unit: '', parameters });
}
