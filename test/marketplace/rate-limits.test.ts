import { describe, expect, it } from 'vitest';
import { parseAddress } from '#src/chain/address.ts';
import { RateLimited } from '#src/marketplace/errors.ts';
import { saleRecord } from './activity-samples.ts';
import { json, NOW, startStub } from './stub-marketplace.ts';

const COLLECTION = parseAddress(`0x${'a'.repeat(40)}`) ?? '0x';
const MINUTE = 60_000;

function limits(limit: number, remaining: number): Record<string, string> {
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String((NOW + MINUTE) / 1_000),
  };
}

describe('a rate limit', () => {
  it('is not exceeded: lookups leave the last twentieth to the feed, which stops at zero', async () => {
    let time = NOW;
    let remaining = 7;
    await using stub = await startStub(
      (_request, response) => {
        remaining -= 1;
        json(response, { activities: [], tokens: [] }, 200, limits(100, remaining));
      },
      { now: () => time },
    );
    const { client } = stub;
    await client.tokens(COLLECTION, {});
    await client.tokens(COLLECTION, {});
    const refusal = client.tokens(COLLECTION, {});
    await expect(refusal).rejects.toBeInstanceOf(RateLimited);
    await expect(refusal).rejects.toMatchObject({ retryAfterMs: MINUTE });
    for (let poll = 0; poll < 5; poll += 1) await client.activities({});
    await expect(client.activities({})).rejects.toBeInstanceOf(RateLimited);
    expect([stub.asked.length, remaining]).toEqual([7, 0]);
    time += MINUTE;
    await expect(client.tokens(COLLECTION, {})).resolves.toMatchObject({ items: [] });
  });

  it('counts requests that are on their way', async () => {
    await using stub = await startStub((_request, response) =>
      json(response, { activities: [] }, 200, limits(10, 2)),
    );
    await stub.client.activities({});
    const polls = await Promise.allSettled([1, 2, 3, 4].map((page) => stub.client.activities({ page })));
    expect(polls.map((poll) => poll.status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected']);
  });

  it('that was hit blocks further requests of its group, and of no other', async () => {
    let time = NOW;
    await using stub = await startStub(
      (request, response) => {
        if (request.url?.startsWith('/api/collections') === true) json(response, { collections: [] });
        else json(response, { retryAfter: 30 }, 429);
      },
      { now: () => time },
    );
    await expect(stub.client.activities({})).rejects.toBeInstanceOf(RateLimited);
    time += 10_000;
    await expect(stub.client.tokens(COLLECTION, {})).rejects.toMatchObject({ retryAfterMs: 20_000 });
    await stub.client.collections({});
    expect(stub.asked).toEqual(['/api/activities', '/api/collections']);
    time += 20_000;
    await expect(stub.client.activities({})).rejects.toBeInstanceOf(RateLimited);
    expect(stub.asked).toHaveLength(3);
  });
});

describe('an answer to an earlier request', () => {
  it('does not lift the wait that a 429 has asked for meanwhile', async () => {
    const late = Promise.withResolvers<() => void>();
    await using stub = await startStub((request, response) => {
      if (request.url === '/api/activities') {
        late.resolve(() => json(response, { activities: [] }, 200, limits(100, 50)));
      } else json(response, { retryAfter: 30 }, 429);
    });
    const slow = stub.client.activities({});
    const answerLate = await late.promise;
    await expect(stub.client.tokens(COLLECTION, {})).rejects.toBeInstanceOf(RateLimited);
    answerLate();
    await slow;
    await expect(stub.client.tokens(COLLECTION, {})).rejects.toBeInstanceOf(RateLimited);
    expect(stub.asked).toHaveLength(2);
  });
});

describe('polling the feed', () => {
  it('sends the ETag, but reads the whole page once a minute', async () => {
    let time = NOW;
    const conditions: (string | undefined)[] = [];
    await using stub = await startStub(
      (request, response) => {
        conditions.push(request.headers['if-none-match']);
        if (request.headers['if-none-match'] === '"v1"') response.writeHead(304).end();
        else json(response, { activities: [saleRecord()] }, 200, { etag: '"v1"' });
      },
      { now: () => time },
    );
    const first = await stub.client.activities({ limit: 50 });
    expect(await stub.client.activities({ limit: 50 })).toEqual(first);
    await stub.client.activities({ limit: 100 });
    time += MINUTE;
    expect(await stub.client.activities({ limit: 50 })).toEqual(first);
    expect(conditions).toEqual([undefined, '"v1"', undefined, undefined]);
  });

  it('sends no If-None-Match when the server gives no ETag', async () => {
    const conditions: (string | undefined)[] = [];
    await using stub = await startStub((request, response) => {
      conditions.push(request.headers['if-none-match']);
      json(response, { activities: [] });
    });
    await stub.client.activities({});
    await stub.client.activities({});
    expect(conditions).toEqual([undefined, undefined]);
  });
});
