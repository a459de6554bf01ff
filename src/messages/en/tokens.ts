import type { Forms, Writer } from '../writer.ts';

const TOKENS: Forms = { one: 'token', other: 'tokens' };

/** `/collection tokens`: the tokens of a collection, filtered and sorted. */
export const tokenListMessages = ({ text, count }: Writer) => ({
  description: text`List a collection’s tokens by price, rarity or trait`,
  sortOption: text`Sort order (default: cheapest first)`,
  listedOption: text`Show only tokens that are listed for sale`,
  traitOption: text`Trait, for example Background`,
  valueOption: text`Trait value, for example Blue`,

  heading: (collection: string) => text`${collection} tokens`,
  count: (tokens: number) => count(tokens, TOKENS),
  orders: {
    price: { ascending: text`cheapest first`, descending: text`most expensive first` },
    rarityRank: { ascending: text`rarest first`, descending: text`most common first` },
    tokenId: { ascending: text`lowest number first`, descending: text`highest number first` },
    lastSale: { ascending: text`by last sale, reversed`, descending: text`by last sale` },
  },
  /** Labels for menus. */
  orderLabels: {
    price: { ascending: text`Cheapest first`, descending: text`Most expensive first` },
    rarityRank: { ascending: text`Rarest first`, descending: text`Most common first` },
    tokenId: { ascending: text`Lowest number first`, descending: text`Highest number first` },
    lastSale: { ascending: text`By last sale, reversed`, descending: text`By last sale` },
  },
  unsorted: (order: string) => text`sorted within this page only: ${order}`,
  noneListed: text`No matching tokens are listed for sale. Press “All items” below to see all matching tokens.`,
  noTokens: text`No tokens in this collection yet.`,
  noneWithTrait: text`No tokens have this trait. Press “Traits” below to see all traits.`,
  openToken: text`Open a token`,
  chosenOrder: (order: string) => text`Order: ${order}`,
  anyTrait: text`Any trait`,
});
