import type { Activity } from '../marketplace/model/activity.ts';

/**
 * The record as one of each of its tokens; itself where it is about one, or about a collection. What a token of a bundle cost is
 * unknown: the price is of all.
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
