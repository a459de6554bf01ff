import type { CollectionSummary } from '../domain/collection.ts';

/** Shorter texts occur in most addresses by chance. */
const SHORTEST_WITHIN_ADDRESS = 4;

/** Text as it is compared: no case, no accents, one blank between words. */
function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** A path slug or URL segment as people read it: `swapx-%7C-x` is `swapx-|-x`. */
function unescapeSlug(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A lone `%` is no escape: such a slug reads as it is written.
    return text;
  }
}

function byVolume(a: CollectionSummary, b: CollectionSummary): number {
  const difference = (b.totalVolume ?? -1n) - (a.totalVolume ?? -1n);
  return difference === 0n ? a.name.localeCompare(b.name) : Number(difference > 0n) - Number(difference < 0n);
}

/** Verified first, then by volume: who names a collection like a known one comes after it. */
function byTrust(a: CollectionSummary, b: CollectionSummary): number {
  return Number(b.verified) - Number(a.verified) || byVolume(a, b);
}

interface Entry {
  readonly collection: CollectionSummary;
  /** Name, path and symbol as they are compared. */
  readonly fields: readonly string[];
}

/** A local index of collections; nothing in it ever waits. */
export interface CollectionIndex {
  readonly all: readonly CollectionSummary[];
  get(address: string): CollectionSummary | undefined;
  /** By address, path, name or symbol, in this order; equal names give the more trusted. */
  exact(text: string): CollectionSummary | undefined;
  /** Best first, see `Directory.search`. */
  search(text: string, limit: number): CollectionSummary[];
}

function startsWord(field: string, at: number): boolean {
  return !/[\p{L}\p{N}]/u.test(field.charAt(at - 1));
}

/** 0 starts with it, 1 a word starts with it, 2 holds it, 3 does not. */
function matchClass(field: string, text: string): number {
  let at = field.indexOf(text);
  if (at <= 0) return at === 0 ? 0 : 3;
  for (; at !== -1; at = field.indexOf(text, at + 1)) if (startsWord(field, at)) return 1;
  return 2;
}

function classOf({ collection, fields }: Entry, text: string): number {
  const best = Math.min(...fields.map((field) => matchClass(field, text)));
  if (best === 0) return best;
  const inAddress = collection.address.startsWith(text)
    ? 0
    : text.length >= SHORTEST_WITHIN_ADDRESS && collection.address.includes(text)
      ? 2
      : 3;
  return Math.min(best, inAddress);
}

function indexBy(
  entries: readonly Entry[],
  keyOf: (entry: Entry) => string | undefined,
): Map<string, CollectionSummary> {
  const index = new Map<string, CollectionSummary>();
  for (const entry of entries) {
    const key = keyOf(entry);
    if (key !== undefined && key !== '' && !index.has(key)) index.set(key, entry.collection);
  }
  return index;
}

export function createCollectionIndex(collections: readonly CollectionSummary[]): CollectionIndex {
  const entries = collections.toSorted(byTrust).map((collection) => {
    const { name, path, symbol } = collection;
    return { collection, fields: [fold(name), fold(unescapeSlug(path ?? '')), fold(symbol ?? '')] };
  });
  const traded = collections.toSorted(byVolume);
  const byAddress = indexBy(entries, (entry) => entry.collection.address);
  const named = [1, 0, 2].map((field) => indexBy(entries, (entry) => entry.fields[field]));

  return {
    all: collections,
    get: (address) => byAddress.get(address.trim().toLowerCase()),
    exact(text) {
      const wanted = fold(unescapeSlug(text));
      const hits = [byAddress.get(wanted), ...named.map((index) => index.get(wanted))];
      return hits.find((hit) => hit !== undefined);
    },
    search(text, limit) {
      const wanted = fold(text);
      if (wanted === '') return traded.slice(0, limit);
      const classes: CollectionSummary[][] = [[], [], []];
      for (const entry of entries) classes[classOf(entry, wanted)]?.push(entry.collection);
      return classes.flat().slice(0, limit);
    },
  };
}
