import { pick, pickWeighted, type Random } from '../../sandbox/marketplace/random/random.ts';
import type { History, RulePlan, Step } from './history.ts';
import { DUE_TIMES } from './recap-steps.ts';
import type { SilencedPlan } from './silence-plans.ts';

/*
 * Silences, and rules with an end, an exclusion, or one alert alone. They are drawn beside everything else, so that the
 * histories of a seed stay what they are without them.
 */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const SILENCES_SHARE = 0.3;
const EXTRAS_SHARE = 0.15;
/** Histories over a change of the clocks, of those with silences. */
const CLOCKS_SHARE = 0.25;

function silencedPlan(random: Random, channels: number, mark: number): SilencedPlan {
  // The last channel stays as it is, so that others can be compared with it.
  const channel = random.below(channels - 1);
  const collection = random.below(4);
  return pickWeighted(
    random,
    [
      [1, { of: 'server' }],
      [3, { of: 'channel', channel, isSummarised: false }],
      [4, { of: 'channel', channel, isSummarised: true }],
      [2, { of: 'rule', channel }],
      [2, { of: 'collection', channel, collection }],
      [1, { of: 'token', channel, collection, mark }],
      [1, { of: 'wallet', channel, collection, mark }],
    ] as const satisfies readonly (readonly [number, SilencedPlan])[],
    ([weight]) => weight,
  )[1];
}

/** A silence, with trades during it and at its end, and perhaps something that goes wrong meanwhile. */
function silenceSteps(random: Random, history: History, mark: number): readonly Step[] {
  const at = pick(random, history.steps).at + random.below(5 * SECOND);
  const minutes = random.between(1, 5);
  const lastsMs = minutes * MINUTE;
  const what = silencedPlan(random, history.channels, mark);
  const untilLocalTime = history.timeZone !== undefined && random.chance(0.5);
  const trade = (): Step => ({
    at: at + random.between(-20 * SECOND, lastsMs + 40 * SECOND),
    do: 'trade',
    kind: 'sale',
    collection: random.below(4),
    ...{ count: random.between(1, 2), together: false, price: random.between(1, 40) },
    shownLateMs: random.chance(0.3) ? random.between(10, 120) * SECOND : 0,
    pricedLateMs: random.chance(0.2) ? random.between(20, 200) * SECOND : 0,
  });
  const marked = (): Step => ({
    at: at + random.between(5, lastsMs / SECOND) * SECOND,
    do: 'marked trade',
    ...{ collection: 'collection' in what ? what.collection : 0, mark },
  });
  const trouble: Step = random.chance(0.5)
    ? { at: at + random.below(lastsMs + MINUTE), do: 'kill', downMs: random.between(1, 60) * SECOND }
    : {
        at: at + random.below(lastsMs),
        do: 'leap',
        ms: pick(random, [-20 * MINUTE, -10 * MINUTE, 10 * MINUTE, 20 * MINUTE, 7 * 60 * MINUTE]),
        lastsMs: random.between(10, 150) * SECOND,
      };
  const steps: readonly Step[] = [
    { at, do: 'silence', what, minutes, untilLocalTime },
    ...Array.from({ length: random.between(2, 5) }, trade),
    ...('mark' in what ? [marked()] : []),
    ...(random.chance(0.4) ? [{ at: at + random.below(lastsMs), do: 'end silence' } as const] : []),
    ...(random.chance(0.35) ? [trouble] : []),
  ];
  return steps.filter((step) => step.at >= 0);
}

function withSilences(random: Random, history: History): History {
  const changed =
    history.timeZone === undefined && random.chance(CLOCKS_SHARE)
      ? atChangeOfClocks(random, history)
      : history;
  const steps = Array.from({ length: random.between(1, 3) }, (_, mark) =>
    silenceSteps(random, changed, mark),
  ).flat();
  const first = changed.steps[0]?.at ?? 0;
  const all = [...changed.steps, ...steps.filter(({ at }) => at >= first)];
  return { ...changed, steps: all.toSorted((one, other) => one.at - other.at) };
}

/** The same history in another time zone, around an hour that is left out or comes twice. */
function atChangeOfClocks(random: Random, history: History): History {
  const { timeZone, at } = pick(random, DUE_TIMES);
  const lastAt = history.steps.at(-1)?.at ?? 0;
  return { ...history, timeZone, startsAt: Date.parse(at) - random.below(lastAt + 1) };
}

/** Rules of further channels that post once, until an end, or without a collection. */
function withExtras(random: Random, history: History): History {
  const sales: RulePlan = { topics: ['sale'], collection: null, priceFrom: null };
  const rules = [
    ...(random.chance(0.7) ? [{ ...sales, isOnce: true }] : []),
    ...(random.chance(0.7) ? [{ ...sales, endsAfterMinutes: random.between(2, 8) }] : []),
    ...(random.chance(0.7) ? [{ ...sales, notCollection: random.below(4) }] : []),
  ];
  return { ...history, auctionRules: [...(history.auctionRules ?? []), ...rules] };
}

/** The history with silences, or with further rules, or with neither. */
export function withSomeSilences(random: Random, history: History): History {
  const hasSilences = random.chance(SILENCES_SHARE);
  const hasExtras = random.chance(EXTRAS_SHARE);
  const first = hasSilences ? withSilences(random, history) : history;
  return hasExtras ? withExtras(random, first) : first;
}
