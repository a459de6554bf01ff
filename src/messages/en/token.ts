import type { Forms, Writer } from '../writer.ts';

const BIDS: Forms = { one: 'bid', other: 'bids' };

/** `/token`: one token. The caller formats amounts, times and names. */
export const tokenMessages = ({ text, count, plural, list }: Writer) => ({
  description: text`Show a token: price, rarity, traits, owner, auction`,
  tokenOption: text`Number, name, link, or collection and number (Foxes #12)`,
  collectionOption: text`Name, path or address, unless the token includes it`,
  /** For a token without a name, in choices. */
  unnamed: text`Token`,

  price: text`Price`,
  auction: text`Auction`,
  offers: text`Offers`,
  lastPrice: text`Last price`,
  rarity: text`Rarity`,
  owner: text`Owner`,
  amount: text`Amount`,
  listedOn: text`Listed on`,
  media: text`Media`,
  traits: text`Traits`,
  footer: (tokenId: string) => text`token ${tokenId}`,

  listed: text`listed`,
  notListed: text`not listed`,
  listingEnds: (when: string) => text`listing ends ${when}`,
  listingEnded: (when: string) => text`listing ended ${when}`,
  approval: (state: string) => text`approval: ${state}`,
  inAuction: text`in auction`,
  noBidYet: text`no bid yet`,
  noBidYetFrom: (startingPrice: string) => text`no bid yet, from ${startingPrice}`,
  highestBid: text`highest bid`,
  highestOf: (bids: number) => text`highest of ${count(bids, BIDS)}`,
  bidBy: (bid: string, bidder: string) => text`${bid} by ${bidder}`,
  auctionEnd: (when: string) => text`end: ${when}`,
  waitingForSettlement: text`waiting for settlement`,
  highestOffer: (amount: string) => text`highest ${amount}`,
  someOffers: text`yes`,
  hasOffers: text`has offers`,
  lastSoldFor: (amount: string) => text`last sold for ${amount}`,

  exact: {
    price: text`Price`,
    floor: text`Collection floor`,
    highestBid: text`Highest bid`,
    firstPrice: text`Starting price`,
    highestOffer: text`Highest offer`,
    lastPrice: text`Last price`,
    units: text`Units`,
    rarityScore: text`Rarity score`,
    percentile: text`Percentile (high is common)`,
    tokenId: text`Token ID`,
    contract: text`Contract`,
    owner: text`Owner`,
    metadata: text`Metadata`,
    picture: text`Picture`,
    onChainPicture: text`part of the metadata`,
    knownSince: text`Known since`,
    changed: text`Changed`,
  },

  unknown: (collection: string, tokenId: string) => text`${collection} has no token ${tokenId}.`,
  /** @param tokenIds one or two */
  nearest: (tokenIds: readonly string[]) =>
    text`The nearest ${plural(tokenIds.length, { one: 'is', other: 'are' })} ${list(tokenIds, 'and')}.`,
  isLast: (collection: string) => text`This is the last token of ${collection}.`,
  isFirst: (collection: string) => text`This is the first token of ${collection}.`,
  ofWhichCollection: text`Which collection? Enter it with the number, like \`Lantern Foxes #12\`, or paste the token’s link.`,
  notFound: (typed: string) =>
    text`No token “${typed}” found. Enter its number, like \`#1234\`, or paste its link.`,
});
