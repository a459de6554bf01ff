import type { Logger } from 'pino';
import type { Address } from '#src/chain/address.ts';
import { eachInSteps, runSteps, type StepGenerator } from '#src/chain/steps.ts';
import type { MarketplaceClient } from './client.ts';
import { type CollectionIndex, emptyIndex, indexInSteps } from './directory-search.ts';
import { finishInChunks } from './finish-in-chunks.ts';
import { type ForeignShare, unlimitedShare } from './foreign-memory.ts';
import type { CollectionSummary, ListedCollection } from './resources/collection.ts';
import { createSingleFlight } from './single-flight.ts';

const PAGE_LIMIT = 100;
const MAX_PAGES = 200;
/** Maximum collections kept, even if the server sends larger pages than requested. */
const MAX_COLLECTIONS = 20_000;
/**
 * Limits for the characters of all names, symbols and paths, and of all picture URLs: twice the size of 20,000 real
 * collections.
 */
const MAX_NAME_CHARACTERS = 2 * 1_024 * 1_024;
const MAX_PICTURE_CHARACTERS = 4 * 1_024 * 1_024;

/** Persists the directory across restarts. */
export interface DirectorySnapshot {
  load(): Promise<readonly CollectionSummary[]>;
  save(collections: readonly CollectionSummary[]): Promise<void>;
}

/** The local copy of the collection list. Only `refresh` sends requests. */
export interface Directory {
  /** Loads the last saved copy, unless a refresh has finished first. Never throws: without a copy it starts empty. */
  load(): Promise<void>;
  /**
   * Reads at most 20,000 collections, with two million characters of names and four million of picture URLs, and
   * replaces the copy. Resolves to whether it did. The old copy is used until the new index is complete. If the
   * marketplace fails or the list is incomplete, the old copy stays (an empty one is replaced by the partial list), and
   * one warning is logged.
   * @throws only the signal's reason
   */
  refresh(options?: { signal?: AbortSignal }): Promise<boolean>;
  /** Returns the collection with its display name, which is unique and free of disguising characters. */
  get(address: Address): CollectionSummary | undefined;
  /**
   * Returns the display name of any collection, `null` if unknown.
   * @param reported its name in the current record
   */
  nameOf(address: Address, reported: string | null): string | null;
  /** Finds a collection by exact name, path, symbol or address in any case, or a URL that ends in one. */
  resolve(text: string): CollectionSummary | undefined;
  /**
   * Finds collections whose name, path, symbol or address starts with `text`, then those with a word that starts with
   * it, then those that contain it, then those that contain it with a typo; in each group verified first, then by
   * volume. Empty text returns the most traded ones.
   */
  search(text: string, limit?: number): CollectionSummary[];
  /** Searches like `search`, yielding to the event loop, for texts that are sent with every keystroke. */
  searchInTurns(text: string, limit?: number): Promise<CollectionSummary[]>;
  readonly size: number;
  /** Number of listed collections that are not stored here; `null` if there are some and the total is unknown. */
  readonly omitted: number | null;
  /** When the marketplace's list was last read, epoch ms; `null` before that. */
  readonly refreshedAt: number | null;
}

interface ReadResult {
  readonly collections: readonly ListedCollection[];
  /** Why the list is incomplete, or `null`. */
  readonly incomplete: string | null;
  /** Number of collections beyond the maximum; `null` if the total is unknown. */
  readonly omitted: number | null;
}

/** Heap use of a collection without its texts, and of a character of its names, including search data, bytes. */
const COLLECTION_BYTES = 400;
const NAME_CHARACTER_BYTES = 12;

const nameLength = ({ name, symbol, path }: CollectionSummary): number =>
  name.length + (symbol?.length ?? 0) + (path?.length ?? 0);

/** Estimates the heap use of a collection, bytes. */
const bytesOf = (collection: CollectionSummary): number =>
  COLLECTION_BYTES + nameLength(collection) * NAME_CHARACTER_BYTES + (collection.thumbnail?.length ?? 0);

function* totalBytesInSteps(collections: readonly CollectionSummary[]): StepGenerator<number> {
  let bytes = 0;
  yield* eachInSteps(collections, 1, (one) => {
    bytes += bytesOf(one);
  });
  return bytes;
}

/** Returns the last segment of a URL's path, or of any text with slashes. */
function lastSegment(text: string): string {
  const path = text.trim().replace(/[?#].*/s, '');
  return path.split('/').findLast((segment) => segment !== '') ?? '';
}

/**
 * @param deps.learn called with every list that replaced the copy and the time of its request, epoch ms; 0 for the
 * saved copy, whose age is unknown
 * @param deps.learnWhole called with every list that was read completely and the time of its request, epoch ms
 * @param deps.onRead called with every list that replaced the copy, in the order of its pages, and when it was read,
 * epoch ms
 * @param deps.now epoch milliseconds, default the system's clock
 * @param deps.memory heap share of the collections; unlimited by default
 */
export function createDirectory(deps: {
  client: Pick<MarketplaceClient, 'collections'>;
  log: Logger;
  snapshot: DirectorySnapshot;
  learn?: (collections: readonly CollectionSummary[], asOf: number) => void;
  onRead?: ((collections: readonly ListedCollection[], readAt: number) => void) | undefined;
  learnWhole?: ((collections: readonly ListedCollection[], askedAt: number) => void) | undefined;
  now?: () => number;
  memory?: ForeignShare;
}): Directory {
  const { client, log, snapshot, learn, learnWhole, onRead, now = Date.now, memory = unlimitedShare } = deps;
  const refreshes = createSingleFlight<boolean>();
  let index: CollectionIndex = emptyIndex();
  let refreshedAt: number | null = null;
  let hasWarned = false;
  let omitted: number | null = 0;
  let hasWarnedOmitted = false;

  function warnOnce(reason: unknown): void {
    if (!hasWarned) log.warn({ err: reason }, 'collection list not read; using the last copy');
    hasWarned = true;
  }

  async function readAll(signal: AbortSignal): Promise<ReadResult> {
    const found = new Map<Address, ListedCollection>();
    let unreadable = 0;
    let total: number | null = null;
    let names = 0;
    let pictures = 0;
    let bytes = 0;
    const isFull = (): boolean =>
      found.size >= MAX_COLLECTIONS || names > MAX_NAME_CHARACTERS || bytes > memory.limit;
    for (let page = 1; page <= MAX_PAGES && !isFull(); page += 1) {
      const answer = await client.collections({ page, limit: PAGE_LIMIT }, { signal });
      const before = found.size;
      for (const collection of answer.items) {
        const { address, thumbnail } = collection;
        if (!found.has(address)) {
          if (isFull()) break;
          names += nameLength(collection);
          pictures += thumbnail?.length ?? 0;
          bytes += bytesOf(collection);
        }
        const hasRoom =
          pictures <= MAX_PICTURE_CHARACTERS || (found.get(address)?.thumbnail ?? null) !== null;
        found.set(address, thumbnail === null || hasRoom ? collection : { ...collection, thumbnail: null });
      }
      unreadable += answer.unreadable;
      ({ total } = answer);
      if (isFull() && (answer.hasNext || answer.items.length > found.size - before)) break;
      const repeats = answer.items.length > 0 && found.size === before;
      if (answer.hasNext && !repeats) continue;
      const missing = answer.total === null ? 0 : answer.total - found.size - unreadable;
      const incomplete =
        repeats && answer.hasNext ? 'its pages repeat' : missing > 0 ? `${missing} are missing` : null;
      return { collections: [...found.values()], incomplete, omitted: 0 };
    }
    const collections = [...found.values()];
    const omitted = total === null ? null : Math.max(0, total - collections.length - unreadable);
    return { collections, incomplete: null, omitted };
  }

  /** Reads the list, once more if it is incomplete, because rows move between pages while it is read. */
  async function readWhole(signal: AbortSignal): Promise<ReadResult> {
    const readResult = await readAll(signal);
    return readResult.incomplete === null ? readResult : readAll(signal);
  }

  async function save(collections: readonly CollectionSummary[]): Promise<void> {
    try {
      await snapshot.save(collections);
    } catch (error) {
      log.warn({ err: error }, 'collection list not saved');
    }
  }

  async function replace(signal: AbortSignal): Promise<boolean> {
    const askedAt = now();
    const readResult = await readWhole(signal);
    const readAt = now();
    const { collections, incomplete } = readResult;
    const emptied = collections.length === 0 && index.size > 0;
    if (incomplete !== null || emptied) {
      if (index.size === 0) {
        const partial = await finishInChunks(indexInSteps(collections), signal);
        // The saved copy, which is complete, may have been loaded in the meantime.
        if (index.size === 0) index = partial;
      }
      warnOnce(incomplete ?? 'it was empty');
      return false;
    }
    const whole = await finishInChunks(indexInSteps(collections), signal);
    const bytes = await finishInChunks(totalBytesInSteps(collections), signal);
    // No await in between, because the values below must change together.
    index = whole;
    memory.keep(bytes);
    ({ omitted } = readResult);
    refreshedAt = readAt;
    hasWarned = false;
    learn?.(collections, askedAt);
    onRead?.(collections, readAt);
    if (omitted === 0) learnWhole?.(collections, askedAt);
    else if (!hasWarnedOmitted) {
      hasWarnedOmitted = true;
      log.warn({ known: collections.length, omitted }, 'collection list over the limit; the rest left out');
    }
    await save(collections);
    return true;
  }

  return {
    async load() {
      try {
        const collections = await snapshot.load();
        const saved = await finishInChunks(indexInSteps(collections));
        const bytes = await finishInChunks(totalBytesInSteps(collections));
        if (refreshedAt !== null) return;
        index = saved;
        memory.keep(bytes);
        learn?.(collections, 0);
      } catch (error) {
        log.warn({ err: error }, 'saved collection list not readable');
      }
    },
    async refresh(options) {
      try {
        return await refreshes.run('refresh', replace, options?.signal);
      } catch (error) {
        options?.signal?.throwIfAborted();
        warnOnce(error);
        return false;
      }
    },
    get: (address) => index.get(address),
    nameOf: (address, reported) => index.nameOf(address, reported),
    resolve: (text) => index.exact(text) ?? index.exact(lastSegment(text)),
    search: (text, limit = 25) => runSteps(index.searchInSteps(text, limit)),
    searchInTurns: (text, limit = 25) => finishInChunks(index.searchInSteps(text, limit)),
    get size() {
      return index.size;
    },
    get omitted() {
      return omitted;
    },
    get refreshedAt() {
      return refreshedAt;
    },
  };
}
