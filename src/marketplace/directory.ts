import type { Logger } from 'pino';
import type { Address } from '../domain/address.ts';
import type { CollectionSummary, ListedCollection } from '../domain/collection.ts';
import type { MarketplaceClient } from './client.ts';
import { type CollectionIndex, emptyIndex, indexInSteps } from './directory-search.ts';
import { finishWithPauses } from './pausing-steps.ts';
import { createSingleFlight } from './single-flight.ts';

const PAGE_LIMIT = 100;
const MOST_PAGES = 200;
/** So many are far more than can be searched; a server that gives larger pages than it is asked for is read so far. */
const MOST_COLLECTIONS = 20_000;

/** Where the directory outlives the process. */
export interface DirectorySnapshot {
  load(): Promise<readonly CollectionSummary[]>;
  save(collections: readonly CollectionSummary[]): Promise<void>;
}

/** The local copy of the collection list. Only `refresh` ever asks the marketplace. */
export interface Directory {
  /** Takes over the last saved copy, unless a refresh was faster. Never throws: without a copy it starts empty. */
  load(): Promise<void>;
  /**
   * Reads the list, 20,000 at most, and replaces the copy; `true` when that was done. The old copy
   * answers until the index of the new one is whole. When the marketplace fails or the list was not complete the old copy
   * stays (an empty one takes what there is) and the log says so once.
   * @throws the signal's reason, and nothing else
   */
  refresh(options?: { signal?: AbortSignal }): Promise<boolean>;
  /** By the name under which it is shown, as everything here is: one that no other has and nothing disguises. */
  get(address: Address): CollectionSummary | undefined;
  /** What a collection is called, known here or not; `null` where nobody says. @param told what a record calls it */
  nameOf(address: Address, told: string | null): string | null;
  /** By exact name, path, symbol or address in any case, or a URL that ends in one. */
  resolve(text: string): CollectionSummary | undefined;
  /**
   * Collections whose name, path, symbol or address starts with `text`, then those with a word that does, then those
   * that hold it, then those that do so with a typing mistake; in each verified first, then by volume. Empty text gives
   * the most traded.
   */
  search(text: string, limit?: number): CollectionSummary[];
  readonly size: number;
  /** How many the marketplace lists beyond those that are here; `null` where it lists more and does not say how many. */
  readonly beyond: number | null;
  /** When the marketplace's list was last read, whole or as far as it is kept, epoch ms; `null` before that. */
  readonly refreshedAt: number | null;
}

interface Reading {
  readonly collections: readonly ListedCollection[];
  /** Why it is not what was to be read, or `null`. */
  readonly incomplete: string | null;
  /** How many more there are than are read of any list; `null` where that is not told. */
  readonly beyond: number | null;
}

/** The last segment of a URL's path, or of anything with slashes. */
function lastSegment(text: string): string {
  const path = text.trim().replace(/[?#].*/s, '');
  return path.split('/').findLast((segment) => segment !== '') ?? '';
}

/**
 * @param deps.learn is given every list that was taken over whole and when it was asked for, epoch ms; 0 for the saved copy,
 *   as nobody knows its age
 * @param deps.learnTotals is given every list that was read whole, and when it was asked for, epoch ms
 * @param deps.now epoch milliseconds, default the system's clock
 */
export function createDirectory(deps: {
  client: Pick<MarketplaceClient, 'collections'>;
  log: Logger;
  snapshot: DirectorySnapshot;
  learn?: (collections: readonly CollectionSummary[], asOf: number) => void;
  learnTotals?: ((collections: readonly ListedCollection[], askedAt: number) => void) | undefined;
  now?: () => number;
}): Directory {
  const { client, log, snapshot, learn, learnTotals, now = Date.now } = deps;
  const flights = createSingleFlight<boolean>();
  let index: CollectionIndex = emptyIndex();
  let refreshedAt: number | null = null;
  let complained = false;
  let beyond: number | null = 0;
  let saidBeyond = false;

  function complain(reason: unknown): void {
    if (!complained) log.warn({ err: reason }, 'The list of collections was not read; the last copy stays.');
    complained = true;
  }

  async function readAll(signal: AbortSignal): Promise<Reading> {
    const found = new Map<Address, ListedCollection>();
    let unreadable = 0;
    let total: number | null = null;
    for (let page = 1; page <= MOST_PAGES && found.size < MOST_COLLECTIONS; page += 1) {
      const answer = await client.collections({ page, limit: PAGE_LIMIT }, { signal });
      const before = found.size;
      for (const collection of answer.items) found.set(collection.address, collection);
      unreadable += answer.unreadable;
      ({ total } = answer);
      const repeats = answer.items.length > 0 && found.size === before;
      if (answer.hasNext && !repeats) continue;
      const missing = answer.total === null ? 0 : answer.total - found.size - unreadable;
      const incomplete =
        repeats && answer.hasNext ? 'its pages repeat' : missing > 0 ? `${missing} are missing` : null;
      return { collections: [...found.values()], incomplete, beyond: 0 };
    }
    const collections = [...found.values()].slice(0, MOST_COLLECTIONS);
    const beyond = total === null ? null : Math.max(0, total - collections.length - unreadable);
    return { collections, incomplete: null, beyond };
  }

  /** Rows move between pages while a list is read, so one that lacks some is read once more. */
  async function readWhole(signal: AbortSignal): Promise<Reading> {
    const reading = await readAll(signal);
    return reading.incomplete === null ? reading : readAll(signal);
  }

  async function save(collections: readonly CollectionSummary[]): Promise<void> {
    try {
      await snapshot.save(collections);
    } catch (error) {
      log.warn({ err: error }, 'The copy of the collection list could not be saved.');
    }
  }

  async function replace(signal: AbortSignal): Promise<boolean> {
    const askedAt = now();
    const reading = await readWhole(signal);
    const readAt = now();
    const { collections, incomplete } = reading;
    const emptied = collections.length === 0 && index.size > 0;
    if (incomplete !== null || emptied) {
      if (index.size === 0) {
        const partial = await finishWithPauses(indexInSteps(collections), signal);
        // The saved copy, which is whole, may have come in the meantime.
        if (index.size === 0) index = partial;
      }
      complain(incomplete ?? 'it was empty');
      return false;
    }
    const whole = await finishWithPauses(indexInSteps(collections), signal);
    // All at once, so that nobody sees one of them without the others.
    index = whole;
    ({ beyond } = reading);
    refreshedAt = readAt;
    complained = false;
    learn?.(collections, askedAt);
    if (beyond === 0) learnTotals?.(collections, askedAt);
    else if (!saidBeyond) {
      saidBeyond = true;
      log.warn({ known: collections.length, beyond }, 'The list of collections is longer than what is kept.');
    }
    await save(collections);
    return true;
  }

  return {
    async load() {
      try {
        const collections = await snapshot.load();
        const saved = await finishWithPauses(indexInSteps(collections));
        if (refreshedAt !== null) return;
        index = saved;
        learn?.(collections, 0);
      } catch (error) {
        log.warn({ err: error }, 'The saved copy of the collection list could not be read.');
      }
    },
    async refresh(options) {
      try {
        return await flights.run('refresh', replace, options?.signal);
      } catch (error) {
        options?.signal?.throwIfAborted();
        complain(error);
        return false;
      }
    },
    get: (address) => index.get(address),
    nameOf: (address, told) => index.nameOf(address, told),
    resolve: (text) => index.exact(text) ?? index.exact(lastSegment(text)),
    search: (text, limit = 25) => index.search(text, limit),
    get size() {
      return index.size;
    },
    get beyond() {
      return beyond;
    },
    get refreshedAt() {
      return refreshedAt;
    },
  };
}
