import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createAnswerMemory } from '#src/marketplace/answer-memory.ts';
import { readText } from '#src/marketplace/decode/scalar.ts';
import { createDirectory } from '#src/marketplace/directory.ts';
import { BadResponse, NotFound, RateLimited, Unavailable } from '#src/marketplace/errors.ts';
import { approximateBytes } from '#src/marketplace/lookups/approximate-bytes.ts';
import { type JsonObject, SUBJECTS } from '../../bench/fuzz/subjects.ts';
import { usedMebibytes } from '../support/heap.ts';
import { silentLog } from '../support/silent-log.ts';
import { threadTimeMs } from '../support/thread-time.ts';
import { json, NOW, startStub } from './stub-marketplace.ts';

const MEBIBYTE = 1_024 * 1_024;
const HOUR = 3_600_000;
/** Processor time that reading one answer may take, ms. */
const MAX_MS = 4_000;

/** The record with each of its own texts and numbers replaced, its address and its lists excepted. */
function withEach(record: JsonObject, value: unknown): JsonObject {
  const kept = new Set(['address', 'collectionAddress', 'type', 'trait_type']);
  return Object.fromEntries(
    Object.entries(record).map(([name, was]) => [
      name,
      typeof was === 'object' || kept.has(name) ? was : value,
    ]),
  );
}

/** Hostile answers in place of a valid one, as text; a number that JSON.stringify cannot write is put in afterwards. */
const ANSWERS: readonly (readonly [string, (subject: (typeof SUBJECTS)[number]) => string])[] = [
  [
    'texts of 250,000 characters',
    ({ answer, record }) =>
      JSON.stringify(answer([withEach(record(1), 'x'.repeat(250_000))])).slice(0, 8 * MEBIBYTE),
  ],
  [
    'numbers of 300,000 digits',
    ({ answer, record }) =>
      JSON.stringify(answer([withEach(record(1), '@')])).replaceAll('"@"', '9'.repeat(300_000)),
  ],
  [
    'texts of 100,000 digits that end in a letter',
    ({ answer, record }) => {
      const hostile = `${'1'.repeat(100_000)}x`;
      const attributes = [{ trait_type: 'Eyes', value: 'Red', rarity: hostile, count: hostile }];
      return JSON.stringify(
        answer([
          {
            ...record(1),
            attributes,
            traits: [{ type: 'Eyes', values: attributes }],
            rarityScore: hostile,
            rarity: { score: hostile },
          },
        ]),
      );
    },
  ],
  [
    'names of fields of 100,000 times a word',
    ({ answer, record }) =>
      JSON.stringify(
        answer([{ ...record(1), id: null, _id: null, logIndex: null, [`${'image'.repeat(100_000)}\n!`]: 1 }]),
      ),
  ],
  [
    'numbers with an exponent of nine digits',
    ({ answer, record }) =>
      JSON.stringify(answer([withEach(record(1), '@')])).replaceAll('"@"', '1e999999999'),
  ],
  [
    'a record with 40,000 traits, values and bids',
    ({ answer, record }) => {
      const many = Array.from({ length: 40_000 }, (_unused, number) => ({ value: `${number}` }));
      return JSON.stringify(
        answer([{ ...record(1), attributes: many, values: many, traits: many, bids: many }]),
      );
    },
  ],
  [
    '30,000 records in one page',
    ({ answer }) =>
      JSON.stringify(answer(Array.from({ length: 30_000 }, (_unused, number) => ({ id: `${number}` })))),
  ],
  [
    '600,000 empty records',
    ({ answer }) => JSON.stringify(answer(Array.from({ length: 600_000 }, () => ({})))),
  ],
  [
    'a list that is 300,000 deep',
    ({ answer, record }) =>
      JSON.stringify(answer([{ ...record(1), name: '@', type: '@' }])).replaceAll(
        '"@"',
        `${'['.repeat(300_000)}${']'.repeat(300_000)}`,
      ),
  ],
  ['nothing but an opened list', () => '['.repeat(2 * MEBIBYTE)],
  ['a text that never ends', () => `{"name":"${'\\"'.repeat(MEBIBYTE)}`],
  ['blanks between its parts', () => `{"name":${' '.repeat(2 * MEBIBYTE)}1.0`],
  [
    'a total of a trillion and more to come',
    ({ answer, record }) => {
      const endless = { total: 1e12, totalPages: 1e12, pages: 1e12, hasNextPage: true, hasMore: true };
      const sound = answer([record(1)]);
      return JSON.stringify(
        Array.isArray(sound) ? sound : { ...(sound as object), ...endless, pagination: endless },
      );
    },
  ],
];

const TYPES = [NotFound, RateLimited, Unavailable, BadResponse];

describe.each(ANSWERS)('an answer with %s', (_what, write) => {
  it('is read or refused in bounded time by every method, and little of it stays', async () => {
    let body = '';
    let time = NOW;
    await using stub = await startStub((_request, response) => json(response, body), { now: () => time });
    const before = usedMebibytes();
    for (const subject of SUBJECTS) {
      time += HOUR;
      body = write(subject);
      const startedAt = threadTimeMs();
      const { items, error } = await subject.call(stub.client).then(
        (read) => ({ items: read, error: null }),
        (reason: unknown) => ({ items: [], error: reason }),
      );
      expect(threadTimeMs() - startedAt).toBeLessThan(MAX_MS);
      expect(error === null || TYPES.some((type) => error instanceof type)).toBe(true);
      expect(items.length).toBeLessThanOrEqual(10_000);
      expect(Math.max(0, ...items.map(approximateBytes))).toBeLessThan(8 * MEBIBYTE);
    }
    body = '';
    // The last answer itself may still be on its way out of the sockets.
    expect(usedMebibytes() - before).toBeLessThan(60);
  });
});

/** `{"in":[{"in":[ … ]}]}`, too deep for a recursive function. */
function nested(levels: number): string {
  return `${'{"in":['.repeat(levels / 2)}0${']}'.repeat(levels / 2)}`;
}

describe.each([5_000, 20_000, 50_000])('a record that is nested %i deep', (levels) => {
  it.each(
    SUBJECTS.filter(({ holds }) => holds === 'many').map((subject) => [subject.name, subject] as const),
  )('costs no other record of a page: %s', async (_name, { answer, record, call }) => {
    const deep = {
      ...record(2),
      metadata: '@',
      attributes: ['@', { trait_type: 'Eyes', value: '@' }],
      odd: '@',
    };
    const body = JSON.stringify(answer([record(1), deep, record(3)])).replaceAll('"@"', nested(levels));
    await using stub = await startStub((_request, response) => json(response, body));
    await using sound = await startStub((_request, response) =>
      json(response, answer([record(1), record(3)])),
    );
    const read = await call(stub.client);
    for (const item of await call(sound.client)) expect(read).toContainEqual(item);
  });

  it('may stand in the answer of a refusal, or in a list of something else', async () => {
    let status = 400;
    await using stub = await startStub((_request, response) =>
      json(response, `{"error":${nested(levels)},"message":"bad luck"}`, status),
    );
    await expect(stub.client.activities({})).rejects.toThrow(/bad luck|400/);
    status = 200;
    await expect(stub.client.activities({})).rejects.toThrow('there is no list of activities');
  });
});

/** Every text in a value, however deep. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => [name, ...textsIn(inner)])
    : [];
}

describe('U+0000, which databases reject in text', () => {
  it.each(SUBJECTS.map((subject) => [subject.name, subject] as const))(
    'is left out wherever it stands in an answer: %s',
    async (_name, { answer, record, call }) => {
      const spoiled = (value: unknown): unknown => {
        if (typeof value === 'string') return `\u0000${value.slice(0, 3)}\u0000${value.slice(3)}\\u0000`;
        if (typeof value !== 'object' || value === null) return value;
        return Array.isArray(value)
          ? value.map(spoiled)
          : Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, spoiled(inner)]));
      };
      const body = answer([
        { ...record(1), name: spoiled('Shard'), symbol: spoiled('SHR'), bio: spoiled('Hi') },
      ]);
      const all = answer([spoiled(record(1)) as JsonObject]);
      const read = [];
      for (const sent of [body, all]) {
        await using stub = await startStub((_request, response) => json(response, sent));
        read.push(await call(stub.client).catch(() => []));
      }
      expect(textsIn(read).filter((text) => text.includes('\u0000'))).toEqual([]);
      expect(read[0]).not.toEqual([]);
    },
  );

  it('in an id leaves the rest of it, and what only looks like it is kept', async () => {
    const body =
      '{"activities":[{"_id":"s\\u0000one","type":"sale","collectionName":"a\\\\u0000b\\\\\\u0000"}]}';
    await using stub = await startStub((_request, response) => json(response, body));
    const { items } = await stub.client.activities({});
    expect(items[0]).toMatchObject({ keys: ['id:sone'], collectionName: 'a\\u0000b\\' });
  });
});

describe('an amount with an exponent', () => {
  const THOUSANDS = 1_500n * 10n ** 18n;

  it.each<[string, bigint | null]>([
    ['"1.5e+21"', THOUSANDS],
    ['1.5e+21', THOUSANDS],
    ['1500000000000000000000', THOUSANDS],
    ['"1.5E21"', THOUSANDS],
    ['"15e+20"', THOUSANDS],
    ['1e18', 10n ** 18n],
    ['1.5e-7', 150_000_000_000n],
    ['"2.5e-1"', 250_000_000_000_000_000n],
    ['"1e78"', null],
  ])('%s is wei where it comes to a whole number, and coins where it does not', async (price, wei) => {
    const body = `{"activities":[{"_id":"s1","type":"sale","price":${price}}]}`;
    await using stub = await startStub((_request, response) => json(response, body));
    expect((await stub.client.activities({})).items[0]?.price).toBe(wei);
  });
});

describe('a refusal', () => {
  it('that says how long to wait in 60,000 digits is read at once', async () => {
    const body = JSON.stringify({ retryAfter: `${'1'.repeat(60_000)}x` });
    await using stub = await startStub((_request, response) => json(response, body, 429));
    const startedAt = threadTimeMs();
    await expect(stub.client.activities({})).rejects.toBeInstanceOf(RateLimited);
    expect(threadTimeMs() - startedAt).toBeLessThan(MAX_MS / 4);
  });
});

describe('headers of an answer', () => {
  it.each([
    ['one of a megabyte', { 'x-padding': 'x'.repeat(MEBIBYTE) }],
    ['ten thousand cookies', { 'set-cookie': Array.from({ length: 10_000 }, (_unused, n) => `c${n}=1`) }],
  ])('with %s are refused', async (_what, headers) => {
    await using stub = await startStub((_request, response) =>
      response.writeHead(200, headers).end('{"activities":[]}'),
    );
    await expect(stub.client.activities({})).rejects.toBeInstanceOf(BadResponse);
  });

  it('with a cookie are not answered with it', async () => {
    const cookies: unknown[] = [];
    await using stub = await startStub((request, response) => {
      cookies.push(request.headers.cookie);
      response.writeHead(200, { 'set-cookie': 'session=1; Path=/' }).end('{"activities":[]}');
    });
    await stub.client.activities({});
    await stub.client.activities({});
    expect(cookies).toEqual([undefined, undefined]);
  });
});

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
    expect(usedMebibytes() - before).toBeLessThan(40);
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
