import { z } from 'zod';
import { coinsIn, coinsText } from '#src/chain/coins.ts';
import type { Currency, Wei } from '#src/chain/wei.ts';
import type { FilterMessages } from '#src/messages/messages.ts';
import { readPrice } from '../../filters/amounts.ts';
import { chosenCollections } from '../../filters/collection.ts';
import {
  decimal,
  defineFilter,
  type FieldMessages,
  field,
  outOfRange,
  unreadable,
} from '../../filters/filter.ts';
import { digitsIn } from '../../filters/lists.ts';

/** The topic of floor alerts. */
export const FLOOR_TOPIC = 'floor';

const ABOVE = 'floor_above';
const BELOW = 'floor_below';
const MOVES = 'floor_moves';
const REARM = 'floor_rearm';

/** Exceeds what the chain can represent. */
const LIMIT = 2n ** 256n;
const MAX_PERCENT = 1_000;
const MAX_HOURS = 168;
const MAX_REARM = 50;
const DEFAULT_HOURS = 24;
const DEFAULT_REARM = 3;

/** A floor move by a percentage within a number of hours. */
const move = z
  .object({ percent: z.int().min(1).max(MAX_PERCENT), hours: z.int().min(1).max(MAX_HOURS) })
  .readonly();
type Move = z.infer<typeof move>;

/** Default condition of a rule for floors. */
const DEFAULT_MOVE: Move = { percent: 10, hours: DEFAULT_HOURS };

/** When a rule for floors announces a change. */
export interface FloorConditions {
  /** The floor rises to this or more, wei. */
  readonly above: Wei | null;
  /** The floor falls to this or less, wei. */
  readonly below: Wei | null;
  readonly moves: Move | null;
  /** Percentage by which the floor must leave the announced value before the next alert. */
  readonly rearm: number;
}

interface Values {
  readonly [ABOVE]?: Wei | undefined;
  readonly [BELOW]?: Wei | undefined;
  readonly [MOVES]?: Move | undefined;
  readonly [REARM]?: number | undefined;
}

/** Combines the options of a rule. */
export function floorConditions(values: Values): FloorConditions {
  const {
    [ABOVE]: above = null,
    [BELOW]: below = null,
    [MOVES]: moves = null,
    [REARM]: rearm = DEFAULT_REARM,
  } = values;
  const isEmpty = above === null && below === null && moves === null;
  return { above, below, moves: isEmpty ? DEFAULT_MOVE : moves, rearm };
}

const amountField = <const K extends string>(key: K, messages: (messages: FilterMessages) => FieldMessages) =>
  field({
    key,
    schema: decimal,
    ask: { type: 'number' },
    messages,
    read(text, context) {
      const read = readPrice(text, context);
      return 'value' in read && read.value === 0n
        ? unreadable(text, context, context.messages.price.example(context.currency.symbol))
        : read;
    },
    write: (value, { currency }) => coinsText(value, currency),
    file: {
      read(value, { currency, messages: words }) {
        const isAmount = typeof value === 'string' && /^\d{1,80}(\.\d{1,80})?$/.test(value);
        if (!isAmount) return { problem: messages(words).inFile };
        const wei = coinsIn(value, currency);
        if (wei === 0n) return { problem: messages(words).inFile };
        return wei === null || wei >= LIMIT
          ? { problem: words.price.impossible(currency.symbol) }
          : { value: wei };
      },
      write: (value, { currency }) => coinsText(value, currency),
    },
  });

/** `10`, `10 %`, `10% in 6 h`, `10 / 6h`, `10% within 2 days`. */
const MOVE = /^(\d{1,9}) ?%?(?: ?(?:\/|,|in|within)? ?(\d{1,9}) ?(h|hours?|d|days?)?)?$/i;

/** Parses a move; `null` if the text contains none, `undefined` if a number is out of range. */
function readMove(text: string): Move | null | undefined {
  const [, percent, length, unit = 'h'] = MOVE.exec(text.trim().replaceAll(/\s+/g, ' ')) ?? [];
  const factor = unit.toLowerCase().startsWith('d') ? 24 : 1;
  if (percent === undefined) return null;
  const hours = length === undefined ? DEFAULT_HOURS : Number(length) * factor;
  return move.safeParse({ percent: Number(percent), hours }).data;
}

const writeMove = ({ percent, hours }: Move): string => `${percent}% in ${hours}h`;

/** Returns the values of a rule for a floor that falls to this or less, wei. */
export const floorDownTo = (price: Wei) => ({ [BELOW]: price }) as const;

/** Returns the values of a rule for a floor that rises to this or more, wei. */
export const floorUpTo = (price: Wei) => ({ [ABOVE]: price }) as const;

const fields = [
  amountField(ABOVE, ({ floor }) => floor.above),
  amountField(BELOW, ({ floor }) => floor.below),
  field({
    key: MOVES,
    schema: move,
    ask: { type: 'number' },
    messages: ({ floor }) => floor.moves,
    read(text, context) {
      const value = readMove(text);
      const { hint } = context.messages.floor.moves;
      if (value === null) return unreadable(text, context, hint);
      return value === undefined ? outOfRange(text, context, hint) : { value };
    },
    write: writeMove,
    file: {
      read(value, { messages }) {
        const read = typeof value === 'string' ? readMove(value) : undefined;
        return read == null ? { problem: messages.floor.moves.inFile } : { value: read };
      },
      write: writeMove,
    },
  }),
  field({
    key: REARM,
    schema: z.int().min(1).max(MAX_REARM),
    ask: { type: 'number' },
    messages: ({ floor }) => floor.rearm,
    fallback: DEFAULT_REARM,
    read(text, context) {
      const { hint } = context.messages.floor.rearm;
      const digits = digitsIn(text, /^(\d{1,9})\s*%?$/);
      if (digits === null) return unreadable(text, context, hint);
      const value = Number(digits);
      return value >= 1 && value <= MAX_REARM ? { value } : outOfRange(text, context, hint);
    },
    write: String,
  }),
] as const;

const amountOf = (amount: Wei, coin: Currency) => ({ type: 'amount', amount, coin, exact: true }) as const;

/** Returns whether a rule for floors can ever announce one: it must name collections. */
const watchesCollections = (values: object): boolean => (chosenCollections(values) ?? []).length > 0;

/** When a rule announces the floor of its collections. */
export const floorOptions = defineFilter({
  fields,
  appliesTo: (topics) => topics.includes(FLOOR_TOPIC),
  parts(values, { currency, messages }) {
    const { above, below, moves, rearm } = floorConditions(values);
    const words = messages.floor;
    const when = words.words([
      ...(above === null ? [] : [words.above.words(amountOf(above, currency))]),
      ...(below === null ? [] : [words.below.words(amountOf(below, currency))]),
      ...(moves === null ? [] : [words.moves.words(moves.percent, moves.hours)]),
    ]);
    return rearm === DEFAULT_REARM ? [when] : [when, words.rearmedBy(rearm)];
  },
  sample(values) {
    const { above, below, moves } = floorConditions(values);
    if (above !== null) return { floorChange: { way: 'above', threshold: above } };
    if (below !== null) return { floorChange: { way: 'below', threshold: below } };
    return moves === null ? {} : { floorChange: { way: 'rose', ...moves } };
  },
  contradictions(values, { messages, topics, called }) {
    const floors = topics.filter(({ topic }) => topic === FLOOR_TOPIC);
    return floors.length === 0 || watchesCollections(values)
      ? []
      : [{ topics: floors, isNever: true, sentence: messages.floor.needsCollections(called('collection')) }];
  },
});
