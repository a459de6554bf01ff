import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createAnswerMemory } from '#src/marketplace/answer-memory.ts';
import { readText } from '#src/marketplace/decode/scalar.ts';
import { createDirectory } from '#src/marketplace/directory.ts';
import { BadResponse } from '#src/marketplace/errors.ts';
import { usedMebibytes } from '../support/heap.ts';
import { silentLog } from '../support/silent-log.ts';
import { json, NOW, startStub } from './stub-marketplace.ts';

const MEBIBYTE = 1_024 * 1_024;

describe('what is kept of a hostile marketplace', () => {
  it('is two million characters of answers to repeated requests, the latest', () => {
    const memory = createAnswerMemory({ now: () => NOW });
    const answer = (characters: number) => ({ etag: '"tag"', body: [], text: 'x'.repeat(characters) });
    for (let page = 1; page <= 6; page += 1) memory.set(`/${page}`, answer(MEBIBYTE / 2));
    expect([1, 2, 3, 4, 5, 6].filter((page) => memory.get(`/${page}`) !== null)).toEqual([3, 4, 5, 6]);
    memory.set('/huge', answer(2 * MEBIBYTE + 1));
    expect(memory.get('/huge')).toBeNull();
    expect(memory.get('/6')).not.toBeNull();
  });

  it('of a text is what was cut from it, and not the rest behind it', () => {
    const before = usedMebibytes();
    const kept = Array.from({ length: 30 }, (_unused, number) =>
      readText(JSON.parse(`"${number}${'x'.repeat(3 * MEBIBYTE)}"`)),
    );
    expect(usedMebibytes() - before).toBeLessThan(30);
    expect(kept.map((text) => text?.length)).toEqual(kept.map(() => 4_000));
  });

  it('of the feed is no long text, in whatever field it comes and however many there are', async () => {
    let poll = 0;
    let length = 2 * MEBIBYTE;
    await using stub = await startStub((_request, response) => {
      poll += 1;
      const long = `${poll}${'x'.repeat(length)}`;
      const record = { id: `s${poll}`, type: 'sale', timestamp: 1_756_464_735, price: '7' };
      json(response, {
        activities: [
          { ...record, odd: long },
          { ...record, id: null, orderId: long },
        ],
      });
    });
    await stub.client.activities({});
    const before = usedMebibytes();
    const kept = [];
    for (let time = 0; time < 60; time += 1) kept.push(await stub.client.activities({}));
    // The last long answers may still be on their way out of the sockets.
    length = 1;
    for (let time = 0; time < 3; time += 1) await stub.client.activities({});
    // Kept in one of the two fields, they would be 120 MiB; the rest of the worker's heap changes by some.
    expect(usedMebibytes() - before).toBeLessThan(90);
    expect(kept).toHaveLength(60);
  });

  it.each([
    ['its kind', { type: 'levitation'.repeat(100_000), txHash: `0x${'1'.repeat(64)}`, logIndex: 4 }],
    ['its id', { id: 'x'.repeat(MEBIBYTE) }],
    ['its id, among blanks', { id: `${' '.repeat(MEBIBYTE)}x` }],
    [
      'its order',
      { type: 'listing', collectionAddress: `0x${'a'.repeat(40)}`, orderId: '/'.repeat(MEBIBYTE) },
    ],
  ])('of a record is a short key, though %s is long', async (_what, change) => {
    const record = { timestamp: 1_756_464_735, ...change };
    await using stub = await startStub((_request, response) => json(response, { activities: [record] }));
    const { items } = await stub.client.activities({});
    expect(items.flatMap(({ keys }) => keys.map(({ length }) => length))).toHaveLength(1);
    for (const { keys } of items) for (const key of keys) expect(key.length).toBeLessThanOrEqual(600);
  });

  it('of an auction is its highest thousand bids, and of a token 250 traits of a title’s length', async () => {
    const bids = Array.from({ length: 5_000 }, (_unused, number) => ({ amount: `${number + 1}` }));
    const attributes = Array.from({ length: 2_000 }, (_unused, number) => ({
      trait_type: `Trait ${number}`,
      value: 'x'.repeat(2_000),
    }));
    const item = { collectionAddress: `0x${'a'.repeat(40)}`, tokenId: 1 };
    await using stub = await startStub((request, response) =>
      json(response, {
        auctions: [{ ...item, id: 'a', bids: bids.toReversed() }],
        tokens: [{ ...item, attributes }],
        page: request.url,
      }),
    );
    const [auction] = (await stub.client.auctions({})).items;
    expect(auction?.bids).toHaveLength(1_000);
    expect(auction?.bids.map(({ amount }) => amount)).toContain(5_000n);
    expect(auction?.highestBid).toBe(5_000n);
    const [token] = (await stub.client.tokens(`0x${'a'.repeat(40)}`, {})).items;
    expect(token?.attributes).toHaveLength(250);
    expect(token?.attributes[0]?.value).toHaveLength(256);
  });

  it('is a bounded list of collections, although its pages never end', async () => {
    let page = 0;
    await using stub = await startStub((_request, response) => {
      page += 1;
      const collections = Array.from({ length: 1_000 }, (_unused, number) => ({
        address: `0x${(page * 1_000 + number).toString(16).padStart(40, '0')}`,
        name: `${number} ${'x'.repeat(300)}`,
      }));
      json(response, { collections, pagination: { page, hasNextPage: true, total: 1e12 } });
    });
    const directory = createDirectory({
      client: stub.client,
      log: silentLog,
      snapshot: { load: async () => [], save: async () => undefined },
    });
    await directory.refresh();
    // Two million characters of names.
    expect(directory.size).toBeLessThanOrEqual(8_200);
    expect(directory.omitted).toBeGreaterThan(1e11);
    expect(directory.search('', 1)[0]?.name.length).toBeLessThanOrEqual(256);
    expect(stub.asked.length).toBeLessThanOrEqual(50);
  });
});

describe('a directory of long addresses of pictures', () => {
  it('is kept whole, with the pictures of the first ones', async () => {
    const collections = Array.from({ length: 4_000 }, (_unused, number) => ({
      address: `0x${number.toString(16).padStart(40, '0')}`,
      name: `Collection ${number}`,
      thumbnail: `https://media.example/${number}/${'x'.repeat(1_900)}`,
    }));
    await using stub = await startStub((_request, response) => json(response, { collections }));
    const directory = createDirectory({
      client: stub.client,
      log: silentLog,
      snapshot: { load: async () => [], save: async () => undefined },
    });
    await directory.refresh();
    const kept = collections.flatMap(({ address }) => directory.resolve(address) ?? []);
    expect(kept).toHaveLength(4_000);
    const pictures = kept.filter(({ thumbnail }) => thumbnail !== null);
    expect(pictures.length).toBeGreaterThan(2_000);
    expect(pictures.length).toBeLessThan(2_200);
  });
});

describe('a long answer', () => {
  it('is read in many turns of the event loop, so that commands are answered meanwhile', async () => {
    const hash = `0x${'1'.repeat(64)}`;
    const bids = Array.from({ length: 60 }, (_unused, number) => ({ amount: `${number + 1}`, txHash: hash }));
    const auctions = Array.from({ length: 400 }, (_unused, number) => ({
      ...{ id: `${number}`, collectionAddress: `0x${'a'.repeat(40)}`, tokenId: 1, bids },
    }));
    await using stub = await startStub((_request, response) => json(response, { auctions }));
    let turns = 0;
    let isRead = false;
    const count = (): void => {
      turns += 1;
      if (!isRead) setImmediate(count);
    };
    const reading = stub.client.auctions({});
    setImmediate(count);
    const { items } = await reading;
    isRead = true;
    expect(items).toHaveLength(400);
    expect(turns).toBeGreaterThan(15);
  });
});

describe('a compressed answer', () => {
  it('that grows a thousandfold is refused before it takes the memory', async () => {
    const bomb = gzipSync(Buffer.alloc(100 * MEBIBYTE, ' '));
    await using stub = await startStub((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    );
    const before = process.memoryUsage().rss;
    for (let time = 0; time < 5; time += 1) {
      await expect(stub.client.activities({})).rejects.toBeInstanceOf(BadResponse);
    }
    expect((process.memoryUsage().rss - before) / MEBIBYTE).toBeLessThan(150);
  });
});
