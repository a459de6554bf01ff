import { z } from 'zod';
import type { FilterMessages } from '#src/messages/messages.ts';
import { defineFilter, type FieldMessages, field, outOfRange, unreadable } from './filter.ts';
import { digitsIn } from './lists.ts';
import { aboutCollectionOffers } from './traits.ts';

/** The largest rank that a rule may contain. */
export const MAX_RANK = 1_000_000_000;
const key = 'rank';

/** Returns the values of a rule for this rank or better. */
export const rankedUpTo = (worst: number) => ({ [key]: worst }) as const;

/** Defines a field for the worst rank. */
export const rankField = <const K extends string>(
  name: K,
  messagesOf: (messages: FilterMessages) => FieldMessages,
) =>
  field({
    key: name,
    schema: z.int().min(1).max(MAX_RANK),
    ask: { type: 'number' },
    messages: messagesOf,
    /** Parses `500`, `#500` or `top 500`. */
    read(text, context) {
      const digits = digitsIn(text, /^(?:top\s*)?#?\s*(\d{1,20}|\d{1,3}(?:,\d{3}){1,3})$/i);
      const worst = Number(digits);
      if (digits === null) return unreadable(text, context, context.messages.rank.hint);
      const isValid = worst >= 1 && worst <= MAX_RANK;
      return isValid ? { value: worst } : outOfRange(text, context, context.messages.rank.hint);
    },
    write: String,
  });

const fields = [rankField(key, (messages) => messages.rank)] as const;

/** Worst rank allowed; 1 is the rarest. Unranked tokens never match. */
export const rank = defineFilter({
  fields,
  needs: ['token'],
  checksCollections: true,
  test({ [key]: worst }, subject) {
    if (worst === undefined) return 'yes';
    if (subject.tokenId === null) return 'no';
    if (subject.rank !== null && subject.rank <= worst) return 'yes';
    return subject.open.rankAndTraits ? 'undecided' : 'no';
  },
  seen: (_values, { subject }) => ({ type: 'rank', rank: subject.rank }),
  covers: ({ [key]: wide }, { [key]: narrow }) =>
    wide === undefined || (narrow !== undefined && narrow <= wide),
  parts: ({ [key]: worst }, { messages }) => (worst === undefined ? [] : [messages.rank.words(worst)]),
  sample: ({ [key]: worst }) => (worst === undefined ? {} : { rank: worst }),
  contradictions({ [key]: worst }, context) {
    if (worst === undefined) return [];
    const { messages, topics, collections, called } = context;
    const unranked = collections.length > 0 && collections.every(({ ranked }) => !ranked);
    const never = { topics, isNever: false, sentence: messages.rank.unranked(called(key)) };
    return unranked ? [never] : aboutCollectionOffers(messages.rank.wholeCollections(called(key)), context);
  },
});
