import { setImmediate as nextTurn } from 'node:timers/promises';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import type { Address } from '#src/chain/address.ts';
import { createDirectory } from '#src/marketplace/directory.ts';
import type { CollectionSummary, ListedCollection } from '#src/marketplace/resources/collection.ts';
import { address } from '../support/build-activity.ts';

const MANY = 4_000;
/** Most collections that may be processed in one tick of the event loop. */
const MAX_PER_TICK = 400;

/** Calls `look` on every tick of the event loop until `work` is done. */
async function onEveryTick<T>(work: Promise<T>, look: () => void): Promise<T> {
  let turn = setImmediate(function again() {
    look();
    turn = setImmediate(again);
  });
  try {
    return await work;
  } finally {
    clearImmediate(turn);
  }
}

function listed(at: number, name: string): ListedCollection {
  return {
    ...{ address: address(at + 1), name, symbol: null, path: null, verified: at % 7 === 0, totalVolume: 0n },
    ...{ floor: null, thumbnail: null, highestSale: null, listed: null, owners: null },
  };
}

const listOf = (nameOf: (at: number) => string): ListedCollection[] =>
  Array.from({ length: MANY }, (_unused, at) => listed(at, nameOf(at)));

function directoryOf(saved: readonly CollectionSummary[], served: { list: readonly ListedCollection[] }) {
  const written: (readonly CollectionSummary[])[] = [];
  const directory = createDirectory({
    log: pino({ level: 'silent' }),
    client: {
      // Each page is an answer of its own.
      collections: async ({ page = 1, limit = 100 }) => {
        await nextTurn();
        const items = served.list.slice((page - 1) * limit, page * limit);
        const { length: total } = served.list;
        return { items, page, total, hasNext: page * limit < total, unreadable: 0 };
      },
    },
    snapshot: {
      load: async () => saved,
      save: async (collections) => void written.push(collections),
    },
  });
  return { directory, written };
}

/** The same list, and which of its collections had their names read since it was last asked. */
function watched(list: readonly ListedCollection[]) {
  let read = new Set<Address>();
  const watching = list.map((one) =>
    Object.defineProperty({ ...one }, 'name', {
      enumerable: true,
      get: () => {
        read.add(one.address);
        return one.name;
      },
    }),
  );
  const readSince = (): number => {
    const count = read.size;
    read = new Set();
    return count;
  };
  return { watching, readSince };
}

describe('a search of the list', () => {
  it('yields to the event loop, and finds the same', async () => {
    const { directory } = directoryOf([], {
      list: listOf((at) => `Lantern Fox ${at.toString(36)} of ${at % 97}`),
    });
    await directory.refresh();
    let turns = 0;
    const typed = 'lantren foz of zz';
    const found = await onEveryTick(directory.searchInTurns(typed), () => {
      turns += 1;
    });
    expect(found).toEqual(directory.search(typed));
    // Three passes over more than 4,000 words and one over the collections, 2,500 of them at a time.
    expect(turns).toBeGreaterThan(4);
  });
});

describe('the index of a long list of collections', () => {
  it.each([
    ['of names of their own', (at: number) => `Set ${at}`],
    ['of one name', () => 'Twins'],
    ['of long names with marks and ends', (at: number) => `✓ﷺ ${'(…0)'.repeat(60)} ${at} (…00ff)`],
  ])('is made in pieces between which everybody else has the event loop: %s', async (_what, nameOf) => {
    const { watching, readSince } = watched(listOf(nameOf));
    const { directory } = directoryOf([], { list: watching });
    const pieces: number[] = [];
    const refreshed = directory.refresh();
    await expect(onEveryTick(refreshed, () => void pieces.push(readSince()))).resolves.toBe(true);
    pieces.push(readSince());
    expect(directory.size).toBe(MANY);
    expect(Math.max(...pieces)).toBeLessThanOrEqual(MAX_PER_TICK);
    expect(pieces.length).toBeGreaterThan(MANY / MAX_PER_TICK);
  });

  it('is built in chunks from the saved copy too', async () => {
    const { watching, readSince } = watched(listOf((at) => `Set ${at}`));
    const { directory } = directoryOf(watching, { list: [] });
    const pieces: number[] = [];
    await onEveryTick(directory.load(), () => void pieces.push(readSince()));
    pieces.push(readSince());
    expect(directory.size).toBe(MANY);
    expect(Math.max(...pieces)).toBeLessThanOrEqual(MAX_PER_TICK);
  });

  it('is used when it is complete, and the previous one until then', async () => {
    const served = { list: listOf((at) => `Before ${at}`) };
    const { directory } = directoryOf([], served);
    await directory.refresh();
    served.list = listOf((at) => `After ${at}`).slice(0, MANY - 1);
    const seen: string[] = [];
    await onEveryTick(directory.refresh(), () => {
      const found = [directory.get(address(1)), directory.search('', 1)[0], directory.search('0', 1)[0]];
      const names = found.map((one) => one?.name.split(' ')[0]);
      const isFound = ['Before 1', 'After 1'].map((name) => directory.resolve(name) !== undefined);
      seen.push([directory.size, ...names, ...isFound].join(' '));
    });
    const before = `${MANY} Before Before Before true false`;
    const after = `${MANY - 1} After After After false true`;
    expect(seen.filter((one) => one !== before && one !== after)).toEqual([]);
    expect(seen.filter((one) => one === before).length).toBeGreaterThan(MANY / MAX_PER_TICK);
    expect(directory.size).toBe(MANY - 1);
    expect(directory.resolve('before 1')).toBeUndefined();
    expect(directory.resolve('after 1')?.name).toBe('After 1');
  });

  it('is discarded with an aborted refresh, and never mixed with that of the next', async () => {
    const served = { list: listOf((at) => `First ${at}`) };
    const { directory, written } = directoryOf([listed(0, 'Saved 0')], served);
    await directory.load();
    const stopping = new AbortController();
    const first = directory.refresh({ signal: stopping.signal });
    let turns = 0;
    const stopped = onEveryTick(first, () => {
      turns += 1;
      if (turns === 5) stopping.abort('stop');
    });
    await expect(stopped).rejects.toBe('stop');
    expect(directory.search('').map(({ name }) => name)).toEqual(['Saved 0']);
    served.list = listOf((at) => `Second ${at}`);
    const seen = new Set<string>();
    await onEveryTick(
      directory.refresh(),
      () => void seen.add(directory.search('', 1)[0]?.name.split(' ')[0] ?? ''),
    );
    expect([...seen].filter((name) => name !== 'Second')).toEqual(['Saved']);
    expect(directory.resolve('second 1')?.name).toBe('Second 1');
    expect(directory.resolve('first 1')).toBeUndefined();
    expect(written).toEqual([served.list]);
  });

  it('of the saved copy does not replace what a refresh read meanwhile', async () => {
    const { directory } = directoryOf(
      listOf((at) => `Saved ${at}`),
      { list: [listed(0, 'Read 0')] },
    );
    const [, refreshed] = await Promise.all([directory.load(), directory.refresh()]);
    expect(refreshed).toBe(true);
    expect(directory.search('').map(({ name }) => name)).toEqual(['Read 0']);
  });
});
