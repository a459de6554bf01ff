import type { Forms, Writer } from '../writer.ts';

const ITEMS: Forms = { one: 'item', other: 'items' };
const COLLECTIONS: Forms = { one: 'collection', other: 'collections' };
const MORE_COLLECTIONS: Forms = { one: 'more collection', other: 'more collections' };

/** `/profile show`: a user or wallet. The caller formats amounts and names. */
export const profileMessages = ({ text, number, count }: Writer) => ({
  group: text`Looks up people and wallets of the marketplace`,
  description: text`Shows a person: what they own, trade and say of themselves`,
  whoOption: text`Wallet address, name, or the address of their profile`,

  items: text`Items`,
  collections: text`Collections`,
  boughtFor: text`Bought for`,
  soldFor: text`Sold for`,
  holds: text`Holds`,
  elsewhere: text`Elsewhere`,
  wallet: text`Wallet`,
  isPrivate: text`This profile is private, and I respect that: here is only what the marketplace shows of it.`,
  isNew: text`New here: nothing in this profile is filled in yet.`,
  itemCount: (items: number) => count(items, ITEMS),
  listedItems: (items: number) => text`${number(items)} listed`,
  atFloor: (amount: string) => text`${amount} at floor`,
  together: (amount: string) => text`together ${amount} at floor`,
  togetherOfSome: (amount: string, withFloor: number, collections: number) =>
    text`together ${amount} at floor, with the floors of ${number(withFloor)} of ${count(collections, COLLECTIONS)}`,
  counted: (items: number) => text`counted: the latest ${number(items)} items`,
  countedOf: (items: number, all: number) =>
    text`counted: the latest ${number(items)} of ${number(all)} items`,
  moreCollections: (collections: number) => text`and ${count(collections, MORE_COLLECTIONS)}`,
  nfts: text`NFTs`,
  listed: text`Listed`,

  unknownName: (name: string) =>
    text`The marketplace knows nobody called “${name}”. Try their wallet’s address, or the address of their profile.`,
  unknownWallet: (wallet: string) =>
    text`The marketplace does not know the wallet ${wallet} yet: it never owned or traded anything there.`,
});
