import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { parseAddress } from '#src/chain/address.ts';
import { createDirectory, type Directory } from '#src/marketplace/directory.ts';
import { Unavailable } from '#src/marketplace/errors.ts';
import type { CollectionSummary, ListedCollection } from '#src/marketplace/resources/collection.ts';

function summary(name: string, fields: Partial<ListedCollection> = {}): ListedCollection {
  const hex = Buffer.from(name).toString('hex').slice(-30);
  const path = name.toLowerCase().replaceAll(' ', '-');
  return {
    ...{ address: parseAddress(`0x${hex.padStart(40, '9')}`) ?? '0x', name, symbol: null, path },
    ...{ verified: false, totalVolume: 0n, floor: null, thumbnail: null },
    ...{ highestSale: null, listed: null, owners: null, ...fields },
  };
}

interface Market {
  readonly directory: Directory;
  list: readonly ListedCollection[];
  saved: readonly CollectionSummary[];
  asked: number;
  /** How the marketplace misbehaves. */
  trouble: 'none' | 'down' | 'down on page 2' | 'drops one' | 'repeats' | 'empty';
  warnings: number;
  /** Size and time of each list passed to `learn`. */
  readonly learnt: (readonly [number, number])[];
  /** Highest sales and request time of each list passed to `learnWhole`. */
  readonly highest: (readonly [readonly (bigint | null)[], number])[];
}

function market(list: readonly ListedCollection[], saved: readonly CollectionSummary[] = []): Market {
  const world: Omit<Market, 'directory'> = {
    ...{ list, saved, asked: 0, trouble: 'none', warnings: 0, learnt: [], highest: [] },
  };
  const log = pino({ level: 'warn' }, { write: () => void (world.warnings += 1) });
  const directory = createDirectory({
    log,
    now: () => 5_000,
    learn: ({ length }, asOf) => void world.learnt.push([length, asOf]),
    learnWhole: (collections, askedAt) =>
      void world.highest.push([collections.map(({ highestSale }) => highestSale), askedAt]),
    client: {
      async collections({ page = 1, limit = 50 }) {
        world.asked += 1;
        if (world.trouble === 'down' || (world.trouble === 'down on page 2' && page === 2)) {
          throw new Unavailable('test');
        }
        if (world.trouble === 'empty') return { items: [], page, total: 0, hasNext: false, unreadable: 0 };
        const start = world.trouble === 'repeats' ? 0 : (page - 1) * limit;
        const items = world.list.slice(start, start + limit);
        const total = world.list.length + (world.trouble === 'drops one' ? 1 : 0);
        return { items, page, total, hasNext: start + limit < world.list.length, unreadable: 0 };
      },
    },
    snapshot: {
      load: () => Promise.resolve(world.saved),
      async save(collections) {
        world.saved = collections;
      },
    },
  });
  return Object.assign(world, { directory });
}

const OLD = [summary('Old One')];
const MANY = Array.from({ length: 250 }, (_unused, index) => summary(`Set ${index}`));

describe('the directory', () => {
  it('starts from the saved copy, without a request', async () => {
    const { directory, asked } = market(MANY, OLD);
    await directory.load();
    expect([directory.size, directory.refreshedAt, asked]).toEqual([1, null, 0]);
    expect(directory.resolve('old one')).toEqual(OLD[0]);
  });

  it('passes on the highest sales of a list that was read whole, and of no other', async () => {
    const world = market([summary('A', { highestSale: 7n }), summary('B')], OLD);
    await world.directory.load();
    world.trouble = 'drops one';
    await world.directory.refresh();
    expect(world.highest).toEqual([]);
    world.trouble = 'none';
    await world.directory.refresh();
    expect(world.highest).toEqual([[[7n, null], 5_000]]);
  });

  it('reads all pages and saves them', async () => {
    const world = market(MANY, OLD);
    await expect(world.directory.refresh()).resolves.toBe(true);
    expect([world.directory.size, world.directory.refreshedAt, world.asked]).toEqual([250, 5_000, 3]);
    expect(world.saved).toHaveLength(250);
  });

  it('passes on the saved copy, of unknown age, and then what it read', async () => {
    const world = market(MANY, OLD);
    await world.directory.load();
    await world.directory.refresh();
    expect(world.learnt).toEqual([
      [1, 0],
      [250, 5_000],
    ]);
  });

  it('passes on nothing of a list that it did not read whole, or of a copy that came too late', async () => {
    const world = market(MANY, OLD);
    world.trouble = 'drops one';
    await world.directory.refresh();
    expect(world.learnt).toEqual([]);
    world.trouble = 'none';
    await world.directory.refresh();
    await world.directory.load();
    expect(world.learnt).toEqual([[250, 5_000]]);
  });

  it.each(['down', 'down on page 2', 'drops one', 'repeats', 'empty'] as const)(
    'keeps the old copy when the marketplace is or does this: %s, and warns once',
    async (trouble) => {
      const world = market(MANY, OLD);
      await world.directory.load();
      world.trouble = trouble;
      for (let tick = 0; tick < 3; tick += 1) await expect(world.directory.refresh()).resolves.toBe(false);
      expect(world.directory.search('')).toEqual(OLD);
      expect(world.saved).toEqual(OLD);
      expect(world.warnings).toBe(1);
    },
  );

  it('uses a partial list when it has no copy at all', async () => {
    const world = market(MANY);
    world.trouble = 'drops one';
    await expect(world.directory.refresh()).resolves.toBe(false);
    expect([world.directory.size, world.directory.refreshedAt, world.saved.length]).toEqual([250, null, 0]);
  });

  it('takes as many as can be searched of a list that is longer, again and again, and knows how many it lacks', async () => {
    const world = market(
      Array.from({ length: 20_050 }, (_unused, index) => summary(`Set ${index}`)),
      OLD,
    );
    await world.directory.load();
    expect(world.directory.omitted).toBe(0);
    await expect(world.directory.refresh()).resolves.toBe(true);
    expect([world.directory.size, world.directory.omitted, world.asked]).toEqual([20_000, 50, 200]);
    expect([world.warnings, world.highest.length]).toEqual([1, 0]);
    world.list = world.list.toReversed();
    await world.directory.refresh();
    expect(world.directory.resolve('set 20049')?.name).toBe('Set 20049');
    world.list = MANY;
    await world.directory.refresh();
    expect([world.directory.size, world.directory.omitted]).toEqual([250, 0]);
  });

  it('shares one refresh among concurrent callers', async () => {
    const world = market(OLD);
    await Promise.all([world.directory.refresh(), world.directory.refresh()]);
    expect(world.asked).toBe(1);
  });

  it('is stopped by the signal of its caller', async () => {
    await expect(market(OLD).directory.refresh({ signal: AbortSignal.abort('stop') })).rejects.toBe('stop');
  });
});

describe('searching the directory', () => {
  const punks = summary('CryptoPunks', { symbol: 'Ͼ', totalVolume: 900n });
  const fakePunks = summary('Punks of Crypto', { totalVolume: 5_000n });
  const verifiedPunks = summary('Punk Verified', { verified: true, totalVolume: 1n });
  const inner = summary('Space Punk', { verified: true, totalVolume: 9_000n });
  const swapx = summary('SwapX | Voting Power', { path: 'swapx-%7C-voting-power', symbol: 'veSWPx' });
  const dotted = summary('Sonic OG', { path: 'sonic-og-by-9mm.pro', symbol: 'OG' });
  const accented = summary('Pokémon', { path: null });
  const all = [punks, fakePunks, verifiedPunks, inner, swapx, dotted, accented];

  async function filled(): Promise<Market> {
    const world = market(all);
    await world.directory.refresh();
    return world;
  }

  it('puts what starts with the text before what has such a word before what holds it, the verified first', async () => {
    const { directory } = await filled();
    expect(directory.search('PUNK')).toEqual([verifiedPunks, fakePunks, inner, punks]);
  });

  it('returns the most traded for no text', async () => {
    const { directory } = await filled();
    expect(directory.search('', 3)).toEqual([inner, fakePunks, punks]);
  });

  it('looks at path, symbol and address, and past accents and escapes', async () => {
    const { directory } = await filled();
    expect(directory.search('vesw')).toEqual([swapx]);
    expect(directory.search('x-|-vot')).toEqual([swapx]);
    expect(directory.search('9mm')).toEqual([dotted]);
    expect(directory.search('pokem')).toEqual([accented]);
    expect(directory.search(punks.address.slice(-12))).toEqual([punks]);
    expect(directory.search(punks.address.toUpperCase().replace('0X', '0x'))).toEqual([punks]);
    expect(directory.search('no such thing')).toEqual([]);
  });

  it('returns 25 at most, without a request', async () => {
    const world = market(MANY);
    await world.directory.refresh();
    const { asked } = world;
    expect(world.directory.search('set')).toHaveLength(25);
    expect(world.asked).toBe(asked);
  });

  it('resolves exact names, paths, symbols, addresses and URLs that end in one', async () => {
    const { directory } = await filled();
    for (const text of [
      ...[
        'cryptopunks',
        ' CryptoPunks ',
        'Ͼ',
        punks.address,
        punks.address.toUpperCase().replace('0X', '0x'),
      ],
      ...[
        `https://market.example/collections/${punks.address}?tab=items#top`,
        'market.example/c/CryptoPunks/',
      ],
    ]) {
      expect(directory.resolve(text)).toEqual(punks);
    }
    expect(directory.resolve('https://m.example/swapx-%7C-voting-power')).toEqual(swapx);
    expect(directory.resolve('sonic-og-by-9mm.pro')).toEqual(dotted);
    expect(directory.get(dotted.address)).toEqual(dotted);
    for (const text of ['', '/', 'punk', 'https://market.example/', '%']) {
      expect(directory.resolve(text)).toBeUndefined();
    }
  });

  it('resolves a name that two have to the verified one', async () => {
    const real = summary('Twin', { verified: true, totalVolume: 1n });
    const fake = { ...summary('Twin', { totalVolume: 9n }), address: punks.address };
    const { directory } = await filled().then(() => market([fake, real]));
    await directory.refresh();
    expect(directory.resolve('twin')).toEqual(real);
  });
});
