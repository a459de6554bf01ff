/**
 * Addresses of web pages as the demo's bot links to them. The audit reads them back out of the messages, so what the
 * bot says of a sale or an auction is found without asking the bot.
 */
export const PAGES = {
  item: 'https://market.example/item/{collection}/{tokenId}',
  collection: 'https://market.example/collection/{collection}',
  profile: 'https://market.example/profile/{address}',
  auction: 'https://market.example/auction/{collection}/{auctionId}',
  transaction: 'https://explorer.example/tx/{txHash}',
} as const;

const ITEM = /https:\/\/market\.example\/item\/(0x[0-9a-f]{40})\/(\d+)/g;
const COLLECTION = /https:\/\/market\.example\/collection\/(0x[0-9a-f]{40})/;
const PROFILE = /https:\/\/market\.example\/profile\/(0x[0-9a-f]{40})/;
const AUCTION = /https:\/\/market\.example\/auction\/(0x[0-9a-f]{40})\/(\d+)/;
const TRANSACTION = /https:\/\/explorer\.example\/tx\/(0x[0-9a-f]{64})/;

/** Items that a text links to, as `collection/tokenId`, each as often as it is linked. */
export function itemsLinked(text: string): readonly string[] {
  return [...text.matchAll(ITEM)].map(([, collection, tokenId]) => `${collection}/${tokenId}`);
}

/** The first auction that a text links to, as `collection/number`, or `null`. */
export function auctionLinked(text: string): string | null {
  const [, collection, number] = AUCTION.exec(text) ?? [];
  return collection === undefined ? null : `${collection}/${number}`;
}

/** The first collection's page that a text links to, or `null`. */
export function collectionLinked(text: string): string | null {
  return COLLECTION.exec(text)?.[1] ?? null;
}

/** The first wallet that a text links to, or `null`. */
export function walletLinked(text: string): string | null {
  return PROFILE.exec(text)?.[1] ?? null;
}

/** The transaction that a text links to, or `null`. */
export function transactionLinked(text: string): string | null {
  return TRANSACTION.exec(text)?.[1] ?? null;
}
