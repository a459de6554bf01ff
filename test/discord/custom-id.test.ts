import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTicket, type Ticket, writeTicket } from '../../src/discord/custom-id.ts';
import {
  ACTIVITY_FILTERS,
  AUCTION_FILTERS,
  AUCTION_SORTS,
  OWNED_SORTS,
  type Place,
  TOKEN_SORTS,
} from '../../src/discord/place.ts';

const collection = fc
  .bigInt({ min: 0n, max: 2n ** 160n - 1n })
  .map((value): `0x${string}` => `0x${value.toString(16).padStart(40, '0')}`);
const big = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }).map(String);
const page = fc.integer({ min: 1, max: 1_000_000 });
const key = fc.stringMatching(/^[\w-]{6}$/);
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });

const place: fc.Arbitrary<Place> = fc.oneof(
  fc.record({ at: fc.constant('collection' as const), collection }),
  fc.record({ at: fc.constant('collections' as const), page }),
  fc.record({
    at: fc.constant('tokens' as const),
    collection,
    page,
    sort: fc.constantFrom(...TOKEN_SORTS),
    descending: fc.boolean(),
    listed: fc.boolean(),
    trait: orNull(key),
  }),
  fc.record({ at: fc.constant('traits' as const), collection, page, type: orNull(key) }),
  fc.record({ at: fc.constant('holders' as const), collection, page, minimum: page }),
  fc.record({
    at: fc.constant('activity' as const),
    collection: orNull(collection),
    page,
    filter: fc.constantFrom(...ACTIVITY_FILTERS),
  }),
  fc.record({
    at: fc.constantFrom(
      'token' as const,
      'next-token' as const,
      'previous-token' as const,
      'exact-token' as const,
    ),
    collection,
    tokenId: big,
  }),
  fc.record({ at: fc.constant('profile' as const), who: collection }),
  fc.record({
    at: fc.constant('owned' as const),
    who: collection,
    page,
    collection: orNull(collection),
    sort: fc.constantFrom(...OWNED_SORTS),
    listed: fc.boolean(),
  }),
  fc.record({
    at: fc.constant('auctions' as const),
    page,
    filter: fc.constantFrom(...AUCTION_FILTERS),
    sort: fc.constantFrom(...AUCTION_SORTS),
    collection: orNull(collection),
  }),
  fc.record({
    at: fc.constantFrom('auction' as const, 'exact-auction' as const),
    collection,
    auctionId: big,
  }),
  fc.record({
    at: fc.constantFrom('exact-collection' as const, 'follow' as const, 'follow-here' as const),
    collection,
  }),
);
const ticket: fc.Arbitrary<Ticket> = fc.record({
  place,
  asker: fc.bigInt({ min: 10n ** 15n, max: 2n ** 64n - 1n }).map(String),
});

describe('a custom id', () => {
  it('holds any place and who asked, within Discord’s 100 characters', () => {
    fc.assert(
      fc.property(ticket, (value) => {
        const written = writeTicket(value);
        expect(written.length).toBeLessThanOrEqual(100);
        expect(readTicket(written)).toEqual(value);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is never read as anything but what was written', () => {
    fc.assert(
      fc.property(
        ticket,
        fc.nat(),
        fc.string({ minLength: 1, maxLength: 1 }),
        (value, position, character) => {
          const written = writeTicket(value);
          const at = position % written.length;
          const changed = written.slice(0, at) + character + written.slice(at + 1);
          const read = readTicket(changed);
          expect(read === null || writeTicket(read) === changed).toBe(true);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it.each(['', '1', '0c.A.A', '1c', '1c.AAAA', 'page:2', '1q.Dlm.Dlm', '1c.DeC2s6dkAAA.!!', 'x'.repeat(100)])(
    'of another kind or version is known as such: %j',
    (customId) => {
      expect(readTicket(customId)).toBeNull();
    },
  );

  it('never throws, whatever it is given', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 120 }), (customId) => {
        const read = readTicket(customId);
        expect(read === null || writeTicket(read) === customId).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});
