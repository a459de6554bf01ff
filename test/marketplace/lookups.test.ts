import type { IncomingMessage, ServerResponse } from 'node:http';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { parseAddress } from '#src/chain/address.ts';
import { NotFound, Unavailable } from '#src/marketplace/errors.ts';
import { createLookups, type Lookups } from '#src/marketplace/lookups/lookups.ts';
import { createTokenFinder } from '#src/marketplace/token-finder.ts';
import { json, NOW, type StubMarketplace, startStub } from './stub-marketplace.ts';

const COLLECTION = parseAddress(`0x${'a'.repeat(40)}`) ?? '0x';
const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

interface World {
  time: number;
  /** Answer to the next requests. */
  status: number;
  name: string;
  /** Answers are sent after it resolves. */
  gate: Promise<void>;
  readonly stub: StubMarketplace;
  readonly lookups: Lookups;
}

/** A marketplace of one collection with tokens 0 to 149, and lookups over it. */
async function world(
  options: { hasTokenEndpoint?: boolean; maxWaitForFreshMs?: number } = {},
): Promise<World & AsyncDisposable> {
  const state = { time: NOW, status: 200, name: 'One', gate: Promise.resolve() };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    await state.gate;
    const url = new URL(request.url ?? '', 'http://stub');
    const single = /^\/api\/tokens\/0x\w+\/(\d+)$/.exec(url.pathname)?.[1];
    if (state.status !== 200) json(response, {}, state.status);
    else if (single !== undefined && options.hasTokenEndpoint !== true) {
      json(response, `<pre>Cannot GET ${url.pathname}</pre>`, 404);
    } else if (single !== undefined && Number(single) >= 150) {
      json(response, { error: 'Token not found' }, 404);
    } else if (single !== undefined) json(response, { tokenId: single, collectionAddress: COLLECTION });
    else if (url.pathname.startsWith('/api/tokens/collection')) {
      const start = (Number(url.searchParams.get('page') ?? 1) - 1) * 100;
      const tokens = Array.from({ length: 150 }, (_unused, tokenId) => ({ tokenId }));
      json(response, { tokens: tokens.slice(start, start + 100), pagination: { total: 150, pages: 2 } });
    } else json(response, { address: COLLECTION, name: state.name });
  };
  const stub = await startStub((request, response) => void answer(request, response), {
    now: () => state.time,
  });
  const log = pino({ level: 'silent' });
  const now = () => state.time;
  const lookups = createLookups({
    client: stub.client,
    finder: createTokenFinder({ client: stub.client, now }),
    now,
    log,
    maxWaitForFreshMs: options.maxWaitForFreshMs ?? 5_000,
  });
  return Object.assign(state, {
    stub,
    lookups,
    async [Symbol.asyncDispose]() {
      lookups[Symbol.dispose]();
      await stub[Symbol.asyncDispose]();
    },
  });
}

/** Waits until so many requests have come. */
async function asked(stub: StubMarketplace, count: number): Promise<void> {
  const deadline = Date.now() + 5_000;
  while (stub.asked.length < count && Date.now() < deadline) await new Promise(setImmediate);
  expect(stub.asked).toHaveLength(count);
}

describe('a lookup', () => {
  it('by many callers at once is one request', async () => {
    await using here = await world();
    const names = [COLLECTION, COLLECTION.toUpperCase().replace('0X', '0x'), COLLECTION];
    const answers = await Promise.all(names.map((name) => here.lookups.collection(name)));
    expect(answers.map(({ value }) => value.name)).toEqual(['One', 'One', 'One']);
    expect(here.stub.asked).toHaveLength(1);
  });

  it('is answered from the cache while it is fresh, with its time', async () => {
    await using here = await world();
    await here.lookups.collection(COLLECTION);
    here.time += 60 * SECOND;
    expect(await here.lookups.collection(COLLECTION)).toMatchObject({ asOf: NOW, stale: false });
    expect(here.stub.asked).toHaveLength(1);
  });

  it('that is a little old is answered at once and refreshed in the background', async () => {
    await using here = await world();
    await here.lookups.collection(COLLECTION);
    here.time += 61 * SECOND;
    here.name = 'Two';
    expect(await here.lookups.collection(COLLECTION)).toMatchObject({
      value: { name: 'One' },
      asOf: NOW,
      stale: true,
    });
    await asked(here.stub, 2);
    await expect
      .poll(async () => (await here.lookups.collection(COLLECTION)).value.name, { interval: 1 })
      .toBe('Two');
    expect(here.stub.asked).toHaveLength(2);
  });

  it('that is old waits for a fresh answer', async () => {
    await using here = await world();
    await here.lookups.collection(COLLECTION);
    here.time += HOUR;
    here.name = 'Two';
    expect(await here.lookups.collection(COLLECTION)).toMatchObject({ value: { name: 'Two' }, stale: false });
  });

  it('is answered with what was last known while the marketplace fails, for a day', async () => {
    await using here = await world();
    await here.lookups.collection(COLLECTION);
    here.status = 500;
    for (const hours of [1, 22]) {
      here.time += hours * HOUR;
      expect(await here.lookups.collection(COLLECTION)).toMatchObject({ asOf: NOW, stale: true });
    }
    here.time += HOUR;
    await expect(here.lookups.collection(COLLECTION)).rejects.toBeInstanceOf(Unavailable);
  });

  it('is answered with what was last known while the marketplace hangs', async () => {
    await using here = await world({ maxWaitForFreshMs: 40 });
    await here.lookups.collection(COLLECTION);
    here.time += HOUR;
    const gate = Promise.withResolvers<void>();
    here.gate = gate.promise;
    expect(await here.lookups.collection(COLLECTION)).toMatchObject({ asOf: NOW, stale: true });
    gate.resolve();
  });

  it('that failed without a cached answer is not cached', async () => {
    await using here = await world();
    here.status = 400;
    await expect(here.lookups.collection(COLLECTION)).rejects.toThrow('status 400');
    here.status = 200;
    expect((await here.lookups.collection(COLLECTION)).value.name).toBe('One');
  });

  it('of what does not exist is cached for 15 s', async () => {
    await using here = await world();
    here.status = 404;
    await expect(here.lookups.profile('nobody')).rejects.toBeInstanceOf(NotFound);
    here.time += 15 * SECOND;
    await expect(here.lookups.profile('nobody')).rejects.toBeInstanceOf(NotFound);
    expect(here.stub.asked).toHaveLength(1);
    here.time += 1;
    here.status = 200;
    await expect(here.lookups.profile('nobody')).resolves.toMatchObject({ value: { address: COLLECTION } });
  });

  it('ends for the caller that aborts, and goes on for the others', async () => {
    await using here = await world();
    const gate = Promise.withResolvers<void>();
    here.gate = gate.promise;
    const controller = new AbortController();
    const leaving = here.lookups.collection(COLLECTION, { signal: controller.signal });
    const staying = here.lookups.collection(COLLECTION);
    controller.abort('enough');
    await expect(leaving).rejects.toBe('enough');
    gate.resolve();
    expect((await staying).value.name).toBe('One');
    expect(here.stub.asked).toHaveLength(1);
  });

  it('ends with a typed error when the bot stops', async () => {
    await using here = await world();
    here.gate = new Promise(() => undefined);
    const waiting = here.lookups.collection(COLLECTION);
    await asked(here.stub, 1);
    here.lookups[Symbol.dispose]();
    await expect(waiting).rejects.toBeInstanceOf(Unavailable);
    await expect(here.lookups.collection(COLLECTION)).rejects.toBeInstanceOf(Unavailable);
    here.gate = Promise.resolve();
  });
});

describe('finding a token', () => {
  it('asks the token endpoint if the deployment has one, and trusts its 404', async () => {
    await using here = await world({ hasTokenEndpoint: true });
    expect((await here.lookups.findToken(COLLECTION, '120')).value.tokenId).toBe('120');
    await expect(here.lookups.findToken(COLLECTION, '777')).rejects.toBeInstanceOf(NotFound);
    expect(here.stub.asked).toEqual([`/api/tokens/${COLLECTION}/120`, `/api/tokens/${COLLECTION}/777`]);
  });

  it('searches the list where it has none, and asks for the endpoint once an hour', async () => {
    await using here = await world();
    const direct = () => here.stub.asked.filter((path) => !path.startsWith('/api/tokens/collection')).length;
    for (const id of ['120', '20', '21'])
      expect((await here.lookups.findToken(COLLECTION, id)).value.tokenId).toBe(id);
    expect(direct()).toBe(1);
    here.time += HOUR;
    await here.lookups.findToken(COLLECTION, '22');
    expect(direct()).toBe(2);
  });

  it('reads a listing again after half a minute', async () => {
    await using here = await world();
    await here.lookups.findToken(COLLECTION, '20');
    const before = here.stub.asked.length;
    here.time += 61 * SECOND;
    expect(await here.lookups.findToken(COLLECTION, '20')).toMatchObject({ asOf: here.time, stale: false });
    expect(here.stub.asked).toHaveLength(before + 1);
  });
});
