import type { Wei } from '#src/chain/wei.ts';
import type { Activity } from '#src/marketplace/resources/activity/activity.ts';
import type { BundledToken } from '#src/marketplace/resources/activity/tokens.ts';

/**
 * Splits a record into one for each of its tokens; returns it unchanged if it is about one token or a collection. The
 * price of a single token of a bundle is unknown: the record's price covers all.
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
 * Splits a total evenly among all units of several tokens, in their order; the parts add up exactly. `null` for each if
 * the total is unknown, or if the tokens belong to several collections, whose prices are not comparable.
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
