import type { Wei } from '#src/chain/wei.ts';
import type { Segment } from '#src/messages/segment.ts';
import { type belowFloor, percentField } from './below-floor.ts';
import { type Contradiction, defineFilter, type PartsContext, type ValuesOf } from './filter.ts';
import { amountOf, type price, priceField } from './price.ts';
import { type rank, rankField } from './rank.ts';

/* When a rule pings. These conditions leave no alert out: they are tested only to decide about the pings of an alert
that the rule posts. */

const FROM = 'ping_from';
const BELOW_FLOOR = 'ping_below_floor';
const RANK = 'ping_rank';

/** They neither leave anything out nor are said among the conditions that do. */
const leavesNothingOut = { covers: () => true, parts: () => [] } as const;

const priceFields = [priceField(FROM, ({ pingWhen }) => pingWhen.from)] as const;
const floorFields = [percentField(BELOW_FLOOR, ({ pingWhen }) => pingWhen.belowFloor)] as const;
const rankFields = [rankField(RANK, ({ pingWhen }) => pingWhen.rank)] as const;

const never = (sentence: readonly Segment[]): Contradiction => ({ topics: [], isNever: false, sentence });

/** The lowest price that pings. */
export const pingFrom = defineFilter({
  ...leavesNothingOut,
  fields: priceFields,
  contradictions: ({ [FROM]: from }, { topics, topicNames, called, messages }) =>
    from === undefined || topics.some(({ hasPrice }) => hasPrice)
      ? []
      : [never(messages.pingWhen.unpriced(topicNames(topics, 'and'), called(FROM)))],
});

/** The lowest percentage below the floor that pings. */
export const pingBelowFloor = defineFilter({
  ...leavesNothingOut,
  fields: floorFields,
  needs: ['floor'],
  contradictions: ({ [BELOW_FLOOR]: percent }, { topics, topicNames, called, messages }) =>
    percent === undefined || topics.some(({ comparedWithFloor }) => comparedWithFloor)
      ? []
      : [never(messages.pingWhen.notCompared(topicNames(topics, 'and'), called(BELOW_FLOOR)))],
});

/** The worst rank that pings. */
export const pingRank = defineFilter({ ...leavesNothingOut, fields: rankFields, needs: ['token'] });

type PingValues = ValuesOf<readonly [...typeof priceFields, ...typeof floorFields, ...typeof rankFields]>;

/** The fields of a rule that decide when it pings. */
export const pingFields = [...priceFields, ...floorFields, ...rankFields] as const;

/** The keys of these fields. */
export const PING_KEYS: readonly string[] = pingFields.map(({ key }) => key);

/** Returns whether the rule pings only for some of its alerts. */
export const hasPingConditions = (values: PingValues): boolean =>
  pingFields.some((field) => field.isSet(values));

type TestedValues = ValuesOf<
  readonly [...typeof price.fields, ...typeof belowFloor.fields, ...typeof rank.fields]
>;

/** Returns the larger of two values, of which one may be missing. */
const larger = <N extends number | bigint>(one: N | undefined, other: N | undefined): N | undefined =>
  one === undefined || (other !== undefined && other > one) ? other : one;

/** Returns the conditions of the alerts for which the rule pings: its own, and those of its pings. */
export function withPingConditions<V extends PingValues & TestedValues>(values: V): V {
  const { [RANK]: worst, rank: worstMatched } = values;
  return {
    ...values,
    price_from: larger(values.price_from, values[FROM]),
    below_floor: larger(values.below_floor, values[BELOW_FLOOR]),
    rank: worst === undefined || (worstMatched !== undefined && worstMatched < worst) ? worstMatched : worst,
  };
}

/**
 * Returns whether the rule pings for an alert that is made for it, which has no tokens to test.
 * @param amount the price of the alert, wei; `null` for none
 */
export const pingsAtPrice = (values: PingValues, amount: Wei | null): boolean =>
  values[BELOW_FLOOR] === undefined &&
  values[RANK] === undefined &&
  (values[FROM] === undefined || (amount !== null && amount >= values[FROM]));

/** Describes them, each with its meaning alone; empty without any. */
export function pingWords(
  { [FROM]: from, [BELOW_FLOOR]: percent, [RANK]: worst }: PingValues,
  { currency, messages: { pingWhen: words } }: Pick<PartsContext, 'currency' | 'messages'>,
): readonly (readonly Segment[])[] {
  return [
    ...(from === undefined ? [] : [words.fromPrice(amountOf(from, currency))]),
    ...(percent === undefined ? [] : [words.ifBelowFloor(percent)]),
    ...(worst === undefined ? [] : [words.ifRanked(worst)]),
  ];
}
