import type { Forms, Writer } from '../writer.ts';

const BIDS: Forms = { one: 'bid', other: 'bids' };

/** `/token`: one token. The caller formats amounts, times and names. */
export const tokenMessages = ({ text, count, plural, list }: Writer) => ({
  description: text`Show a token’s price, rarity, traits, owner and auction`,
  tokenOption: text`Token number, name or link, or collection and number (Foxes #12)`,
  collectionOption: text`Collection name, path or address, if not given in “token”`,
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
  approval: (state: string) => text`listing approval: ${state}`,
  inAuction: text`up for auction`,
  noBidYet: text`no bids yet`,
  noBidYetFrom: (startingPrice: string) => text`no bids yet, starting price ${startingPrice}`,
  highestBid: text`highest bid`,
  highestOf: (bids: number) => (bids === 1 ? text`only bid` : text`highest of ${count(bids, BIDS)}`),
  bidBy: (bid: string, bidder: string) => text`${bid} by ${bidder}`,
  auctionEnd: (when: string) => text`end: ${when}`,
  waitingForSettlement: text`waiting for settlement`,
  highestOffer: (amount: string) => text`highest: ${amount}`,
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
    percentile: text`Percentile (higher is more common)`,
    tokenId: text`Token ID`,
    contract: text`Contract`,
    owner: text`Owner`,
    metadata: text`Metadata`,
    picture: text`Picture`,
    onChainPicture: text`stored in the metadata`,
    knownSince: text`First seen`,
    changed: text`Last changed`,
  },

  unknown: (collection: string, tokenId: string) => text`${collection} has no token ${tokenId}.`,
  /** @param tokenIds one or two */
  nearest: (tokenIds: readonly string[]) =>
    text`The nearest ${plural(tokenIds.length, { one: 'token is', other: 'tokens are' })} ${list(tokenIds, 'and')}.`,
  isLast: (collection: string) => text`This is the last token of ${collection}.`,
  isFirst: (collection: string) => text`This is the first token of ${collection}.`,
  ofWhichCollection: text`Which collection? Enter it with the number, like \`Lantern Foxes #12\`, or paste the token’s link.`,
  notFound: (typed: string) =>
    text`No token “${typed}” found. Enter its number, like \`#1234\`, or paste its link.`,
});
