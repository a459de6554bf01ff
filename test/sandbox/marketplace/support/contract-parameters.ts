import { recordOf, type TestMarketplace } from './start.ts';

type Item = Readonly<Record<string, unknown>>;

/** A parameter of the document with one of its values, and how its effect is visible in an answer. */
interface ParameterRow {
  /** The endpoint as the document writes it. */
  readonly endpoint: string;
  /** The parameter as the document calls it. */
  readonly documented: string;
  readonly query: string;
  readonly heeded: (body: Item) => boolean;
}

const itemsOf = (body: Item): readonly Item[] => {
  const list = Object.values(body).find((value) => Array.isArray(value));
  return Array.isArray(list) ? list.map(recordOf) : [];
};

/** Some items, and each of them passes the test. */
const each =
  (test: (item: Item) => boolean): ParameterRow['heeded'] =>
  (body) =>
    itemsOf(body).length > 0 && itemsOf(body).every(test);

const amount = (value: unknown): bigint =>
  BigInt(typeof value === 'number' || typeof value === 'string' ? value : 0);

/** At least two items, not all equal, sorted by a key; otherwise the order would prove nothing. */
const inOrder = (
  key: (item: Item) => bigint | string | null,
  order: 'asc' | 'desc',
): ParameterRow['heeded'] => {
  return (body) => {
    const keys = itemsOf(body)
      .map(key)
      .filter((value) => value !== null);
    if (order === 'desc') keys.reverse();
    const ascending = keys.every((value, index) => {
      const before = keys[index - 1];
      return before === undefined || before <= value;
    });
    return ascending && new Set(keys).size > 1;
  };
};

const field =
  (name: string): ((item: Item) => bigint | null) =>
  (item) =>
    item[name] === null || item[name] === undefined ? null : amount(item[name]);

const time = (name: string) => (item: Item) => BigInt(Date.parse(String(item[name])));
const rank = (item: Item): bigint => amount(recordOf(item['rarity'])['rank']);
const currentBid = (item: Item): bigint => amount(item['highestBid'] ?? item['startingPrice']);
const count =
  (wanted: number): ParameterRow['heeded'] =>
  (body) =>
    itemsOf(body).length === wanted;

const pageTwo: ParameterRow['heeded'] = (body) =>
  (body['currentPage'] ?? recordOf(body['pagination'])['page']) === 2 && itemsOf(body).length > 0;

/** `endpoint` and `limit`, and the maximum where the document has one. */
const paging = (endpoint: string, most: number | null = null): readonly ParameterRow[] => [
  { endpoint, documented: 'page', query: 'page=2&limit=2', heeded: pageTwo },
  { endpoint, documented: 'limit', query: 'limit=3', heeded: count(3) },
  ...(most === null
    ? []
    : [
        {
          endpoint,
          documented: 'limit',
          query: `limit=${most * 10}`,
          heeded: (body: Item) => itemsOf(body).length <= most,
        },
      ]),
];

/** Both orders of each word of a sort. */
const sorting = (
  endpoint: string,
  names: { readonly field: string; readonly order: string },
  keys: Readonly<Record<string, (item: Item) => bigint | string | null>>,
  rest = '',
): readonly ParameterRow[] =>
  Object.entries(keys).flatMap(([word, key]) =>
    (['asc', 'desc'] as const).flatMap((order) =>
      [names.field, names.order].map((documented) => ({
        endpoint,
        documented,
        query: `sortBy=${word}&sortOrder=${order}${rest}`,
        heeded: inOrder(key, order),
      })),
    ),
  );

const TOKENS = '/api/tokens/collection/{address}';
const HOLDERS = '/api/collections/{addressOrPath}/holders';
const USER_NFTS = '/api/users/{identifier}/nfts';
const AUCTIONS = '/api/auctions';

const sale = (item: Item): bigint => amount(item['lastPrice']);

/** Every parameter of the document with each of its values. */
export const parameters: readonly ParameterRow[] = [
  ...paging('/api/collections'),
  ...paging(HOLDERS, 100),
  {
    endpoint: HOLDERS,
    documented: 'minTokens',
    query: 'minTokens=4&sortBy=count&sortOrder=asc',
    heeded: each(({ count }) => Number(count) >= 4),
  },
  ...sorting(
    HOLDERS,
    { field: 'sort field', order: 'sort direction' },
    { count: field('count'), address: (item) => String(item['address']) },
    '&minTokens=12',
  ),
  ...paging(TOKENS),
  {
    endpoint: TOKENS,
    documented: 'listed',
    query: 'listed=true',
    heeded: each((one) => one['isListed'] === true),
  },
  {
    endpoint: TOKENS,
    documented: 'listed',
    query: 'listed=false',
    heeded: each((one) => one['isListed'] === false),
  },
  ...sorting(
    TOKENS,
    { field: 'sortBy', order: 'sortOrder' },
    { tokenId: field('tokenId'), rarityRank: field('rarityRank') },
  ),
  ...(['asc', 'desc'] as const).flatMap((order) => [
    // The token list has no asking price, but listed tokens come first.
    {
      endpoint: TOKENS,
      documented: 'sortBy',
      query: `sortBy=price&sortOrder=${order}&limit=5`,
      heeded: each((one) => one['isListed'] === true),
    },
    // It has no time of a sale either, but the price of one.
    {
      endpoint: TOKENS,
      documented: 'sortBy',
      query: `sortBy=lastSale&sortOrder=${order}&limit=5`,
      heeded: each((one) => sale(one) > 0n),
    },
  ]),
  {
    endpoint: TOKENS,
    documented: 'trait filter',
    query: 'traits=Background:Moss,Eyes:Amber',
    heeded: each(({ attributes }) => {
      const text = JSON.stringify(attributes);
      return text.includes('"value":"Moss"') && text.includes('"value":"Amber"');
    }),
  },
  ...paging(USER_NFTS, 100),
  {
    endpoint: USER_NFTS,
    documented: 'collection',
    query: 'collection=$collection',
    heeded: (body) => new Set(itemsOf(body).map((one) => one['collectionAddress'])).size === 1,
  },
  {
    endpoint: USER_NFTS,
    documented: 'listed',
    query: 'listed=true',
    heeded: each((one) => one['isListed'] === true),
  },
  {
    endpoint: USER_NFTS,
    documented: 'listed',
    query: 'listed=false',
    heeded: each((one) => one['isListed'] === false),
  },
  ...sorting(
    USER_NFTS,
    { field: 'sort field', order: 'sort order' },
    { tokenId: field('tokenId'), rarityRank: rank, listingPrice: field('listingPrice') },
  ),
  {
    endpoint: USER_NFTS,
    documented: 'sort field',
    query: 'sortBy=acquiredAt&sortOrder=desc&limit=1',
    // The time is not in the answer; the token that the test has just transferred is the newest.
    heeded: each((one) => one['tokenId'] === 4000),
  },
  ...paging(AUCTIONS, 100),
  {
    endpoint: AUCTIONS,
    documented: 'status',
    query: 'status=active',
    heeded: each((one) => one['isActive'] === true),
  },
  {
    endpoint: AUCTIONS,
    documented: 'status',
    query: 'status=completed',
    heeded: each((one) => one['isActive'] === false && one['finalizedAt'] !== undefined),
  },
  {
    endpoint: AUCTIONS,
    documented: 'status',
    query: 'status=cancelled',
    heeded: each((one) => one['isActive'] === false && one['finalizedAt'] === undefined),
  },
  ...sorting(
    AUCTIONS,
    { field: 'sortBy', order: 'sortOrder' },
    { createdAt: time('createdAt'), endTime: field('endTime'), currentBid },
  ),
  { endpoint: '/api/activities', documented: 'limit', query: 'limit=3', heeded: count(3) },
];

/** The document's paths with this world's collection and a user with many tokens. */
export async function pathsOf(marketplace: TestMarketplace): Promise<(endpoint: string) => string> {
  const collection = marketplace.collections()[0]?.address ?? '';
  const [holder] = await marketplace.list(`/api/collections/${collection}/holders?limit=1`, 'holders');
  return (endpoint) =>
    endpoint
      .replace(/\{address(OrPath)?\}|\$collection/, collection)
      .replace('{identifier}', String(holder?.['address']));
}
