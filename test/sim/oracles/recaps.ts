import { isRecap } from '../../../sandbox/demo/recap-check.ts';
import { startOf } from '../history.ts';
import type { Interval } from '../interval.ts';
import type { Observation } from '../observation.ts';
import { BOT_ID, type SimulatedMessage } from '../world/discord/state.ts';
import type { RuleRecord } from '../world/rules.ts';
import type { Oracle } from './context.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** A recap that was missed is made up for so long. */
const madeUpMs = ({ on }: NonNullable<RuleRecord['plan']['recap']>): number =>
  on === 'daily' ? 6 * HOUR : DAY;
/** So much later the feed has to be read. */
const REPORTED_MS = MINUTE;
/** While nothing is wrong for so long, a recap that is due is made, and posted in the end. */
const QUIET_MS = 2 * MINUTE;
/** What is felt of a leap of the clock, or of a process that ends. */
const FELT_MS = 10 * SECOND;
/** Time zones differ from UTC by whole multiples of this, as do their changes. */
const QUARTER = 15 * MINUTE;

interface LocalTime {
  readonly day: string;
  readonly weekday: string;
  readonly hour: number;
}

function localTime(at: number, timeZone: string): LocalTime {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    ...{ weekday: 'long', year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit' },
    hourCycle: 'h23',
  });
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
  const of = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? '';
  return {
    day: [of('year'), of('month'), of('day')].join('-'),
    weekday: of('weekday').toLowerCase(),
    hour: Number(of('hour')),
  };
}

/**
 * When recaps are due from one time to another, epoch ms: of each local day the first quarter of an hour at which the clock shows the
 * hour or a later one.
 */
export function dueTimes(
  { on, hour }: NonNullable<RuleRecord['plan']['recap']>,
  timeZone: string,
  { from, to }: Interval,
): readonly number[] {
  const found = new Map<string, number>();
  for (let at = Math.floor((from - 2 * DAY) / QUARTER) * QUARTER; at <= to; at += QUARTER) {
    const local = localTime(at, timeZone);
    const isDay = on === 'daily' || on === local.weekday;
    if (isDay && local.hour >= hour && !found.has(local.day)) found.set(local.day, at);
  }
  return [...found.values()].filter((at) => at >= from);
}

/** A part of a life in which the machine's clock was not set, and by how much it was ahead, ms. */
interface Stretch extends Interval {
  readonly ahead: number;
}

/** The lives of the bot, cut where the clock was set. */
function stretchesOf({ lives, leaps, endedAt }: Observation): readonly Stretch[] {
  const cuts = leaps.flatMap(({ from, to }) => [from, to]);
  return lives.flatMap((life) => {
    const end = Math.min(life.to, endedAt);
    const inside = cuts.filter((at) => at > life.from && at < end).toSorted((one, other) => one - other);
    const edges = [life.from, ...inside, end];
    return edges.slice(1).map((to, index) => {
      const from = edges[index] ?? to;
      const middle = (from + to) / 2;
      const ahead = leaps
        .filter((leap) => leap.from <= middle && leap.to >= middle)
        .reduce((sum, { ms }) => sum + ms, 0);
      return { from, to, ahead };
    });
  });
}

const isFrom = ({ authorId, embeds }: SimulatedMessage): boolean =>
  authorId === BOT_ID && isRecap({ embeds: embeds as Parameters<typeof isRecap>[0]['embeds'] });

/** A recap whose embeds Discord did not take. It does not say when it was due. */
const isPlain = ({ authorId, content, embeds }: SimulatedMessage): boolean =>
  authorId === BOT_ID && embeds.length === 0 && content !== '';

/** When the recap was due that the message is, epoch ms. */
const dueOf = ({ embeds }: SimulatedMessage): number =>
  Date.parse(embeds.find(({ timestamp }) => timestamp !== undefined)?.timestamp ?? '');

/** A recap is posted once for each time at which its rule is due, also when the bot was down then for less than six hours, or a day for that of a week, and else never. */
export const recaps: Oracle = ({ observation, channels }) => {
  const { history, rules, diskFaults, feedReads, endedAt } = observation;
  const { timeZone = 'UTC' } = history;
  const start = startOf(history);
  const stretches = stretchesOf(observation);
  const wallOf = ({ ahead }: Stretch, at: number): number => start + at + ahead;

  /** Whether a process was there that could take the recap for due. */
  const couldBeMade = (due: number, madeUp: number): boolean =>
    stretches.some((one) => wallOf(one, one.to) >= due && wallOf(one, one.from) < due + madeUp);

  /** Whether the bot had time to make the recap in which nothing was wrong that keeps it from doing so. */
  const hadToBeMade = (due: number, madeUp: number): boolean =>
    stretches.some((one) => {
      const from = Math.max(one.from + FELT_MS, due + REPORTED_MS - start - one.ahead);
      const to = Math.min(one.to - FELT_MS, due + madeUp - start - one.ahead);
      const reads = feedReads.filter((at) => at >= from && at <= to);
      return reads.some((at, index) => {
        const until = at + QUIET_MS;
        const isRead = reads.slice(index + 1).filter((next) => next <= until).length >= 3;
        return isRead && until <= to && !diskFaults.some((fault) => fault.from <= until && fault.to >= at);
      });
    });

  return channels.flatMap(({ channel }) => {
    const rule = rules.find(({ channelId, plan }) => channelId === channel.id && plan.recap !== undefined);
    const posted = channel.messages.filter(isFrom).map(dueOf);
    const plan = rule?.plan.recap;
    if (rule === undefined || plan === undefined)
      return posted.map(() => `${channel.name}: a recap was posted that nobody asked for`);
    const walls = stretches.flatMap((one) => [wallOf(one, one.from), wallOf(one, one.to)]);
    const dues = dueTimes(plan, timeZone, {
      from: Math.min(...walls) - DAY,
      to: Math.max(...walls),
    }).filter((due) => due > start + rule.askedAt);
    const name = (due: number): string => `the recap due at ${new Date(due).toISOString()}`;
    const { inForceFrom } = rule;
    const plain = channel.messages.filter(isPlain).length;
    const madeUp = madeUpMs(plan);
    const possible = dues.filter((due) => couldBeMade(due, madeUp));
    const must = dues.filter(
      (due) =>
        inForceFrom !== null &&
        due > start + inForceFrom &&
        due <= start + endedAt &&
        hadToBeMade(due, madeUp),
    );
    return [
      ...[...new Set(posted)]
        .filter((due) => posted.filter((one) => one === due).length > 1)
        .map((due) => `${channel.name}: ${name(due)} was posted more than once`),
      ...posted
        .filter((due) => !possible.includes(due))
        .map((due) => `${channel.name}: ${name(due)} was posted and not due`),
      ...must
        .filter((due) => !posted.includes(due))
        // Each of the plain ones may be one of these.
        .slice(plain)
        .map((due) => `${channel.name}: ${name(due)} was not posted`),
      ...(posted.length + plain > Math.max(possible.length, posted.length)
        ? [
            `${channel.name}: ${posted.length + plain} recaps were posted, and ${possible.length} could be due`,
          ]
        : []),
    ];
  });
};
