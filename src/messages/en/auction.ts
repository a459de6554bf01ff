import type { Forms, Writer } from '../writer.ts';

const EARLIER_BIDS: Forms = { one: 'earlier bid', other: 'earlier bids' };
const BIDS: Forms = { one: 'bid', other: 'bids' };
const AUCTIONS: Forms = { one: 'auction', other: 'auctions' };

/** `/auction show` and `/auction list`. The caller formats amounts, times and names. */
export const auctionMessages = ({ text, number, count, duration, command }: Writer) => ({
  group: text`Look up auctions`,
  showDescription: text`Show an auction’s token, bids, leader and end time`,
  auctionOption: text`Token name, number or link`,
  listDescription: text`List auctions with their bids and end times`,
  statusOption: text`Status (default: running)`,
  sortOption: text`Sort order (default: end time)`,
  collectionOption: text`Collection name, path or address (default: all collections)`,

  statuses: {
    upcoming: text`not started yet`,
    running: text`running`,
    ended: text`ended, waiting for settlement`,
    sold: text`sold`,
    unsold: text`ended without a bid`,
    cancelled: text`cancelled`,
  },
  /** For the beginning of a line. */
  statusTitles: {
    upcoming: text`Not started yet`,
    running: text`Running`,
    ended: text`Ended, waiting for settlement`,
    sold: text`Sold`,
    unsold: text`Ended without a bid`,
    cancelled: text`Cancelled`,
  },
  statusSince: (status: string, when: string) => text`${status} (${when})`,
  starts: (when: string) => text`starts ${when}`,
  ends: (when: string) => text`ends ${when}`,
  ended: (when: string) => text`ended ${when}`,
  settled: (when: string) => text`settled ${when}`,
  cancelled: (when: string) => text`cancelled ${when}`,
  startsIn: (seconds: number) => text`starts in ${duration(seconds)}`,
  endsIn: (seconds: number) => text`ends in ${duration(seconds)}`,
  endedAgo: (seconds: number) => text`ended ${duration(seconds)} ago`,

  bestBid: {
    upcoming: text`Highest bid`,
    running: text`Highest bid`,
    ended: text`Highest bid`,
    sold: text`Sold for`,
    unsold: text`Highest bid`,
    cancelled: text`Highest bid`,
  },
  bestBidder: {
    upcoming: text`Leader`,
    running: text`Leader`,
    ended: text`Leader`,
    sold: text`Winner`,
    unsold: text`Highest bidder`,
    cancelled: text`Highest bidder`,
  },
  noBidYet: text`no bids yet`,
  startingPrice: text`Starting price`,
  seller: text`Seller`,
  amount: text`Amount`,
  rarity: text`Rarity`,
  bids: text`Bids`,
  bidsTitle: (bids: number) => text`Bids (${number(bids)})`,
  bidBy: (bid: string, bidder: string) => text`${bid} by ${bidder}`,
  earlierBids: (bids: number) => text`and ${count(bids, EARLIER_BIDS)}`,
  footer: (auctionId: string) => text`auction #${auctionId}`,
  refresh: text`Refresh`,
  token: text`Token`,
  winner: text`Winner`,
  leader: text`Leader`,
  allAuctions: text`All auctions`,

  exact: {
    startingPrice: text`Starting price`,
    highestBid: text`Highest bid`,
    highestBidder: text`Highest bidder`,
    coin: text`Coin`,
    seller: text`Seller`,
    collection: text`Collection`,
    token: text`Token`,
    amount: text`Amount`,
    started: text`Started`,
    end: text`End`,
    settled: text`Settled`,
    bids: text`Bids`,
  },

  listTitle: text`Auctions`,
  listHeading: (collection: string) => text`${collection} auctions`,
  count: (auctions: number) => count(auctions, AUCTIONS),
  bidCount: (bids: number) => count(bids, BIDS),
  noBid: text`no bids`,
  noBidFrom: (startingPrice: string) => text`no bids, starting price ${startingPrice}`,
  by: (seller: string) => text`by ${seller}`,
  /** Filters for a list of auctions. */
  filters: { active: text`running`, completed: text`ended`, cancelled: text`cancelled` },
  filterButtons: { active: text`Running`, completed: text`Ended`, cancelled: text`Cancelled` },
  orders: {
    endTime: { active: text`ending soonest first`, over: text`latest end time first` },
    currentBid: text`highest bid first`,
    createdAt: text`newest first`,
  },
  sortChoices: {
    endTime: text`by end time`,
    currentBid: text`highest bid first`,
    createdAt: text`newest first`,
  },
  sortButtons: { endTime: text`By end time`, currentBid: text`By bid`, createdAt: text`By start time` },
  noneRunning: text`No auctions are running. Press “Ended” below to see past auctions.`,
  none: text`No auctions found. Choose another status below.`,
  openAuction: text`View an auction`,

  unknown: (typed: string) =>
    text`No auction “${typed}” found. Pick a suggestion while you type, or browse ${command('auction list')}.`,
});
