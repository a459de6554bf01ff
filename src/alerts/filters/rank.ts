import { z } from 'zod';
import { defineFilter, field, strong, unreadable } from './filter.ts';
import { digitsIn } from './lists.ts';
import { aboutCollectionOffers } from './traits.ts';

const MAX_RANK = 1_000_000_000;
const key = 'rank';

/** The values of a rule for this rank or better. */
export const rankedUpTo = (worst: number) => ({ [key]: worst }) as const;

const fields = [
  field({
    key,
    schema: z.int().min(1).max(MAX_RANK),
    ask: { type: 'number' },
    messages: (messages) => messages.rank,
    /** `500`, `#500`, `top 500`. */
    read(text, context) {
      const digits = digitsIn(text, /^(?:top\s*)?#?\s*(\d{1,10}|\d{1,3}(?:,\d{3}){1,3})$/i);
      const worst = Number(digits);
      const isValid = digits !== null && worst >= 1 && worst <= MAX_RANK;
      return isValid ? { value: worst } : unreadable(text, context, context.messages.rank.hint);
    },
    write: String,
  }),
] as const;

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
  words: ({ [key]: worst }, { messages }) => (worst === undefined ? null : messages.rank.words(worst)),
  sample: ({ [key]: worst }) => (worst === undefined ? {} : { rank: worst }),
  contradictions({ [key]: worst }, context) {
    if (worst === undefined) return [];
    const { messages, topics, collections } = context;
    const unranked = collections.length > 0 && collections.every(({ ranked }) => !ranked);
    const never = { topics, sentence: messages.rank.unranked(strong(key)) };
    return unranked ? [never] : aboutCollectionOffers(messages.rank.wholeCollections(strong(key)), context);
  },
});
