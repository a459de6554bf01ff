import { pick, pickWeighted, type Random } from '../../sandbox/marketplace/random/random.ts';
import { DISCORD_FAULTS } from './generate-history.ts';
import { FIRST_STEP_AT, type History, pollIntervalOf, type Step } from './history.ts';
import type { PersonAction, WatchPlan } from './people-plans.ts';

/*
 * People who watch something, and rules of channels that are paused. Both are drawn beside everything else, so that the histories of a
 * seed stay what they are without them.
 */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const PEOPLE_SHARE = 0.2;
/** So many people watch the same, that not all direct messages can be opened within a minute. */
const CROWD_SHARE = 0.12;
const CROWD = 13;
const PAUSES_SHARE = 0.25;

/** People begin one after the other. */
const BEGIN_EVERY_MS = 20 * SECOND;

/** Tries of a message until they stop watching. */
const LOST_ANSWERS = 5;

/** A step at its time. */
type PersonStep = PersonAction & { readonly at: number };

const placeOf = (random: Random): 'server' | 'direct messages' =>
  random.chance(0.5) ? 'server' : 'direct messages';

/** Numbers of tokens that nobody else watches. */
function createTokens(): { next(): number } {
  let tokens = 0;
  return {
    next() {
      tokens += 1;
      return tokens;
    },
  };
}

interface Making {
  readonly random: Random;
  /** Ms between two polls. */
  readonly pollMs: number;
  readonly person: number;
  readonly tokens: { next(): number };
}

function watchPlan({ random, tokens }: Making): WatchPlan {
  const collection = random.below(4);
  return pickWeighted(
    random,
    [
      [2, { of: 'collection', collection, below: pick(random, [2, 5, 20]) }],
      [2, { of: 'token', collection, token: tokens.next(), when: pick(random, ['listed', 'sold'] as const) }],
      [5, { of: 'wallet', when: pick(random, ['bought', 'sold', 'outbid', 'won'] as const) }],
      [
        3,
        {
          of: 'auction',
          auction: random.below(4),
          when: pick(random, ['bid', 'outbid', 'ended'] as const),
        },
      ],
    ] as const satisfies readonly (readonly [number, WatchPlan])[],
    ([weight]) => weight,
  )[1];
}

/** Somebody watches something; what becomes of a token that they watch follows. */
function watchSteps(at: number, making: Making): readonly PersonStep[] {
  const { random, person } = making;
  const watch = watchPlan(making);
  const step: PersonStep = { at, person, do: 'watch', where: placeOf(random), watch };
  if (watch.of !== 'token') return [step];
  const { collection, token, when } = watch;
  const kind = when === 'sold' ? 'sale' : 'listing';
  const traded = { person, do: 'token trade', kind, collection, token } as const;
  return [step, { at: at + random.between(10, 400) * SECOND, ...traded }];
}

/** They bid, and somebody else after them. */
function bidSteps(at: number, { random, person }: Making): readonly Step[] {
  const auction = random.below(4);
  const bid = { do: 'bid', auction } as const;
  return [
    { at, person, do: 'own bid', auction },
    ...(random.chance(0.7) ? [{ at: at + random.between(3, 40) * SECOND, ...bid }] : []),
  ];
}

const ownTrade = (
  at: number,
  { random, person }: Making,
): Extract<PersonStep, { readonly do: 'own trade' }> => ({
  at,
  person,
  do: 'own trade',
  as: random.chance(0.5) ? 'buyer' : 'seller',
  collection: random.below(4),
});

const comeBack = (at: number, { random, person }: Making, triesAgain: boolean): PersonStep => ({
  at,
  person,
  do: 'come back',
  where: placeOf(random),
  to: triesAgain ? 'try again' : pick(random, ['look at watches', 'look at quiet hours'] as const),
});

/** They accept no direct messages for a while in which something is due, and use the bot once or more often meanwhile, and after it. */
function closedSteps(at: number, making: Making): readonly PersonStep[] {
  const { random, person } = making;
  const lastsMs = random.between(20, 240) * SECOND;
  const within = (): number => at + random.below(lastsMs);
  return [
    {
      at,
      person,
      do: 'close direct messages',
      refusal: random.chance(0.6) ? 50_007 : 50_278,
      lastsMs,
    },
    { ...ownTrade(at + random.below(5 * SECOND), making), as: 'buyer' },
    { ...ownTrade(at + random.below(5 * SECOND), making), as: 'seller' },
    ...(random.chance(0.7) ? [comeBack(within(), making, random.chance(0.3))] : []),
    ...(random.chance(0.4) ? [comeBack(within(), making, random.chance(0.3))] : []),
    ...(random.chance(0.6) ? [comeBack(at + lastsMs + random.below(MINUTE), making, true)] : []),
  ];
}

/** They say which wallet is theirs, and watch it and something else. */
function begin(at: number, making: Making): readonly PersonStep[] {
  const { random, person } = making;
  const when = pickWeighted(random, ['bought', 'sold', 'outbid', 'won'] as const, (one) =>
    one === 'bought' || one === 'sold' ? 2 : 1,
  );
  return [
    { at, person, do: 'claim wallet' },
    {
      at: at + SECOND,
      person,
      do: 'watch',
      where: placeOf(random),
      watch: { of: 'wallet', when },
    },
    ...Array.from({ length: random.between(1, 2) }, (_, number) =>
      watchSteps(at + (number + 1) * 2 * SECOND, making),
    ).flat(),
  ];
}

function changeSteps(at: number, { random, person }: Making): readonly PersonStep[] {
  const change = (after: number, what: 'pause' | 'resume' | 'remove'): PersonStep => ({
    at: at + after,
    person,
    do: 'change watches',
    where: placeOf(random),
    change: what,
    which: random.chance(0.6) ? 'newest' : 'all',
  });
  const what = pickWeighted(random, ['pause', 'resume', 'remove'] as const, (one) =>
    one === 'pause' ? 3 : 1,
  );
  return what === 'pause' && random.chance(0.7)
    ? [change(0, what), change(random.between(10, 180) * SECOND, 'resume')]
    : [change(0, what)];
}

/** They stop watching while nobody knows whether a message to them arrived. */
function leaveSteps(at: number, making: Making): readonly PersonStep[] {
  const { random, person, pollMs } = making;
  const where = placeOf(random);
  return [
    { at, person, do: 'watch', where, watch: { of: 'wallet', when: 'bought' } },
    { at, person, do: 'direct message fault', part: 'post', fault: 'accept and reset', times: LOST_ANSWERS },
    { ...ownTrade(at + SECOND, making), as: 'buyer' },
    {
      ...{ at: at + pollMs + random.between(2, 12) * SECOND, person, where },
      ...{ do: 'change watches', change: 'remove', which: 'all' },
    },
  ];
}

/** What one of them does, and what is done to them, by weight. */
function someSteps(at: number, making: Making): readonly Step[] {
  const { random, person } = making;
  const kinds: readonly (readonly [weight: number, make: () => readonly Step[]])[] = [
    [6, () => [ownTrade(at, making)]],
    [4, () => bidSteps(at, making)],
    [3, () => watchSteps(at, making)],
    [3, () => closedSteps(at, making)],
    [2, () => [comeBack(at, making, random.chance(0.5))]],
    [3, () => changeSteps(at, making)],
    [1, () => leaveSteps(at, making)],
    [1, () => [{ at, person, do: 'quiet hours' }]],
    [1, () => [{ at, person, do: 'hourly limit', limit: random.between(1, 3) }]],
    [
      1,
      () => [
        { at, person, do: 'forget' },
        ...(random.chance(0.7) ? begin(at + random.between(5, 60) * SECOND, making) : []),
      ],
    ],
    [
      3,
      () => [
        {
          at,
          person,
          do: 'direct message fault',
          part: pickWeighted(random, ['open', 'post', 'edit', 'read'] as const, (part) =>
            part === 'post' ? 4 : part === 'open' ? 3 : 1,
          ),
          fault: pickWeighted(random, DISCORD_FAULTS, ([, weight]) => weight)[0],
          times: pick(random, [1, 1, 2, 4]),
        },
        ownTrade(at + random.below(5 * SECOND), making),
      ],
    ],
  ];
  return pickWeighted(random, kinds, ([weight]) => weight)[1]();
}

/** Many people watch one collection; then something in it is listed. */
function crowdSteps(random: Random, at: number): readonly Step[] {
  const collection = random.below(4);
  return [
    ...Array.from({ length: CROWD }, (_, person): PersonStep => {
      const watch: WatchPlan = { of: 'collection', collection, below: 20 };
      return { at: at + person * 2 * SECOND, person, do: 'watch', where: placeOf(random), watch };
    }),
    {
      at: at + MINUTE,
      do: 'trade',
      kind: 'listing',
      collection,
      count: 1,
      together: false,
      price: 1,
      shownLateMs: 0,
      pricedLateMs: 0,
    },
  ];
}

function withPeople(random: Random, history: History): History {
  const isCrowd = random.chance(CROWD_SHARE);
  const people = isCrowd ? CROWD : random.between(1, 4);
  const tokens = createTokens();
  const { steps } = history;
  const pollMs = pollIntervalOf(history);
  const beginAt = FIRST_STEP_AT + random.below(2 * MINUTE);
  const firstSteps = isCrowd
    ? crowdSteps(random, beginAt)
    : Array.from({ length: people }, (_, person) =>
        begin(beginAt + person * BEGIN_EVERY_MS, { random, person, tokens, pollMs }),
      ).flat();
  const further = Array.from({ length: random.between(8, 14) }, () =>
    someSteps(pick(random, steps).at + random.below(5 * SECOND), {
      random,
      person: random.below(people),
      ...{ tokens, pollMs },
    }),
  ).flat();
  const all = [...steps, ...firstSteps, ...further];
  return { ...history, steps: all.toSorted((one, other) => one.at - other.at) };
}

/** Rules are paused, and most of them resumed. The last channel stays as it is, so that others can be compared with it. */
function withPauses(random: Random, history: History): History {
  const paused = Array.from({ length: random.between(1, 4) }, (): readonly Step[] => {
    const at = pick(random, history.steps).at + random.below(5 * SECOND);
    const channel = random.below(history.channels - 1);
    const resumedAt = at + random.between(5, 200) * SECOND;
    return [
      { at, do: 'switch rule', channel, to: 'pause' },
      ...(random.chance(0.8) ? [{ at: resumedAt, do: 'switch rule', channel, to: 'resume' } as const] : []),
    ];
  }).flat();
  return { ...history, steps: [...history.steps, ...paused].toSorted((one, other) => one.at - other.at) };
}

/** The history with people in it, or with pauses, or with neither. */
export function withSomePeople(random: Random, history: History): History {
  const hasPeople = random.chance(PEOPLE_SHARE);
  const hasPauses = random.chance(PAUSES_SHARE);
  const first = hasPauses ? withPauses(random, history) : history;
  return hasPeople ? withPeople(random, first) : first;
}
