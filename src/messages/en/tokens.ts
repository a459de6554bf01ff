import type { Forms, Writer } from '../writer.ts';

const TOKENS: Forms = { one: 'token', other: 'tokens' };

/** `/collection tokens`: the tokens of a collection, filtered and sorted. */
export const tokenListMessages = ({ text, count }: Writer) => ({
  description: text`Shows tokens of a collection: what is listed, the rarest, those with a trait`,
  sortOption: text`Which come first; the cheapest when left out`,
  listedOption: text`Only what is for sale, or all`,
  traitOption: text`A trait of the collection, such as Background`,
  valueOption: text`The value that the trait must have`,

  heading: (collection: string) => text`Tokens of ${collection}`,
  count: (tokens: number) => count(tokens, TOKENS),
  orders: {
    price: { ascending: text`cheapest first`, descending: text`most expensive first` },
    rarityRank: { ascending: text`rarest first`, descending: text`most common first` },
    tokenId: { ascending: text`lowest number first`, descending: text`highest number first` },
    lastSale: { ascending: text`by last sale, the other way round`, descending: text`by last sale` },
  },
  /** Labels for menus. */
  orderLabels: {
    price: { ascending: text`Cheapest first`, descending: text`Most expensive first` },
    rarityRank: { ascending: text`Rarest first`, descending: text`Most common first` },
    tokenId: { ascending: text`Lowest number first`, descending: text`Highest number first` },
    lastSale: { ascending: text`By last sale, the other way round`, descending: text`By last sale` },
  },
  unsorted: (order: string) => text`in the marketplace’s own order, only this page is ${order}`,
  noneListed: text`Nothing like that is listed right now. “Listed or not” below shows what there is.`,
  noTokens: text`The marketplace knows no tokens of this collection yet.`,
  noneWithTrait: text`No token has that trait now. “Traits” below shows those that there are.`,
  openToken: text`Open a token`,
  chosenOrder: (order: string) => text`Order: ${order}`,
  anyTrait: text`Any trait`,
});
