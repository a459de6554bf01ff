import type { Wei } from '#src/chain/wei.ts';
import type { Activity } from '#src/marketplace/resources/activity/activity.ts';
import type { BundledToken } from '#src/marketplace/resources/activity/tokens.ts';

/**
 * The record as one of each of its tokens; itself where it is about one, or about a collection. What a token of a
 * bundle cost is unknown: the price is of all.
 */
export function singleTokens(record: Activity): readonly Activity[] {
  const { bundle, ...facts } = record;
  if (bundle === undefined) return [record];
  return bundle.map((token, index) => ({
    ...facts,
    ...token,
    keys: [`${record.keys[0]}#${index}`],
    price: null,
    tokenName: null,
    image: null,
  }));
}

/**
 * What each of several tokens costs if all their units cost the same, in their order; together exactly the total.
 * `null` for each where the total is, and where they are of several collections, whose prices cannot be compared.
 * @param total of all of them, wei
 */
export function equalShares(
  total: Wei | null,
  tokens: readonly Pick<BundledToken, 'collection' | 'quantity'>[],
): readonly (Wei | null)[] {
  const units = tokens.reduce((sum, { quantity }) => sum + quantity, 0n);
  const isMixed = tokens.some(({ collection }) => collection !== tokens[0]?.collection);
  if (total === null || isMixed || units === 0n) return tokens.map(() => null);
  let before = 0n;
  return tokens.map(({ quantity }) => {
    const paid = (total * before) / units;
    before += quantity;
    return (total * before) / units - paid;
  });
}
