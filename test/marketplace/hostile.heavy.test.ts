import { describe, expect, it } from 'vitest';
import { BadResponse, NotFound, RateLimited, Unavailable } from '#src/marketplace/errors.ts';
import { approximateBytes } from '#src/marketplace/foreign-memory.ts';
import { type JsonObject, SUBJECTS } from '../../bench/fuzz/subjects.ts';
import { usedMebibytes } from '../support/heap.ts';
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
