import { RESTJSONErrorCodes } from 'discord-api-types/v10';
import { pick, pickWeighted, type Random } from '../../sandbox/marketplace/random/random.ts';
import { FIRST_STEP_AT, type History, type Step } from './history.ts';
import type { StrangeAction } from './strange-plans.ts';

/*
 * What no author imagined. It is drawn beside everything else, so that the histories of a seed stay what they are without it.
 */

const SECOND = 1_000;
const SHARE = 0.4;
/** By then a sale was read and posted. */
const KILLED_AFTER_MS = 16 * SECOND;
/** More messages than are searched for one. */
const CROWD = 3_000;

/** Discord's list, and a code that is not in it. */
const CODES: readonly number[] = [
  ...Object.values(RESTJSONErrorCodes).filter((code) => typeof code === 'number'),
  999_999,
];
/** Codes that are met more often than others, because something is known of them. */
const KNOWN_CODES = [0, 40_333, 10_003, 10_008, 50_001, 50_013, 50_035, 50_083, 160_005, 20_028] as const;
/** Without 401, which is about the token, and 429, which has a time. */
const STATUSES = [400, 403, 404, 405, 408, 409, 410, 413, 415, 422, 451, 500, 502, 503, 520, 524] as const;

const refusal = (random: Random, channels: number): StrangeAction => ({
  do: 'strange refusal',
  // The last channel gets none, so that others can be compared with it.
  channel: random.chance(0.7) ? random.below(channels - 1) : null,
  part: pickWeighted(random, ['post', 'read', 'edit', 'any'] as const, (part) => (part === 'post' ? 4 : 1)),
  status: pickWeighted(random, STATUSES, (status) => (status <= 404 ? 4 : 1)),
  code: random.chance(0.5) ? pick(random, KNOWN_CODES) : pick(random, CODES),
  times: pickWeighted(random, [1, 2, 3, 6], (times) => 1 / times),
});

/** By weight. */
function someAction(random: Random, channels: number): StrangeAction {
  const channel = random.below(channels - 1);
  const actions: readonly (readonly [weight: number, make: () => StrangeAction])[] = [
    [10, () => refusal(random, channels)],
    [3, () => ({ do: 'suppress embeds', channel })],
    [2, () => ({ do: 'delete message', channel })],
    [
      2,
      () => ({
        do: 'close thread',
        channel,
        to: random.chance(0.6) ? 'archived' : 'locked',
        lastsMs: random.between(20, 300) * SECOND,
      }),
    ],
    [1, () => ({ do: 'flicker permission', channel, lastsMs: 12 * SECOND })],
    [2, () => ({ do: 'unlistable history', channel, lastsMs: random.between(20, 400) * SECOND })],
    [2, () => ({ do: 'ids made anew' })],
    [
      5,
      () => ({
        do: 'odd trade',
        odd: pick(random, ['id used again', 'coin by symbol', 'burn'] as const),
        collection: random.below(4),
      }),
    ],
    [0, () => ({ do: 'late bid', auction: random.below(4), shownLateMs: random.between(5, 90) * SECOND })],
  ];
  return pickWeighted(random, actions, ([weight]) => weight)[1]();
}

/** Why nobody can say whether a message arrived whose answer was lost. */
const DOUBTS = ['no history', 'no list', 'no embeds', 'a crowd'] as const;

/**
 * The answer to a message is lost as the process ends, and the next one cannot find the message, or not tell it from others; then an
 * admin answers.
 */
function heldSteps(random: Random, { channels, rules }: History, at: number): readonly Step[] {
  const channel = random.below(channels - 1);
  const fault = pick(random, ['accept and reset', 'reset', 'accept and hang'] as const);
  const lastsMs = random.between(160, 300) * SECOND;
  const doubts: Readonly<Record<(typeof DOUBTS)[number], Step>> = {
    'no history': { at, do: 'take permission', channel, permission: 'history', lastsMs },
    'no list': { at, do: 'unlistable history', channel, lastsMs: 2 * lastsMs },
    'no embeds': { at: at + KILLED_AFTER_MS + SECOND, do: 'suppress embeds', channel },
    'a crowd': { at, do: 'chat', channel, messages: CROWD, lastsMs: KILLED_AFTER_MS },
  };
  return [
    { at, do: 'discord fault', channel, part: 'post', fault, times: 1 },
    doubts[pick(random, DOUBTS)],
    {
      ...{ at: at + SECOND, do: 'trade', kind: 'sale', count: 1, together: false, price: 30 },
      ...{ shownLateMs: 0, pricedLateMs: 0 },
      collection: rules.find((rule) => rule.channel === channel)?.collection ?? 0,
    },
    { at: at + KILLED_AFTER_MS, do: 'kill', downMs: random.between(62, 80) * SECOND },
    { at: at + random.between(105, 145) * SECOND, do: 'answer held message', channel },
  ];
}

/** The history, or one in which strange things happen. */
export function withSomethingStrange(random: Random, history: History): History {
  if (!random.chance(SHARE)) return history;
  const { steps, channels } = history;
  const timeOf = (): number => Math.max(FIRST_STEP_AT, pick(random, steps).at) + random.below(5 * SECOND);
  const strange = Array.from(
    { length: random.between(2, 7) },
    (): Step => ({ at: timeOf(), ...someAction(random, channels) }),
  );
  const burns: Step = {
    at: FIRST_STEP_AT,
    do: 'add rule',
    channel: random.below(channels - 1),
    rule: { topics: ['sale', 'burn'], collection: null, priceFrom: null },
  };
  const held = random.chance(0.4) ? heldSteps(random, history, timeOf()) : [];
  const all = [...steps, burns, ...strange, ...held];
  return { ...history, steps: all.toSorted((one, other) => one.at - other.at) };
}

/** Whether Discord refused something in it that it may refuse for no reason of the bot's. */
export const hasStrangeRefusals = ({ steps }: History): boolean =>
  steps.some((step) => step.do === 'strange refusal' || step.do === 'close thread');
