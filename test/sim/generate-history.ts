import type { Random } from '../../sandbox/marketplace/random/random.ts';
import { pick, pickWeighted } from '../../sandbox/marketplace/random/random.ts';
import {
  type Action,
  FIRST_STEP_AT,
  type History,
  type RulePlan,
  type Step,
  WITNESS_COLLECTION,
} from './history.ts';
import type { DiscordFault } from './world/discord/faults.ts';
import type { MarketFault } from './world/market-server.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const MIN_STEPS = 70;
const MAX_STEPS = 110;
/** Faults in every history, at least. */
const MIN_FAULTS = 10;
const FAULTS: ReadonlySet<Action['do']> = new Set([
  'discord fault',
  'market fault',
  'disk fault',
  'take permission',
  'drop gateway',
  'kill',
  'kill at commit',
  'stop',
  'leap',
  'close direct messages',
  'direct message fault',
]);

/** How many of the steps are faults. */
export const countFaults = (steps: readonly Action[]): number =>
  steps.filter((step) => FAULTS.has(step.do)).length;

export const DISCORD_FAULTS: readonly (readonly [DiscordFault, number])[] = [
  ['fail', 3],
  ['accept and fail', 4],
  ['reset', 2],
  ['accept and reset', 5],
  ['hang', 2],
  ['accept and hang', 4],
  ['accept late', 3],
  ['slow', 2],
  ['refuse connection', 2],
  ['html', 1],
  ['accept and answer garbage', 2],
  ['limit', 4],
  ['limit globally', 2],
];
const MARKET_FAULTS: readonly MarketFault[] = [
  'error',
  'html',
  'limit',
  'hang',
  'reset',
  'empty',
  'garbage',
  'slow',
];

function rulePlan(random: Random): RulePlan {
  return {
    topics: random.chance(0.5) ? ['sale'] : random.chance(0.5) ? ['sale', 'listing'] : ['sale', 'transfer'],
    collection: random.chance(0.6) ? null : random.below(4),
    priceFrom: random.chance(0.75) ? null : pick(random, [2, 5, 20]),
  };
}

/** One channel gets all alerts of auctions, one some stages of some auctions, and one only how they end. */
const auctionRules = (random: Random): readonly RulePlan[] => [
  { topics: ['auctions'], collection: null, priceFrom: null },
  {
    topics: pick(random, [
      ['auction starts', 'auction results'],
      ['auction starts', 'auction bids'],
      ['auction bids', 'cancelled auctions'],
      ['auction endings'],
      ['auctions'],
    ] as const),
    collection: random.chance(0.5) ? null : random.below(4),
    priceFrom: null,
  },
  { topics: ['auction results'], collection: null, priceFrom: null },
];
/** The floor that is announced. It is another collection's than those that alerts are compared with. */
const FLOOR_ABOVE = 100;
/** The last channel announces a floor, and nothing else. */
const floorRule = (random: Random): RulePlan => ({
  topics: ['floor'],
  collection: random.below(4),
  priceFrom: null,
  floorAbove: FLOOR_ABOVE,
});

/** Floors below the threshold, within the hysteresis of 3 % and beyond it, and above it; hundredths of a coin. */
const FLOORS = [9_000, 9_650, 9_800, 9_950, 10_050, 10_400] as const;
/** Long enough for two readings. */
const CONFIRMED_MS = 3 * MINUTE;
const HOUR = 60 * MINUTE;

/** How a floor goes while everything else happens; in some histories on for hours, in which it crosses its threshold twice. */
function floorSteps(random: Random, collection: number, lastAt: number): readonly Step[] {
  const floor = (at: number, value: number, wrongForMs: number | null = null): Step => ({
    at,
    do: 'floor',
    collection,
    floor: value,
    wrongForMs,
  });
  const among = Array.from({ length: random.between(2, 6) }, () =>
    floor(
      random.between(FIRST_STEP_AT, lastAt),
      pick(random, FLOORS),
      random.chance(0.5) ? random.between(5, 30) * SECOND : null,
    ),
  );
  if (!random.chance(0.03)) return among;
  const [first, again] = [lastAt + MINUTE, lastAt + HOUR + 10 * MINUTE];
  return [
    ...among,
    floor(first, 9_000),
    floor(first + CONFIRMED_MS, 10_050),
    // Not far enough.
    floor(again, 9_800),
    floor(again + CONFIRMED_MS, 10_100),
    floor(again + 3 * CONFIRMED_MS, 9_600),
    floor(again + 4 * CONFIRMED_MS, 10_100),
    { at: again + 7 * CONFIRMED_MS, do: 'look at health' },
  ];
}

/** Channels with such rules. */
const AUCTION_CHANNELS = 3;

const MIN_AUCTION_MS = 40 * SECOND;

const startOfAuction = (random: Random): Action => ({
  do: 'start auction',
  collection: random.below(4),
  lastsMs: random.between(MIN_AUCTION_MS / SECOND, 300) * SECOND,
  settledAfterMs: random.chance(0.5) ? 0 : random.between(5, 60) * SECOND,
});

/** Actions by weight. */
function actionOf(random: Random, channels: number, isTalkative: boolean): Action {
  const channel = (): number => random.below(channels);
  const actions: readonly (readonly [weight: number, make: () => Action])[] = [
    [
      30,
      () => ({
        do: 'trade',
        kind: pickWeighted(random, ['sale', 'sale', 'listing', 'transfer'] as const, () => 1),
        collection: random.below(4),
        count: pickWeighted(random, [1, 2, 3, 6, 14, 45], (count) => 1 / count),
        together: random.chance(0.3),
        price: pick(random, [1, 3, 8, 30]),
        shownLateMs: random.chance(0.8) ? 0 : random.below(90 * SECOND),
        pricedLateMs: random.chance(0.85) ? 0 : random.below(2 * MINUTE),
      }),
    ],
    [4, () => startOfAuction(random)],
    [6, () => ({ do: 'bid', auction: random.below(4) })],
    [1, () => ({ do: 'cancel auction', auction: random.below(4) })],
    [
      1,
      () => ({
        do: 'poison',
        collection: random.below(WITNESS_COLLECTION),
        status: random.chance(0.6) ? 500 : 400,
      }),
    ],
    [1, () => ({ do: 'poison edits', collection: random.below(WITNESS_COLLECTION) })],
    [
      18,
      () => ({
        do: 'discord fault',
        channel: random.chance(0.75) ? channel() : null,
        part: pickWeighted(random, ['post', 'read', 'edit', 'any'] as const, (part) =>
          part === 'post' ? 6 : 1,
        ),
        fault: pickWeighted(random, DISCORD_FAULTS, ([, weight]) => weight)[0],
        times: pickWeighted(random, [1, 2, 3, 5, 9, 14], (times) => 1 / times),
      }),
    ],
    [
      4,
      () => ({
        do: 'market fault',
        part: pick(random, ['feed', 'feed', 'auctions', 'rest'] as const),
        fault: pick(random, MARKET_FAULTS),
        lastsMs: random.between(5, 90) * SECOND,
      }),
    ],
    [
      1,
      () => ({
        do: 'disk fault',
        code: pick(random, ['SQLITE_FULL', 'SQLITE_BUSY'] as const),
        lastsMs: random.between(1, 30) * SECOND,
      }),
    ],
    [
      3,
      () => ({
        do: 'take permission',
        channel: channel(),
        permission: pick(random, ['view', 'send', 'embed', 'history'] as const),
        lastsMs: random.between(5, 120) * SECOND,
      }),
    ],
    [1, () => ({ do: 'drop gateway' })],
    [3, () => ({ do: 'kill', downMs: downtime(random) })],
    [
      5,
      () => ({
        do: 'kill at commit',
        commit: random.between(1, 12),
        when: random.chance(0.5) ? 'before' : 'after',
        downMs: downtime(random),
      }),
    ],
    [1, () => ({ do: 'stop', downMs: downtime(random) })],
    [
      isTalkative ? 0 : 2,
      () => ({
        do: 'leap',
        ms: pick(random, [-10 * MINUTE, 10 * MINUTE, 70 * SECOND, -70 * SECOND, 8 * 60 * MINUTE]),
        lastsMs: random.between(10, 150) * SECOND,
      }),
    ],
    [3, () => ({ do: 'add rule', channel: random.below(channels - 1), rule: rulePlan(random) })],
    [3, () => ({ do: 'remove rule', channel: random.below(channels - 1) })],
    [
      3,
      () => ({
        do: 'settings',
        channel: random.below(channels + AUCTION_CHANNELS),
        settings: pick(random, ['quiet', 'limit', 'publish', 'compact', 'default'] as const),
      }),
    ],
    [
      2,
      () => ({
        do: 'chat',
        channel: channel(),
        messages: isTalkative ? 2_600 : pick(random, [20, 120, 350]),
        lastsMs: 10 * MINUTE,
      }),
    ],
    [5, () => ({ do: 'look at health' })],
  ];
  return pickWeighted(random, actions, ([weight]) => weight)[1]();
}

const downtime = (random: Random): number =>
  pickWeighted(random, [1, 8, 40, 75, 200], (seconds) => 1 / (seconds + 20)) * SECOND + random.below(SECOND);

/** Whether Discord answers every try with 500, for the message itself or for its edits. */
const isRefusedForGood = (step: Action): boolean =>
  step.do === 'poison edits' || (step.do === 'poison' && step.status === 500);

/**
 * Without all such messages but the first: each costs hundreds of tries, and after several the oracles wait so long for late prices that
 * they hardly judge any.
 */
function withOneRefused(steps: readonly Step[]): readonly Step[] {
  const first = steps.find(isRefusedForGood);
  return steps.filter((step) => step === first || !isRefusedForGood(step));
}

/** Auctions that begin in the last minutes end soon, because nothing but their ends would be waited for. */
const withShortLastAuctions = (steps: readonly Step[], lastAt: number): readonly Step[] =>
  steps.map((step) => {
    if (step.do !== 'start auction') return step;
    const leftMs = Math.max(MIN_AUCTION_MS, lastAt - step.at);
    return {
      ...step,
      lastsMs: Math.min(step.lastsMs, leftMs),
      settledAfterMs: Math.min(step.settledAfterMs, Math.floor(leftMs / 4)),
    };
  });

/** Channels beyond these all ask for the same sales, so that they need permits at once and no history takes ten times as long. */
/** When somebody looks at health after a fault of Discord that lasts: what waits for an answer is late by then. */
const LOOKS_AFTER_MS = [150 * SECOND, 4 * MINUTE];
const LASTING_TIMES = 3;

const looksAt = (steps: readonly Step[]): readonly Step[] =>
  steps
    .filter((step) => step.do === 'discord fault' && step.times >= LASTING_TIMES)
    .flatMap(({ at }) => LOOKS_AFTER_MS.map((afterMs): Step => ({ at: at + afterMs, do: 'look at health' })));

const VARIED_CHANNELS = 8;

/** @param random seeded with `seed` */
export function generateHistory(seed: string, random: Random): History {
  // With many channels permits are what the bot waits for.
  const channels = random.chance(0.04) ? 75 : random.between(5, 8);
  const shared: RulePlan = {
    topics: ['sale'],
    collection: random.below(WITNESS_COLLECTION),
    priceFrom: null,
  };
  function ruleOf(number: number): RulePlan {
    // The last channel gets nothing that Discord never takes, so that others can be compared with it.
    if (number === channels - 1)
      return { topics: ['sale', 'listing', 'transfer'], collection: WITNESS_COLLECTION, priceFrom: null };
    return number < VARIED_CHANNELS || number >= channels ? rulePlan(random) : shared;
  }
  const rules = Array.from({ length: channels + random.below(3) }, (_, number) => ({
    channel: number < channels ? number : random.below(channels - 1),
    ...ruleOf(number),
  }));
  // While the clock is wrong, a message is searched among all later ones, of which there must not be too many.
  const isTalkative = random.chance(0.4);
  const count = random.between(MIN_STEPS, MAX_STEPS);
  const steps: Step[] = [{ at: FIRST_STEP_AT, ...startOfAuction(random) }];
  let at = FIRST_STEP_AT;
  while (steps.length < count || countFaults(steps) < MIN_FAULTS) {
    at +=
      pickWeighted(random, [0, 1, 5, 12, 40], (seconds) => 1 / (seconds + 4)) * SECOND +
      random.below(2 * SECOND);
    steps.push({ at, ...actionOf(random, channels, isTalkative) });
  }
  const rulesOfFurther = auctionRules(random);
  // Last, so that what else happens is what happened before there were floors.
  const floors = floorRule(random);
  const all = [
    ...withOneRefused(withShortLastAuctions(steps, at)),
    ...floorSteps(random, floors.collection ?? 0, at),
    // What comes after the last step could not be seen by then.
    ...looksAt(steps).filter((look) => look.at < at),
  ].toSorted((one, other) => one.at - other.at);
  return { seed, channels, auctionRules: [...rulesOfFurther, floors], rules, steps: all };
}
