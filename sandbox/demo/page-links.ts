import type { LedgerRecord } from '../marketplace/ledger.ts';

/**
 * URL templates of web pages, as the demo's bot links to them. The ledger check reads the links out of the
 * messages, so it finds the sale or auction of a message independently of the bot.
 */
export const PAGE_TEMPLATES = {
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

/** Items that a text links to, as `collection/tokenId`, once for each link. */
export function linkedItems(text: string): readonly string[] {
  return [...text.matchAll(ITEM)].map(([, collection, tokenId]) => `${collection}/${tokenId}`);
}

/** The first auction that a text links to, as `collection/number`, or `null`. */
export function linkedAuction(text: string): string | null {
  const [, collection, number] = AUCTION.exec(text) ?? [];
  return collection === undefined ? null : `${collection}/${number}`;
}

/** The first collection's page that a text links to, or `null`. */
export function linkedCollection(text: string): string | null {
  return COLLECTION.exec(text)?.[1] ?? null;
}

/** The first wallet that a text links to, or `null`. */
export function linkedWallet(text: string): string | null {
  return PROFILE.exec(text)?.[1] ?? null;
}

/** The transaction that a text links to, or `null`. */
export function linkedTransaction(text: string): string | null {
  return TRANSACTION.exec(text)?.[1] ?? null;
}

/** Everything that identifies a record of the feed, in the form of `referencesIn`. */
export function referencesOf({ txHash, collection, tokenId, auctionId }: LedgerRecord): readonly string[] {
  return [
    ...(txHash === null ? [] : [`transaction ${txHash}`]),
    auctionId === null
      ? `item ${collection}/${tokenId}`
      : `auction ${collection}/${auctionId.split('-').at(-1)}`,
  ];
}

/** The records of the feed that a text links to: transactions, auctions and items. */
export function referencesIn(text: string): ReadonlySet<string> {
  return new Set([
    ...Array.from(text.matchAll(new RegExp(TRANSACTION, 'g')), ([, hash]) => `transaction ${hash}`),
    ...auctionsLinked(text).map((auction) => `auction ${auction}`),
    ...linkedItems(text).map((item) => `item ${item}`),
  ]);
}

/** Every auction that a text links to, as `collection/number`. */
export function auctionsLinked(text: string): readonly string[] {
  return Array.from(
    text.matchAll(new RegExp(AUCTION, 'g')),
    ([, collection, number]) => `${collection}/${number}`,
  );
}
