import type { Tables } from '#src/store/database/tables.ts';
import type { IdNumbers } from '../database/dump.ts';
import type { Method } from './method.ts';

const POST = { id: 'posts' } as const;
const RULE = { id: 'subscriptions' } as const;
const RECORD = { id: 'feedRecords' } as const;

/** Where the results of methods have ids, and of which table. Lists and maps are not part of the path. */
const IDS: Partial<Record<Method, Readonly<Record<string, keyof Tables>>>> = {
  addSubscription: { 'subscription.id': 'subscriptions' },
  allSubscriptions: RULE,
  startPost: POST,
  changeSubscription: RULE,
  channelWork: {
    'pending.id': 'deliveries',
    'unsettled.id': 'posts',
    'staleMessages.id': 'posts',
    'unpublished.postId': 'posts',
  },
  floorStates: { subscriptionId: 'subscriptions' },
  heldPosts: { postId: 'posts' },
  pauseSubscription: RULE,
  recordsAtChainPositions: RECORD,
  recordsOfAlerts: RECORD,
  recordsOfKeys: RECORD,
  refusedNotices: { alertId: 'alerts' },
  removeSubscription: RULE,
  resumeSubscription: RULE,
  retryPost: POST,
  reviseSubscriptions: {
    'added.subscription.id': 'subscriptions',
    paused: 'subscriptions',
    'resumed.id': 'subscriptions',
    removed: 'subscriptions',
  },
  subscriptionsOf: RULE,
};

/** Results whose order has no meaning. */
const UNORDERED: readonly Method[] = ['channelsWithWork', 'allSubscriptions', 'recordsAtChainPositions'];

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function walk(value: unknown, path: string, toNumber: (path: string, id: number) => unknown): unknown {
  if (typeof value === 'number') return toNumber(path, value);
  if (Array.isArray(value)) return value.map((one) => walk(one, path, toNumber));
  if (value instanceof Map)
    return new Map([...value].map(([key, one]) => [key, walk(one, path, toNumber)] as const));
  if (value instanceof Set || !isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      walk(one, path === '' ? key : `${path}.${key}`, toNumber),
    ]),
  );
}

/** For sorting. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? part.toString() : part));

/** The result with numbers for ids. */
export function numberedResult(method: Method, result: unknown, numbers: IdNumbers): unknown {
  const columns = IDS[method] ?? {};
  const found = walk(result, '', (path, id) => {
    const table = columns[path];
    return table === undefined ? id : numbers.numberOf(table, id);
  });
  if (!UNORDERED.includes(method) || !Array.isArray(found)) return found;
  return found.toSorted((one: unknown, other: unknown) => (textOf(one) < textOf(other) ? -1 : 1));
}
