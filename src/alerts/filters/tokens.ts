import { z } from 'zod';
import { tokenId } from '#src/chain/codecs.ts';
import { shortTokenId, type TokenId } from '#src/chain/token-id.ts';
import { chosenCollections } from './collection.ts';
import { defineFilter, MAX_ENTRIES, storedField } from './filter.ts';
import { firstOf, sortedSet } from './lists.ts';

const key = 'tokens';

/** Returns the values of a rule for these tokens of the chosen collections. */
export const onlyTokens = (numbers: readonly TokenId[]) => ({ [key]: numbers }) as const;

const fields = [
  storedField({ key, schema: z.array(tokenId).min(1).max(MAX_ENTRIES).readonly(), canonical: sortedSet }),
] as const;

const collectionsOf = (values: object) => chosenCollections(values) ?? [];

/** Tokens of the chosen collections, by their numbers. */
export const tokens = defineFilter({
  fields,
  test({ [key]: wanted }, { tokenId: found }) {
    return wanted === undefined || (found !== null && wanted.includes(found)) ? 'yes' : 'no';
  },
  seen: (_values, { subject }) => ({ type: 'token', tokenId: subject.tokenId }),
  indexKeys(values) {
    const { [key]: wanted } = values;
    const collections = collectionsOf(values);
    if (wanted === undefined || collections.length === 0) return null;
    return collections.flatMap((collection) =>
      wanted.map((one) => ({ by: 'token', collection, tokenId: one }) as const),
    );
  },
  parts({ [key]: wanted }, { messages }) {
    if (wanted === undefined) return [];
    const numbers = firstOf(
      wanted,
      (one) => [{ type: 'text', text: `#${shortTokenId(one)}` }],
      messages.more,
    );
    return [messages.tokens.words(numbers)];
  },
});
