import { jsonResponse, parseKeepingDigits } from '../http/json.ts';
import { createRandom } from '../random/random.ts';
import type { FaultSpec } from './spec.ts';
import type { FaultStep } from './step.ts';

/** The names under which the API's answers carry their list (marketplace-api: general list-key rule). */
export const LIST_KEYS = [
  'collections',
  'tokens',
  'activities',
  'nfts',
  'auctions',
  'holders',
  'offers',
  // Other spellings of the activities.
  'asset_events',
  'events',
  'data',
  'docs',
];

/** Records of which nothing can be made. */
const NONSENSE: readonly unknown[] = [
  null,
  'sale',
  [],
  {},
  {
    _id: {},
    type: 'sale',
    collectionAddress: 42,
    tokenId: [],
    price: {},
    seller: null,
    timestamp: 'yesterday',
  },
  { type: ['sale'], collectionAddress: '0xnothex', tokenId: 'one', price: '1.5e', txHash: 7, timestamp: -1 },
];

/** `emptyPage`, `duplicates`, `reorder` and `nonsense`: whatever list the answer carries, with all its digits kept. */
export const spoiledList: FaultStep = async ({ spec }, answer) => {
  const response = await answer();
  if (!response.ok || !(spec.emptyPage || spec.duplicates || spec.reorder || spec.nonsense)) return response;
  const body = parseKeepingDigits(await response.text());
  return jsonResponse(Array.isArray(body) ? spoil(body, spec) : spoilEnvelope(body, spec));
};

function spoilEnvelope(body: unknown, spec: FaultSpec): unknown {
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => [
      key,
      LIST_KEYS.includes(key) && Array.isArray(value) ? spoil(value, spec) : value,
    ]),
  );
}

function spoil(list: readonly unknown[], spec: FaultSpec): readonly unknown[] {
  if (spec.emptyPage === true) return [];
  const doubled = spec.duplicates === true ? list.flatMap((item) => [item, item]) : list;
  const strewn = spec.nonsense === true ? strew(doubled) : doubled;
  return spec.reorder === true ? shuffle(strewn) : strewn;
}

function strew(list: readonly unknown[]): readonly unknown[] {
  return list.flatMap((item, index) => [NONSENSE[index % NONSENSE.length], item]);
}

function shuffle(list: readonly unknown[]): readonly unknown[] {
  const random = createRandom('reorder');
  return list
    .map((item) => ({ item, key: random.next() }))
    .sort((left, right) => left.key - right.key)
    .map(({ item }) => item);
}
