import { createServer } from 'node:http';
import { type Address, parseAddress } from '#src/chain/address.ts';
import { steadyMs } from './clock.ts';

/** A marketplace with prepared answers. */
export interface StaticMarketplace extends AsyncDisposable {
  readonly url: string;
  readonly collections: readonly Address[];
  /** Adds a sale to the feed. Returns its transaction hash, which identifies its message. */
  sell(collection: Address): string;
  /** Number of requests since the start: for the feed and the auctions, and for lookups. */
  asked(): { readonly polls: number; readonly lookups: number };
  /** When the feed was last served, ms of the monotonic clock. */
  feedServedAt(): number;
}

/** Records in the feed: the bot requests the newest hundred. */
const FEED_LENGTH = 100;
const TOKENS = 100;
const POLLS = /^\/api\/(activities|auctions)\b/;
const SELLER = `0x${'5e'.repeat(20)}`;
const COIN = 10n ** 18n;

const hex = (number: number, digits: number): string => `0x${number.toString(16).padStart(digits, '0')}`;

function addressOf(number: number): Address {
  const address = parseAddress(hex(0xc0_00_00 + number, 40));
  if (address === null) throw new Error(`There is no collection ${number}.`);
  return address;
}

function tokenOf(collection: Address, tokenId: number): object {
  return {
    id: `${collection}-${tokenId}`,
    tokenId,
    collectionAddress: collection,
    name: `Punk #${tokenId}`,
    image: `https://example.com/${tokenId}.png`,
    owner: SELLER,
    attributes: [{ trait_type: 'Hat', value: 'Beanie', rarity: 4.5 }],
    rarityRank: tokenId,
    rarity: { rank: tokenId, total: TOKENS },
  };
}

function saleOf(number: number, collection: Address): object {
  const at = new Date().toISOString();
  return {
    _id: `sale-${number}`,
    type: 'sale',
    collectionAddress: collection,
    collectionName: 'Punks',
    tokenId: 1 + (number % TOKENS),
    tokenName: `Punk #${1 + (number % TOKENS)}`,
    image: `https://example.com/${number}.png`,
    nftType: 'ERC721',
    amount: 1,
    price: String(COIN + BigInt(number)),
    seller: SELLER,
    buyer: hex(0xb0_00_00 + number, 40),
    txHash: hex(number, 64),
    logIndex: number % 300,
    timestamp: Math.floor(Date.now() / 1_000),
    createdAt: at,
    updatedAt: at,
  };
}

const pageOf = (items: readonly object[]) => ({ total: items.length, page: 1, limit: 100, pages: 1 });

/** Starts it on a free port, with collections of a hundred tokens each and a feed full of old sales. */
export async function startStaticMarketplace(collectionCount: number): Promise<StaticMarketplace> {
  const collections = Array.from({ length: collectionCount }, (_, number) => addressOf(number));
  const listed = collections.map((address) => ({
    address,
    id: address,
    name: `Punks ${address.slice(-4)}`,
    standard: '721',
    displayed: true,
    stats: { floor: String(COIN), listedCount: 1, totalSupply: TOKENS },
  }));
  const collectionList = JSON.stringify({ collections: listed, pagination: pageOf(listed) });
  const tokens = Array.from({ length: TOKENS }, (_, index) => index + 1);
  const tokenList = (collection: Address) =>
    JSON.stringify({
      tokens: tokens.map((tokenId) => tokenOf(collection, tokenId)),
      pagination: pageOf(tokens.map(() => ({}))),
    });
  const noAuctions = JSON.stringify({ auctions: [], pagination: pageOf([]) });
  const feed: object[] = [];
  let [feedText, sales, feedServedAt] = ['', 0, 0];
  let [polls, lookups] = [0, 0];

  function sell(collection: Address): string {
    sales += 1;
    feed.unshift(saleOf(sales, collection));
    feed.length = Math.min(feed.length, FEED_LENGTH);
    feedText = JSON.stringify({
      activities: feed,
      pagination: { page: 1, limit: FEED_LENGTH, total: sales },
    });
    return hex(sales, 64);
  }
  for (let number = 0; number < FEED_LENGTH; number += 1) sell(addressOf(0));

  function textFor(path: string): string | null {
    if (path.startsWith('/api/activities')) return feedText;
    if (path.startsWith('/api/auctions')) return noAuctions;
    const tokensOf = /^\/api\/tokens\/collection\/(0x[0-9a-f]{40})/.exec(path)?.[1];
    if (tokensOf !== undefined) return tokenList(parseAddress(tokensOf) ?? '0x');
    const one = /^\/api\/collections\/(0x[0-9a-f]{40})/.exec(path)?.[1];
    if (one !== undefined) return JSON.stringify(listed.find(({ address }) => address === one) ?? {});
    return path.startsWith('/api/collections') ? collectionList : null;
  }

  const server = createServer((request, response) => {
    const path = request.url ?? '';
    const text = textFor(path);
    response.writeHead(text === null ? 404 : 200, { 'content-type': 'application/json' });
    if (POLLS.test(path)) polls += 1;
    else lookups += 1;
    if (path.startsWith('/api/activities')) feedServedAt = steadyMs();
    response.end(text ?? '{"error":"Not Found"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The stand-in has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    collections,
    sell,
    asked: () => ({ polls, lookups }),
    feedServedAt: () => feedServedAt,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
