import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BadResponse, NotFound, RateLimited, Unavailable } from '../../src/marketplace/errors.ts';
import { SELLER, saleRecord } from './activity-samples.ts';
import { json, NOW, startStub } from './stub-marketplace.ts';

const TOKEN = {
  tokenId: 1,
  name: 'A',
  attributes: [{ trait_type: 'B', value: 2 }],
  rarity: { rank: 1 },
  lastPrice: '5',
};
const COLLECTION = { address: SELLER, name: 'A', stats: { floor: '1' }, traits: [{ type: 'B', values: [] }] };
const ANSWERS = [
  { activities: [saleRecord(), saleRecord({ _id: 2 })], pagination: { page: 1, total: 2 } },
  { tokens: [TOKEN, { ...TOKEN, tokenId: 2 }], pagination: { page: 1, limit: 2, total: 9, pages: 5 } },
  { collections: [COLLECTION], total: 1, currentPage: 1 },
  COLLECTION,
].map((answer) => JSON.stringify(answer));

/** A valid answer, damaged as text: cut, doubled, overwritten. */
const mutated = fc
  .tuple(
    fc.constantFrom(...ANSWERS),
    fc.array(
      fc.record({
        at: fc.nat(700),
        drop: fc.nat(12),
        put: fc.oneof(
          fc.constantFrom(
            'null',
            '[]',
            '{}',
            '""',
            '-1',
            '1e999',
            '9'.repeat(90),
            '}',
            ']',
            ',',
            '"',
            '\\ud800',
            '1.0',
          ),
          fc.string({ maxLength: 4 }),
        ),
      }),
      { maxLength: 4 },
    ),
  )
  .map(([text, edits]) =>
    edits.reduce((body, { at, drop, put }) => {
      const place = at % (body.length + 1);
      return body.slice(0, place) + put + body.slice(place + drop);
    }, text),
  );

/** A valid answer of which some values are others. */
const swapped = fc
  .tuple(
    fc.constantFrom(...ANSWERS),
    fc.array(fc.tuple(fc.nat(40), fc.jsonValue({ maxDepth: 2 })), { minLength: 1, maxLength: 4 }),
  )
  .map(([text, swaps]) => {
    const others = new Map(swaps);
    let at = 0;
    return JSON.stringify(
      JSON.parse(text, (_key, value: unknown) => {
        at += 1;
        return others.has(at) ? others.get(at) : value;
      }),
    );
  });

function isTyped(error: unknown): boolean {
  return [NotFound, RateLimited, Unavailable, BadResponse].some((type) => error instanceof type);
}

describe('a damaged answer', () => {
  it('is read or refused with a typed error, never anything else', async () => {
    let answer = { body: '', status: 200 };
    let time = NOW;
    await using stub = await startStub((_request, response) => json(response, answer.body, answer.status), {
      now: () => time,
    });
    const { client } = stub;
    const outcomes = { read: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(mutated, swapped),
        fc.constantFrom(200, 200, 200, 200, 404, 429, 500),
        async (body, status) => {
          // Past the longest wait that a 429 may have asked for.
          time += 3_600_000;
          answer = { body, status };
          const calls = [
            () => client.activities({ limit: 100 }),
            () => client.tokens(SELLER, { limit: 100 }),
            () => client.collections({ limit: 100 }),
            () => client.collection(SELLER),
          ];
          for (const outcome of await Promise.allSettled(calls.map((call) => call()))) {
            if (outcome.status === 'fulfilled') outcomes.read += 1;
            else if (isTyped(outcome.reason)) outcomes.refused += 1;
            else return false;
          }
          return true;
        },
      ),
      { numRuns: 400 },
    );
    expect(Math.min(outcomes.read, outcomes.refused)).toBeGreaterThan(100);
  });
});
