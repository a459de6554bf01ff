import { createServer } from 'node:http';

/** A marketplace whose lists never end and whose texts are as long as the bot reads them. Disposing of it closes it. */
export interface HostileMarketplace extends AsyncDisposable {
  readonly url: string;
  /** How many pages of each list were asked for. */
  readonly pages: ReadonlyMap<string, number>;
}

/** Records of a page, whatever was asked for: an answer has 5 to 6 MB, of the 8 MiB that are read. */
const COLLECTIONS = 800;
const AUCTIONS = 400;
const RECORDS = 300;
const BIDS = 60;
/** Ends of auctions lie this far ahead, and further with each auction. Epoch seconds. */
const AUCTION_SECONDS = 36_000;
/** Not in Latin-1, so that a character takes two bytes. */
const WIDE = 'Ж';

const hex = (number: number, digits: number): string => number.toString(16).padStart(digits, 'f');
const addressOf = (number: number): string => `0x${hex(number, 40)}`;
const wide = (number: number, length: number): string => `${number} ${WIDE.repeat(length)}`;

function collection(number: number): object {
  return {
    address: addressOf(number),
    name: wide(number, 250),
    symbol: wide(number, 250),
    path: `${number}-${'path-'.repeat(45)}`,
    thumbnail: `https://media.example/${number}/${'x'.repeat(1_900)}.png`,
    totalVolumeTraded: String(number),
    description: wide(number, 2_000),
  };
}

function auction(number: number, now: number): object {
  return {
    _id: `${number}-${'a'.repeat(180)}`,
    auctionId: String(number),
    collectionAddress: addressOf(number % 1_000),
    tokenId: String(number),
    seller: addressOf(number),
    startingPrice: '1000000000000000000',
    isActive: true,
    startTime: now - 60,
    endTime: now + AUCTION_SECONDS + number,
    bids: Array.from({ length: BIDS }, (_unused, bid) => ({
      bidder: addressOf(number * BIDS + bid),
      amount: String(10n ** 18n + BigInt(bid)),
      timestamp: now - BIDS + bid,
      txHash: `0x${hex(number * BIDS + bid, 64)}`,
    })),
  };
}

function record(number: number, now: number): object {
  return {
    _id: `${number}-${'r'.repeat(180)}`,
    type: 'sale',
    collectionAddress: addressOf(number % 1_000),
    collectionName: wide(number, 4_000),
    tokenId: String(number),
    tokenName: wide(number, 4_000),
    image: `https://media.example/${'y'.repeat(1_900)}`,
    price: '1000000000000000000',
    from: addressOf(number),
    to: addressOf(number + 1),
    txHash: `0x${hex(number, 64)}`,
    timestamp: now,
  };
}

/** Starts one on a free port. */
export async function startHostileMarketplace(): Promise<HostileMarketplace> {
  const pages = new Map<string, number>();
  let newest = 0;
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://market.example');
    pages.set(pathname, (pages.get(pathname) ?? 0) + 1);
    const page = Number(searchParams.get('page') ?? 1) - 1;
    const now = Math.floor(Date.now() / 1_000);
    const listed = (length: number, make: (number: number) => object): readonly object[] =>
      Array.from({ length }, (_unused, index) => make(page * length + index));
    const more = { total: 1e9, totalPages: 1e7, hasNextPage: true, hasMore: true };
    const answers: Readonly<Record<string, () => object>> = {
      '/api/collections': () => ({ collections: listed(COLLECTIONS, collection), ...more, pagination: more }),
      '/api/auctions': () => ({
        auctions:
          searchParams.get('status') === 'active' ? listed(AUCTIONS, (number) => auction(number, now)) : [],
        ...more,
        pagination: more,
      }),
      '/api/activities': () => {
        if (page === 0) newest += RECORDS;
        return {
          activities: listed(RECORDS, (number) => record(newest - number, now)),
          pagination: more,
        };
      },
    };
    const answer = answers[pathname];
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer?.() ?? { error: 'Not found' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The marketplace has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    pages,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
