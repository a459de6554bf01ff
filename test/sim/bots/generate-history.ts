import { createRandom, pick, pickWeighted, type Random } from '../../../sandbox/marketplace/random/random.ts';
import { DISCORD_FAULTS } from '../generate-history.ts';
import {
  type Action,
  FIRST_STEP_AT,
  type History,
  type RulePlan,
  type Step,
  WITNESS_COLLECTION,
} from '../history.ts';
import type { BotRole } from './bot-actions.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const MIN_STEPS = 25;
const MAX_STEPS = 50;
/** More than Discord keeps a nonce. */
const LONGEST_PAUSE_MS = 150 * SECOND;

const downtime = (random: Random): number =>
  pickWeighted(random, [1, 8, 40], (seconds) => 1 / (seconds + 20)) * SECOND + random.below(SECOND);

/** Below a lease, about as long, and beyond it and the nonce window. */
const pauseMs = (random: Random): number =>
  random.chance(0.4)
    ? random.between(1, 8 * SECOND)
    : random.chance(0.5)
      ? random.between(8 * SECOND, 40 * SECOND)
      : random.between(60 * SECOND, LONGEST_PAUSE_MS);

const role = (random: Random): BotRole =>
  pickWeighted(random, ['sender', 'poller', 'housekeeper'] as const, (name) => (name === 'sender' ? 6 : 2));

/** What matters most while alerts are written down and posted, which takes a second or two after each poll. */
const DURING_POSTS: ReadonlySet<Action['do']> = new Set([
  'kill bot',
  'stop bot',
  'pause bot',
  'kill holder',
  'pause holder',
  'abort transactions',
  'lose answers of commits',
  'database away',
]);
const POLL_EVERY_MS = 10 * SECOND;

/** A time soon after the next poll. */
const whilePosting = (random: Random, at: number): number =>
  Math.ceil(at / POLL_EVERY_MS) * POLL_EVERY_MS + random.between(150, 1_500);

function rulePlan(random: Random): RulePlan {
  return {
    topics: random.chance(0.6) ? ['sale'] : ['sale', 'transfer'],
    collection: random.chance(0.6) ? null : random.below(4),
    priceFrom: random.chance(0.8) ? null : pick(random, [2, 5, 20]),
  };
}

function actionOf(
  random: Random,
  { bots, channels }: { readonly bots: number; readonly channels: number },
): Action {
  // One more than begin, because another may join.
  const bot = (): number => random.below(bots + 1);
  const actions: readonly (readonly [weight: number, make: () => Action])[] = [
    [
      34,
      () => ({
        do: 'trade',
        kind: pick(random, ['sale', 'sale', 'transfer'] as const),
        collection: random.below(4),
        count: pickWeighted(random, [1, 2, 3, 14], (count) => 1 / count),
        together: random.chance(0.3),
        price: pick(random, [1, 3, 8, 30]),
        shownLateMs: random.chance(0.85) ? 0 : random.below(60 * SECOND),
        pricedLateMs: random.chance(0.9) ? 0 : random.below(MINUTE),
      }),
    ],
    [5, () => ({ do: 'kill bot', bot: bot(), downMs: downtime(random) })],
    [
      8,
      () => ({
        do: 'kill bot at commit',
        bot: bot(),
        commit: random.between(1, 12),
        when: pick(random, ['before', 'after'] as const),
        downMs: downtime(random),
      }),
    ],
    [4, () => ({ do: 'stop bot', bot: bot(), downMs: downtime(random) })],
    [6, () => ({ do: 'pause bot', bot: bot(), lastsMs: pauseMs(random) })],
    [4, () => ({ do: 'kill holder', role: role(random), downMs: downtime(random) })],
    [8, () => ({ do: 'pause holder', role: role(random), lastsMs: pauseMs(random) })],
    [
      4,
      () => ({
        do: 'set clock',
        bot: bot(),
        aheadMs: pick(random, [
          -10 * MINUTE,
          -70 * SECOND,
          -2 * SECOND,
          2 * SECOND,
          70 * SECOND,
          10 * MINUTE,
        ]),
      }),
    ],
    [2, () => ({ do: 'bot joins' })],
    [2, () => ({ do: 'bot leaves' })],
    [2, () => ({ do: 'upgrade bot', bot: bot(), downMs: random.between(1, 5) * SECOND })],
    [
      4,
      () => ({
        do: 'abort transactions',
        // Leases are repeated three times, and a process that starts in more conflicts at once ends.
        times: pick(random, [1, 2, 3]),
        code: pick(random, ['40001', '40P01'] as const),
      }),
    ],
    [5, () => ({ do: 'lose answers of commits', times: pick(random, [1, 2, 5]) })],
    [
      4,
      () => ({
        do: 'database away',
        lastsMs: pickWeighted(random, [2, 10, 30, 60], (seconds) => 1 / seconds) * SECOND,
        how: pick(random, ['refuses', 'is silent'] as const),
      }),
    ],
    [2, () => ({ do: 'drop shard', shard: random.below(3) })],
    [
      9,
      () => ({
        do: 'discord fault',
        channel: random.chance(0.75) ? random.below(channels) : null,
        part: pickWeighted(random, ['post', 'read', 'edit', 'any'] as const, (part) =>
          part === 'post' ? 6 : 1,
        ),
        fault: pickWeighted(random, DISCORD_FAULTS, ([, weight]) => weight)[0],
        times: pickWeighted(random, [1, 2, 3, 5], (times) => 1 / times),
      }),
    ],
    [
      2,
      () => ({
        do: 'market fault',
        part: 'feed',
        fault: pick(random, ['error', 'hang', 'reset', 'slow'] as const),
        lastsMs: random.between(5, 40) * SECOND,
      }),
    ],
    [2, () => ({ do: 'add rule', channel: random.below(channels - 1), rule: rulePlan(random) })],
    [2, () => ({ do: 'remove rule', channel: random.below(channels - 1) })],
    [
      2,
      () => ({
        do: 'chat',
        channel: random.below(channels),
        messages: pick(random, [20, 120]),
        lastsMs: 5 * MINUTE,
      }),
    ],
    [5, () => ({ do: 'look at health' })],
  ];
  return pickWeighted(random, actions, ([weight]) => weight)[1]();
}

/** A history of several bots. @param bots how many run at the beginning */
export function generateBotsHistory(seed: string, bots: number): History {
  const random = createRandom(`bots ${seed}`);
  const channels = random.between(3, 5);
  const rules = Array.from({ length: channels + random.below(2) }, (_, number) => ({
    channel: number < channels ? number : random.below(channels - 1),
    ...(number === channels - 1
      ? { topics: ['sale', 'transfer'] as const, collection: WITNESS_COLLECTION, priceFrom: null }
      : rulePlan(random)),
  }));
  const steps: Step[] = [];
  let at = FIRST_STEP_AT;
  for (let left = random.between(MIN_STEPS, MAX_STEPS); left > 0; left -= 1) {
    at +=
      pickWeighted(random, [0, 1, 5, 12, 40], (seconds) => 1 / (seconds + 4)) * SECOND +
      random.below(2 * SECOND);
    const action = actionOf(random, { bots, channels });
    if (DURING_POSTS.has(action.do) && random.chance(0.6)) at = whilePosting(random, at);
    steps.push({ at, ...action });
  }
  return { seed, bots, channels, rules, steps };
}
