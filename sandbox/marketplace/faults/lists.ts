import { jsonResponse, parseKeepingDigits } from '../http/json.ts';
import { createRandom } from '../random/random.ts';
import type { FaultSpec } from './spec.ts';
import type { FaultStep } from './step.ts';

/** The keys of lists in the API's answers (marketplace-api: general list-key rule). */
export const LIST_KEYS = [
  'collections',
  'tokens',
  'activities',
  'nfts',
  'auctions',
  'holders',
  'offers',
  // Keys in other spellings of the activities.
  'asset_events',
  'events',
  'data',
  'docs',
];

/** Invalid records. */
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

/** `emptyPage`, `duplicates`, `reorder` and `nonsense` on the answer's list; all digits are kept. */
export const corruptedList: FaultStep = async ({ spec }, answer) => {
  const response = await answer();
  if (!response.ok || !(spec.emptyPage || spec.duplicates || spec.reorder || spec.nonsense)) return response;
  const body = parseKeepingDigits(await response.text());
  return jsonResponse(Array.isArray(body) ? corrupt(body, spec) : corruptEnvelope(body, spec));
};

function corruptEnvelope(body: unknown, spec: FaultSpec): unknown {
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => [
      key,
      LIST_KEYS.includes(key) && Array.isArray(value) ? corrupt(value, spec) : value,
    ]),
  );
}

function corrupt(list: readonly unknown[], spec: FaultSpec): readonly unknown[] {
  if (spec.emptyPage === true) return [];
  const doubled = spec.duplicates === true ? list.flatMap((item) => [item, item]) : list;
  const withNonsense = spec.nonsense === true ? insertNonsense(doubled) : doubled;
  return spec.reorder === true ? shuffle(withNonsense) : withNonsense;
}

function insertNonsense(list: readonly unknown[]): readonly unknown[] {
  return list.flatMap((item, index) => [NONSENSE[index % NONSENSE.length], item]);
}

function shuffle(list: readonly unknown[]): readonly unknown[] {
  const random = createRandom('reorder');
  return list
    .map((item) => ({ item, key: random.next() }))
    .sort((left, right) => left.key - right.key)
    .map(({ item }) => item);
}
