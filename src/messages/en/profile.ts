import type { Forms, Writer } from '../writer.ts';

const ITEMS: Forms = { one: 'item', other: 'items' };
const COLLECTIONS: Forms = { one: 'collection', other: 'collections' };
const MORE_COLLECTIONS: Forms = { one: 'more collection', other: 'more collections' };

/** `/profile show`: a user or wallet. The caller formats amounts and names. */
export const profileMessages = ({ text, number, count }: Writer) => ({
  group: text`Look up people and wallets`,
  description: text`Show someone’s profile: items, trades and links`,
  whoOption: text`Wallet address, name or profile link`,

  items: text`Items`,
  collections: text`Collections`,
  boughtFor: text`Bought for`,
  soldFor: text`Sold for`,
  holds: text`Holdings`,
  elsewhere: text`Links`,
  wallet: text`Wallet`,
  isPrivate: text`This profile is private. Only public data is shown.`,
  isNew: text`New user. The profile is still empty.`,
  itemCount: (items: number) => count(items, ITEMS),
  listedItems: (items: number) => text`${number(items)} listed`,
  atFloor: (amount: string) => text`${amount} at floor price`,
  together: (amount: string) => text`total ${amount} at floor price`,
  togetherOfSome: (amount: string, withFloor: number, collections: number) =>
    text`total ${amount} at floor price, counting ${number(withFloor)} of ${count(collections, COLLECTIONS)}`,
  counted: (items: number) => text`only the latest ${number(items)} items are counted`,
  countedOf: (items: number, all: number) =>
    text`only the latest ${number(items)} of ${number(all)} items are counted`,
  moreCollections: (collections: number) => text`and ${count(collections, MORE_COLLECTIONS)}`,
  nfts: text`NFTs`,
  listed: text`Listed`,

  unknownName: (name: string) => text`No user “${name}” found. Try the wallet address or the profile link.`,
  unknownWallet: (wallet: string) => text`The wallet ${wallet} has no activity on the marketplace yet.`,
});
