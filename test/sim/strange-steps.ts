import { RESTJSONErrorCodes } from 'discord-api-types/v10';
import { pick, pickWeighted, type Random } from '../../sandbox/marketplace/random/random.ts';
import { FIRST_STEP_AT, type History, pollIntervalOf, type Step } from './history.ts';
import type { StrangeAction } from './strange-plans.ts';

/*
 * What no author imagined. It is drawn beside everything else, so that the histories of a seed stay what they are without it.
 */

const SECOND = 1_000;
const SHARE = 0.4;
/** How long after the next poll a sale is certainly read and posted. */
const POSTED_MS = 6 * SECOND;
/** By then a rule that is added is in force. */
const ADDED_MS = 5 * SECOND;
/** After the last step of the others, so that nothing else of them happens meanwhile. */
const APART_MS = 60 * SECOND;
/** Tries of a message from then until the process ends. */
const TRIES = 5;
/** A list of messages that Discord does not show for five minutes is one that it will not show. */
const UNLISTABLE_MS = 5 * 60 * SECOND;
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
    [2, () => ({ do: 'flicker permission', channel, lastsMs: 12 * SECOND })],
    [2, () => ({ do: 'unlistable history', channel, lastsMs: random.between(20, 400) * SECOND })],
    [2, () => ({ do: 'ids made anew' })],
    [
      7,
      () => ({
        do: 'odd trade',
        odd: pick(random, [
          'id used again',
          'coin by symbol',
          'burn',
          'bundle sold',
          'bundle listed',
        ] as const),
        collection: random.below(4),
      }),
    ],
    [3, () => ({ do: 'late bid', auction: random.below(4), shownLateMs: random.between(5, 90) * SECOND })],
  ];
  return pickWeighted(random, actions, ([weight]) => weight)[1]();
}

/** Why nobody can say whether a message arrived whose answer was lost. */
const DOUBTS = ['no history', 'no list', 'no embeds', 'a crowd'] as const;

/**
 * The answer to a message is lost as the process ends, and the next one cannot find the message, or not tell it from others; then an
 * admin answers.
 */
function heldSteps(random: Random, history: History, at: number): readonly Step[] {
  const doubt = pick(random, DOUBTS);
  // Where a channel publishes, nothing but the embeds shows which message it is, and the last but one can.
  const channel = doubt === 'no embeds' ? history.channels - 2 : random.below(history.channels - 1);
  const killedAfterMs = pollIntervalOf(history) + POSTED_MS;
  const fault = pick(random, ['accept and reset', 'reset', 'accept and hang'] as const);
  const lastsMs = random.between(160, 300) * SECOND;
  /** When the next process has begun, which is too late for the nonce. */
  const startedBy = at + killedAfterMs + 80 * SECOND;
  const answer: Step = {
    at: startedBy + random.between(10, 50) * SECOND,
    do: 'answer held message',
    channel,
  };
  const doubts: Readonly<Record<(typeof DOUBTS)[number], readonly Step[]>> = {
    'no history': [{ at, do: 'take permission', channel, permission: 'history', lastsMs }, answer],
    'no list': [
      { at, do: 'unlistable history', channel, lastsMs: startedBy - at + UNLISTABLE_MS + lastsMs },
      { ...answer, at: answer.at + UNLISTABLE_MS },
    ],
    'no embeds': [
      { at, do: 'settings', channel, settings: 'publish' },
      { at: at + killedAfterMs + SECOND, do: 'suppress embeds', channel },
      answer,
    ],
    'a crowd': [{ at, do: 'chat', channel, messages: CROWD, lastsMs: killedAfterMs }, answer],
  };
  const rule = { topics: ['sale' as const], collection: random.below(4), priceFrom: null };
  return [
    { at: at - ADDED_MS, do: 'add rule', channel, rule },
    { at, do: 'discord fault', channel, part: 'post', fault, times: TRIES },
    ...doubts[doubt],
    {
      ...{ at: at + SECOND, do: 'trade', kind: 'sale', count: 1, together: false, price: 30 },
      ...{ shownLateMs: 0, pricedLateMs: 0 },
      collection: rule.collection,
    },
    { at: at + killedAfterMs, do: 'kill', downMs: random.between(62, 80) * SECOND },
  ];
}

/** The same with a sale that is posted while the permission goes and comes. */
function withSaleMeanwhile(random: Random, step: Step, pollMs: number): readonly Step[] {
  if (step.do !== 'flicker permission') return [step];
  const { at, channel } = step;
  const collection = random.below(4);
  return [
    { at: at - ADDED_MS, do: 'add rule', channel, rule: { topics: ['sale'], collection, priceFrom: null } },
    { ...step, lastsMs: pollMs + POSTED_MS },
    {
      ...{ at: at + SECOND, do: 'trade', kind: 'sale', count: 1, together: false, price: 30, collection },
      ...{ shownLateMs: 0, pricedLateMs: 0 },
    },
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
  const heldAt = random.chance(0.5) ? timeOf() : (steps.at(-1)?.at ?? FIRST_STEP_AT) + APART_MS;
  const held = random.chance(0.4) ? heldSteps(random, history, heldAt) : [];
  const pollMs = pollIntervalOf(history);
  const strangeSteps = strange.flatMap((step) => withSaleMeanwhile(random, step, pollMs));
  const all = [...steps, burns, ...strangeSteps, ...held];
  return { ...history, steps: all.toSorted((one, other) => one.at - other.at) };
}

/** Whether Discord refused something in it that it may refuse for no reason of the bot's. */
export const hasStrangeRefusals = ({ steps }: History): boolean =>
  steps.some((step) => step.do === 'strange refusal' || step.do === 'close thread');
