import type { Forms, Writer } from '../writer.ts';

const COLLECTIONS: Forms = { one: 'collection', other: 'collections' };
const SALES: Forms = { one: 'sale', other: 'sales' };

/** `/collection info` and `/collection list`. The caller formats amounts, times and names. */
export const collectionMessages = ({ text, number, count }: Writer) => ({
  group: text`Look up collections`,
  infoDescription: text`Show a collection’s floor, volume, size and owners`,
  listDescription: text`List all collections, most traded first`,
  option: text`Name, path or address`,
  optionOrEverything: text`Name, path or address (default: all collections)`,

  floor: text`Floor`,
  asOf: (when: string) => text`as of ${when}`,
  nothingListed: text`nothing listed`,
  volumeOfDay: text`Volume 24 h`,
  volumeOfWeek: text`Volume 7 d`,
  changeOfDay: (change: string) => text`${change} vs. previous day`,
  changeOfWeek: (change: string) => text`${change} vs. previous week`,
  unchangedOfDay: text`unchanged vs. previous day`,
  unchangedOfWeek: text`unchanged vs. previous week`,
  lastSale: text`Last sale`,
  highestSale: text`Highest sale`,
  totalVolume: text`Total volume`,
  sales: (sales: number) => count(sales, SALES),
  items: text`Items`,
  burned: (items: number) => text`${number(items)} burned`,
  owners: text`Owners`,
  listed: text`Listed`,
  shareOfItems: (share: string) => text`${share} of the items`,
  auctions: text`Auctions`,
  auctionsRunning: (auctions: number) => text`${number(auctions)} running`,
  offers: text`Offers`,
  offersOnItems: (offers: number) => text`${number(offers)} on items`,
  offersOnAnyItem: (offers: number) => text`${number(offers)} on any item`,
  royalty: text`Royalty`,
  creator: text`Creator`,
  created: text`Created`,
  links: text`Links`,
  onX: (handle: string) => text`${handle} on X`,
  mayBeOld: text`up to 5 minutes old`,

  buttons: {
    collection: text`Collection`,
    chart: text`Chart`,
    tokens: text`Tokens`,
    traits: text`Traits`,
    holders: text`Holders`,
    activity: text`Activity`,
  },
  followHere: text`Follow here`,
  exactNumbers: text`Exact numbers`,

  listTitle: text`Collections`,
  listNote: (mark: string) => text`most traded first · ${mark} verified by the marketplace`,
  listEmpty: text`The collection list is not loaded yet. Try again in a minute.`,
  notTradedYet: text`no trades yet`,
  traded: (amount: string) => text`${amount} traded`,
  count: (collections: number) => count(collections, COLLECTIONS),
  first: (collections: number) => text`first ${count(collections, COLLECTIONS)}`,
  someOf: (known: number, all: number) => text`${number(known)} of ${count(all, COLLECTIONS)}`,
  openCollection: text`Open a collection`,
  activityEverywhere: text`Marketplace activity`,

  unknown: (typed: string) => text`No collection “${typed}” found.`,
});
