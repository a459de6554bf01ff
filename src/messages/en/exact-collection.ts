import type { Writer } from '../writer.ts';

/** All numbers of a collection with full precision. */
export const exactCollectionMessages = ({ text }: Writer) => ({
  prices: text`Prices`,
  floor: text`Floor`,
  floorCap: text`All items at the floor`,
  lowestListing: text`Cheapest listing`,
  highestListing: text`Dearest listing`,
  lastSale: text`Last sale`,
  highestSale: text`Highest sale`,

  volume: text`Volume`,
  hour: text`1 h`,
  day: text`24 h`,
  week: text`7 d`,
  total: text`In all`,
  changeOfHour: text`Change on the hour before`,
  changeOfDay: text`Change on the day before`,
  changeOfWeek: text`Change on the week before`,

  items: text`Items`,
  now: text`Now`,
  minted: text`Minted`,
  burned: text`Burned`,
  owners: text`Owners`,
  ranked: text`With a rarity rank`,

  trade: text`Trade`,
  listed: text`Listed`,
  listedFixed: text`Listed at a fixed price`,
  inAuction: text`In auction`,
  offersOnItems: text`Offers on items`,
  offersOnCollection: text`Offers on the collection`,
  totalSales: text`Sales so far`,
  totalListings: text`Listings so far`,
  totalAuctions: text`Auctions so far`,
  totalOffers: text`Offers so far`,
  acceptedOffers: text`Offers accepted`,

  addresses: text`Addresses`,
  contract: text`Contract`,
  creator: text`Creator`,
  royaltyReceiver: text`Royalties go to`,
  chain: text`Chain`,

  times: text`Times`,
  created: text`Created`,
  onMarketplaceSince: text`On the marketplace since`,
  rarityCalculated: text`Rarity worked out`,
  numbersOf: text`These numbers`,
});
