import type { Address } from '#src/chain/address.ts';
import type { Wei } from '#src/chain/wei.ts';
import type { IndexKey } from './filters/filter.ts';
import type { MatchInput } from './match-input.ts';
import { tokenKey } from './missing-details.ts';

type Buckets<Key, Item> = Map<Key, Item[]>;

/**
 * Items by the keys of their conditions. Plain data without methods: each collection has one, and most have only some
 * parts.
 */
export interface RuleIndex<Item> {
  tokens: Buckets<string, Item> | null;
  wallets: Buckets<Address, Item> | null;
  owners: Buckets<Address, Item> | null;
  /** The rules of a collection, by their next key. */
  collections: Map<Address, RuleIndex<Item>> | null;
  traits: Buckets<string, Item> | null;
  /** By `priceStep`. */
  prices: Buckets<number, Item> | null;
  /** Items without another key. */
  readonly others: Item[];
}

/** Sets of keys, most selective first. Every alert that matches an item has a key of each set. */
export type KeySets = readonly (readonly IndexKey[])[];

/** Creates an index without items. */
export function createRuleIndex<Item>(): RuleIndex<Item> {
  return {
    ...{ tokens: null, wallets: null, owners: null, collections: null, traits: null, prices: null },
    others: [],
  };
}

const SELECTIVITY: readonly IndexKey['by'][] = ['token', 'wallet', 'owner', 'collection', 'trait', 'price'];

/** Sorts the sets, most selective first. */
export function bySelectivity(sets: KeySets): KeySets {
  const orderOf = (keys: readonly IndexKey[]) =>
    Math.max(-1, ...keys.map(({ by }) => SELECTIVITY.indexOf(by)));
  return sets.toSorted((one, other) => orderOf(one) - orderOf(other));
}

/**
 * Returns the price bucket: nine buckets per power of ten, so that they begin at round prices. It never decreases with
 * a higher price.
 */
export function priceStep(price: Wei): number {
  const digits = price.toString();
  return digits.length * 10 + Number(digits[0]);
}

function push<Key, Item>(buckets: Buckets<Key, Item> | null, key: Key, item: Item): Buckets<Key, Item> {
  const all = buckets ?? new Map<Key, Item[]>();
  const bucket = all.get(key);
  if (bucket === undefined) all.set(key, [item]);
  else bucket.push(item);
  return all;
}

/** Adds an item under its first set of keys; within a collection, also under the next set. */
export function addItem<Item>(index: RuleIndex<Item>, item: Item, [keys, ...others]: KeySets): void {
  if (keys === undefined) index.others.push(item);
  for (const key of keys ?? []) {
    if (key.by === 'token') index.tokens = push(index.tokens, tokenKey(key.collection, key.tokenId), item);
    else if (key.by === 'wallet') index.wallets = push(index.wallets, key.wallet, item);
    else if (key.by === 'owner') index.owners = push(index.owners, key.owner, item);
    else if (key.by === 'trait') index.traits = push(index.traits, key.trait, item);
    else if (key.by === 'price') index.prices = push(index.prices, priceStep(key.from), item);
    else {
      index.collections ??= new Map();
      const inCollection = index.collections.get(key.collection) ?? createRuleIndex();
      index.collections.set(key.collection, inCollection);
      addItem(inCollection, item, others);
    }
  }
}

function drop<Item>(items: Item[], item: Item): void {
  const at = items.indexOf(item);
  if (at >= 0) items.splice(at, 1);
}

function pull<Key, Item>(
  buckets: Buckets<Key, Item> | null,
  key: Key,
  item: Item,
): Buckets<Key, Item> | null {
  const bucket = buckets?.get(key);
  if (buckets === null || bucket === undefined) return buckets;
  drop(bucket, item);
  if (bucket.length === 0) buckets.delete(key);
  return buckets.size === 0 ? null : buckets;
}

function isEmpty({ others, ...parts }: RuleIndex<unknown>): boolean {
  return others.length === 0 && Object.values(parts).every((part) => part === null);
}

/** Removes an item. Pass the key sets that it was added with. */
export function removeItem<Item>(index: RuleIndex<Item>, item: Item, [keys, ...others]: KeySets): void {
  if (keys === undefined) drop(index.others, item);
  for (const key of keys ?? []) {
    if (key.by === 'token') index.tokens = pull(index.tokens, tokenKey(key.collection, key.tokenId), item);
    else if (key.by === 'wallet') index.wallets = pull(index.wallets, key.wallet, item);
    else if (key.by === 'owner') index.owners = pull(index.owners, key.owner, item);
    else if (key.by === 'trait') index.traits = pull(index.traits, key.trait, item);
    else if (key.by === 'price') index.prices = pull(index.prices, priceStep(key.from), item);
    else {
      const inCollection = index.collections?.get(key.collection);
      if (inCollection === undefined) continue;
      removeItem(inCollection, item, others);
      if (isEmpty(inCollection)) index.collections?.delete(key.collection);
      if (index.collections?.size === 0) index.collections = null;
    }
  }
}

type ItemTest<Item> = (item: Item) => boolean;

function someIn<Key, Item>(buckets: Buckets<Key, Item>, keys: Iterable<Key>, test: ItemTest<Item>): boolean {
  for (const key of keys) if (buckets.get(key)?.some(test) === true) return true;
  return false;
}

function someInAny<Item>(buckets: Buckets<unknown, Item>, test: ItemTest<Item>): boolean {
  for (const bucket of buckets.values()) if (bucket.some(test)) return true;
  return false;
}

function someUpTo<Item>(steps: Buckets<number, Item>, highest: number, test: ItemTest<Item>): boolean {
  for (const [step, bucket] of steps) if (step <= highest && bucket.some(test)) return true;
  return false;
}

/**
 * Returns whether `test` returns true for any item under a key of the alert. An item under several keys may be tested
 * more than once.
 * @param pending whether incompletely known key types may have any value
 */
export function someItem<Item>(
  index: RuleIndex<Item>,
  input: MatchInput,
  pending: boolean,
  test: ItemTest<Item>,
): boolean {
  const { tokens, wallets, owners, collections, traits, prices, others } = index;
  const { subjects, parties, prices: range, pricesPending } = input;
  if (others.some(test)) return true;
  if (collections !== null) {
    for (const collection of new Set(subjects.map((subject) => subject.collection))) {
      const inCollection = collections.get(collection);
      if (inCollection !== undefined && someItem(inCollection, input, pending, test)) return true;
    }
  }
  if (tokens !== null && someIn(tokens, new Set(subjects.flatMap(({ token }) => token ?? [])), test))
    return true;
  if (prices !== null) {
    if (pending && pricesPending) {
      if (someInAny(prices, test)) return true;
    } else if (range !== null && someUpTo(prices, priceStep(range.most), test)) return true;
  }
  if (traits !== null) {
    if (pending && subjects.some(({ open }) => open.rankAndTraits)) {
      if (someInAny(traits, test)) return true;
    } else if (someIn(traits, new Set(subjects.flatMap((subject) => [...subject.traits])), test)) return true;
  }
  if (owners !== null) {
    if (pending && subjects.some(({ open }) => open.owner)) {
      if (someInAny(owners, test)) return true;
    } else if (someIn(owners, new Set(subjects.flatMap(({ owner }) => owner ?? [])), test)) return true;
  }
  if (wallets === null) return false;
  // Last, because an unknown party may match very many items.
  if (pending && subjects.some((subject) => subject.parties.open)) return someInAny(wallets, test);
  return someIn(wallets, parties, test);
}
