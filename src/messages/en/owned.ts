import type { Forms, Writer } from '../writer.ts';

const ITEMS: Forms = { one: 'item', other: 'items' };

/** `/profile nfts`: the tokens that a user owns. The caller formats amounts, times and names. */
export const ownedMessages = ({ text, count }: Writer) => ({
  description: text`Lists what somebody owns`,
  collectionOption: text`Only of this collection: name, path or address`,
  listedOption: text`Only what is listed`,
  sortOption: text`What comes first`,

  title: (owner: string) => text`NFTs of ${owner}`,
  count: (items: number) => count(items, ITEMS),
  orders: {
    acquiredAt: text`newest first`,
    tokenId: text`lowest number first`,
    rarityRank: text`rarest first`,
    listingPrice: text`cheapest first`,
  },
  orderButtons: {
    acquiredAt: text`Newest first`,
    tokenId: text`By number`,
    rarityRank: text`Rarest first`,
    listingPrice: text`Cheapest first`,
  },
  inAuctionAt: (amount: string) => text`in auction at ${amount}`,
  auctionEnd: (when: string) => text`auction’s end ${when}`,
  offerOf: (amount: string) => text`offer of ${amount}`,
  noneListed: text`Nothing of theirs is listed right now. “Listed or not” below shows what there is.`,
  ownsNothing: text`They own nothing on this marketplace right now.`,
  ownsNoneOfCollection: text`They own nothing of this collection right now. “All collections” below shows what there is.`,
  openOne: text`Open one of them`,
  profile: text`Profile`,
  allCollections: text`All collections`,
});
