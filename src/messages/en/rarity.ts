import type { Forms, Writer } from '../writer.ts';

const MORE_TRAITS: Forms = { one: 'more trait', other: 'more traits' };

/** Ranks, shares and traits. */
export const rarityMessages = ({ text, number, count }: Writer) => ({
  under: (share: string) => text`under ${share}`,
  rank: (rank: number) => text`rank ${number(rank)}`,
  rankOf: (rank: number, total: number) => text`rank ${number(rank)} of ${number(total)}`,
  atTheTop: (rank: string, share: string) => text`${rank} (top ${share})`,
  rarestOfAll: text`the rarest of all`,
  mostCommon: text`one of the most common`,
  rarerThan: (share: string) => text`rarer than ${share} of the collection`,
  moreTraits: (traits: number) => text`and ${count(traits, MORE_TRAITS)}`,
});
