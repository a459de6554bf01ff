import { pick, type Random } from '../../sandbox/marketplace/random/random.ts';
import type { History, Step } from './history.ts';
import { type TemplatedTopic, type TemplatePlan, WRITTEN } from './template-plans.ts';

/* Templates are drawn beside everything else, so that the histories of a seed stay what they are without them. */

const SECOND = 1_000;
const TEMPLATES_SHARE = 0.25;
/** Time for the commands that save a template, and for what is posted with it. */
const UNTIL_CHANGED_MS = 90 * SECOND;

const topicOf = (random: Random): TemplatedTopic =>
  random.chance(0.7) ? 'sale' : random.chance(0.5) ? 'listing' : 'transfer';

function placeOf(random: Random, channels: number): TemplatePlan {
  if (random.chance(0.25)) return { of: 'server' };
  // The last channel stays as it is, so that others can be compared with it.
  return { of: random.chance(0.5) ? 'channel' : 'rule', channel: random.below(channels - 1) };
}

/** A template, which may be changed and reset, with trades just before each of these and after. */
function templateSteps(random: Random, history: History, takeMark: () => number): readonly Step[] {
  const { channels, steps } = history;
  const at = pick(random, steps).at + random.below(5 * SECOND);
  const [place, topic] = [placeOf(random, channels), topicOf(random)];
  const save = (savedAt: number): Step => ({
    at: savedAt,
    do: 'save template',
    for: place,
    topic,
    written: random.below(WRITTEN.length),
    mark: takeMark(),
  });
  const trade = (tradedAt: number): Step => ({
    at: tradedAt,
    do: 'trade',
    kind: topic,
    collection: random.below(4),
    ...{ count: random.chance(0.2) ? random.between(2, 4) : 1, together: random.chance(0.5) },
    price: random.between(1, 40),
    shownLateMs: 0,
    pricedLateMs: random.chance(0.4) ? random.between(15, 100) * SECOND : 0,
  });
  const changedAt = at + random.between(2, UNTIL_CHANGED_MS / SECOND) * SECOND;
  const resetAt = changedAt + random.between(2, UNTIL_CHANGED_MS / SECOND) * SECOND;
  return [
    save(at),
    trade(at + random.between(3, 20) * SECOND),
    ...(random.chance(0.6) ? [trade(changedAt - random.below(12 * SECOND)), save(changedAt)] : []),
    ...(random.chance(0.5)
      ? [
          trade(resetAt - random.below(12 * SECOND)),
          { at: resetAt, do: 'reset template', for: place, topic } as const,
          trade(resetAt + random.between(3, 20) * SECOND),
        ]
      : []),
  ];
}

/** The history with templates, or without. */
export function withSomeTemplates(random: Random, history: History): History {
  if (!random.chance(TEMPLATES_SHARE)) return history;
  let marks = 0;
  const takeMark = (): number => marks++;
  const added = Array.from({ length: random.between(1, 4) }, () =>
    templateSteps(random, history, takeMark),
  ).flat();
  const all = [...history.steps, ...added];
  return { ...history, steps: all.toSorted((one, other) => one.at - other.at) };
}
