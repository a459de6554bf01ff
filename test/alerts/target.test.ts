import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPerson, personOf, personTarget } from '#src/alerts/target.ts';

const anySnowflake = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String);

describe('the target of a person', () => {
  it('tells whose it is', () => {
    fc.assert(
      fc.property(anySnowflake, (userId) => {
        expect(personOf(personTarget(userId))).toBe(userId);
        expect(isPerson(personTarget(userId))).toBe(true);
      }),
    );
  });

  it('is no id of a channel or a server', () => {
    fc.assert(
      fc.property(anySnowflake, (id) => {
        expect(personOf(id)).toBeNull();
        expect(isPerson(id)).toBe(false);
      }),
    );
  });
});
