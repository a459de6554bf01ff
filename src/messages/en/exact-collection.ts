import type { Writer } from '../writer.ts';

/** All numbers of a collection with full precision. */
export const exactCollectionMessages = ({ text }: Writer) => ({
  prices: text`Prices`,
  floor: text`Floor`,
  floorCap: text`Market cap at floor`,
  lowestListing: text`Lowest listing`,
  highestListing: text`Highest listing`,
  lastSale: text`Last sale`,
  highestSale: text`Highest sale`,

  volume: text`Volume`,
  hour: text`1 h`,
  day: text`24 h`,
  week: text`7 d`,
  total: text`Total`,
  changeOfHour: text`Change vs. previous hour`,
  changeOfDay: text`Change vs. previous day`,
  changeOfWeek: text`Change vs. previous week`,

  items: text`Items`,
  now: text`Now`,
  minted: text`Minted`,
  burned: text`Burned`,
  owners: text`Owners`,
  ranked: text`Ranked`,

  trade: text`Trading`,
  listed: text`Listed`,
  listedFixed: text`Listed at a fixed price`,
  inAuction: text`In auction`,
  offersOnItems: text`Offers on items`,
  offersOnCollection: text`Offers on the collection`,
  totalSales: text`Total sales`,
  totalListings: text`Total listings`,
  totalAuctions: text`Total auctions`,
  totalOffers: text`Total offers`,
  acceptedOffers: text`Accepted offers`,

  addresses: text`Addresses`,
  contract: text`Contract`,
  creator: text`Creator`,
  royaltyReceiver: text`Royalty recipient`,
  chain: text`Chain`,

  times: text`Times`,
  created: text`Created`,
  onMarketplaceSince: text`On the marketplace since`,
  rarityCalculated: text`Rarity calculated`,
  numbersOf: text`Data as of`,
});
