import { decimal, defineFilter, field, outOfRange, unreadable } from './filter.ts';
import { digitsIn } from './lists.ts';

const key = 'amount';

/** `5`, `1,000`; at most the 78 digits of a 256-bit number. */
const UNITS = /^(\d{1,78}|\d{1,3}(?:,\d{3}){1,25})$/;

const fields = [
  field({
    key,
    schema: decimal.refine((units) => units >= 1n),
    ask: { type: 'number' },
    messages: (messages) => messages.amount,
    read(text, context) {
      const digits = digitsIn(text, UNITS);
      if (digits === null) return unreadable(text, context, context.messages.amount.hint);
      const units = BigInt(digits);
      return units >= 1n ? { value: units } : outOfRange(text, context, context.messages.amount.hint);
    },
    write: String,
  }),
] as const;

/** Minimum units of an ERC1155 token. For a collection offer, the number of tokens wanted. */
export const amount = defineFilter({
  fields,
  checksCollections: true,
  test: ({ [key]: least }, { quantity }) => (least === undefined || quantity >= least ? 'yes' : 'no'),
  seen: (_values, { subject }) => ({ type: 'units', units: subject.quantity }),
  covers: ({ [key]: wide }, { [key]: narrow }) => wide === undefined || (narrow ?? 0n) >= wide,
  parts: ({ [key]: least }, { messages }) => (least === undefined ? [] : [messages.amount.words(least)]),
  contradictions({ [key]: least }, { messages, topics, collections, called }) {
    if (least === undefined || least <= 1n || collections.length === 0) return [];
    const isNever = collections.every(({ single }) => single);
    return isNever ? [{ topics, isNever, sentence: messages.amount.single(called(key)) }] : [];
  },
  sample: ({ [key]: least }) => (least === undefined ? {} : { quantity: least }),
});
