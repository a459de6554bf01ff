import type { Forms, Writer } from '../writer.ts';

const ITEMS: Forms = { one: 'item', other: 'items' };

/** `/profile nfts`: the tokens that a user owns. The caller formats amounts, times and names. */
export const ownedMessages = ({ text, count }: Writer) => ({
  description: text`List someone’s NFTs`,
  collectionOption: text`Collection name, path or address (default: all collections)`,
  listedOption: text`Show only NFTs that are listed for sale`,
  sortOption: text`Sort order (default: newest first)`,

  title: (owner: string) => text`NFTs owned by ${owner}`,
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
  inAuctionAt: (amount: string) => text`up for auction, highest bid ${amount}`,
  auctionEnd: (when: string) => text`auction end: ${when}`,
  offerOf: (amount: string) => text`offer of ${amount}`,
  noneListed: text`Nothing is listed for sale. Press “All items” below to see everything.`,
  ownsNothing: text`No NFTs on this marketplace.`,
  ownsNoneOfCollection: text`No NFTs from this collection. Press “All collections” below to see everything.`,
  openOne: text`Open an NFT`,
  profile: text`Profile`,
  allCollections: text`All collections`,
});
