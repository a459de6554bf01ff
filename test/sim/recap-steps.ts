import { pick, type Random } from '../../sandbox/marketplace/random/random.ts';
import { FIRST_STEP_AT, type History, type RulePlan, type Step } from './history.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** When a recap is due in a server's time zone. */
interface DueTime {
  readonly timeZone: string;
  readonly on: NonNullable<RulePlan['recap']>['on'];
  readonly hour: number;
  /** UTC. */
  readonly at: string;
}

/** Hours that a change of the clocks leaves out or shows twice, and others. */
export const DUE_TIMES: readonly DueTime[] = [
  { timeZone: 'Europe/Berlin', on: 'daily', hour: 2, at: '2026-03-29T01:00Z' },
  { timeZone: 'Europe/Berlin', on: 'sunday', hour: 2, at: '2026-10-25T00:00Z' },
  { timeZone: 'America/New_York', on: 'sunday', hour: 2, at: '2026-03-08T07:00Z' },
  { timeZone: 'America/New_York', on: 'daily', hour: 1, at: '2026-11-01T05:00Z' },
  { timeZone: 'Australia/Lord_Howe', on: 'daily', hour: 2, at: '2026-04-04T15:30Z' },
  { timeZone: 'Asia/Kathmandu', on: 'daily', hour: 9, at: '2026-01-06T03:15Z' },
  { timeZone: 'UTC', on: 'monday', hour: 13, at: '2026-01-05T13:00Z' },
  { timeZone: 'Pacific/Auckland', on: 'daily', hour: 0, at: '2026-01-06T11:00Z' },
];

/** What happens around the time at which a recap is due, before everything else; how long that takes, and when it is due. */
interface Prelude {
  readonly steps: readonly Step[];
  readonly lastsMs: number;
  readonly dueAt: number;
}

/** The bot is down over the hour, and back within the six hours in which a missed recap of a day is made up, or later. */
function downOver(random: Random): Prelude {
  const before = random.between(10, 1_800) * SECOND;
  const after = random.chance(0.75)
    ? random.between(1, 5 * 60) * MINUTE
    : 6 * HOUR + random.between(1, 180) * MINUTE;
  const lastsMs = before + after;
  const how = random.chance(0.7) ? 'kill' : 'stop';
  return {
    steps: [{ at: FIRST_STEP_AT, do: how, downMs: lastsMs }],
    lastsMs,
    dueAt: FIRST_STEP_AT + before,
  };
}

/** The bot makes the recap, perhaps dying around its commit, and is down until an hour that comes twice has come again, or longer. */
function restartAfter(random: Random): Prelude {
  const dueAt = FIRST_STEP_AT + random.between(10, 60) * SECOND;
  const downAt = dueAt + 3 * MINUTE;
  const downMs = random.chance(0.5) ? random.between(5, 300) * SECOND : random.between(50, 290) * MINUTE;
  const killed: Step = {
    at: dueAt + random.between(50, 75) * SECOND,
    do: 'kill at commit',
    commit: random.between(1, 5),
    when: random.chance(0.5) ? 'before' : 'after',
    downMs: random.between(1, 30) * SECOND,
  };
  return {
    steps: [...(random.chance(0.7) ? [killed] : []), { at: downAt, do: 'kill', downMs }],
    lastsMs: downAt - FIRST_STEP_AT + downMs,
    dueAt,
  };
}

/** The recap is due while everything else happens; the clock may leap across the hour, or the bot be down for some minutes. */
function amongOthers(random: Random, lastAt: number): Prelude {
  const dueAt = random.between(FIRST_STEP_AT + 30 * SECOND, lastAt);
  const leap: Step = {
    at: Math.max(FIRST_STEP_AT, dueAt - random.between(-120, 120) * SECOND),
    do: 'leap',
    // Not by half an hour to an hour: a wait that a process before wrote down may then go on for so long.
    ms: pick(random, [-20 * MINUTE, -10 * MINUTE, 10 * MINUTE, 20 * MINUTE, 7 * HOUR, 24 * HOUR, -25 * HOUR]),
    lastsMs: random.between(10, 150) * SECOND,
  };
  const down: Step = {
    at: Math.max(FIRST_STEP_AT, dueAt - random.between(0, 90) * SECOND),
    do: 'kill',
    downMs: random.between(20, 300) * SECOND,
  };
  return { steps: random.chance(0.6) ? [leap] : [down], lastsMs: 0, dueAt };
}

/** The history in the time zone of a server that gets recaps in one more channel, with what happens around the hour of one. */
function withRecaps(random: Random, history: History): History {
  const { timeZone, on, hour, at } = pick(random, DUE_TIMES);
  const make = pick(random, [downOver, restartAfter, amongOthers]);
  const { steps, lastsMs, dueAt } = make(random, history.steps.at(-1)?.at ?? FIRST_STEP_AT);
  const rule: RulePlan = { topics: ['recap'], collection: null, priceFrom: null, recap: { on, hour } };
  const later = history.steps.map((step) => ({ ...step, at: step.at + lastsMs }));
  return {
    ...history,
    startsAt: Date.parse(at) - dueAt,
    timeZone,
    auctionRules: [...(history.auctionRules ?? []), rule],
    steps: [...steps, ...later].toSorted((one, other) => one.at - other.at),
  };
}

/** Histories with recaps; they take somewhat longer. */
const RECAPS_SHARE = 0.05;

/** The history, or one with recaps. */
export const withSomeRecaps = (random: Random, history: History): History =>
  random.chance(RECAPS_SHARE) ? withRecaps(random, history) : history;
