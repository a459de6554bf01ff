import { describe, expect, it } from 'vitest';
import { Unavailable } from '../../src/marketplace/errors.ts';
import { findFreshToken } from '../../src/marketplace/lookups/find-token.ts';
import { address } from '../support/build-activity.ts';

/** Never answers, and stops when it is told to. */
const hanging = ({ signal }: { readonly signal?: AbortSignal } = {}) =>
  new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason));
  });

describe('one token of a marketplace that hangs', () => {
  it('is given up after one patience for all that is asked, not after one for each', async () => {
    const asked: string[] = [];
    const client = {
      token(_collection: unknown, _id: unknown, options?: { signal?: AbortSignal }) {
        asked.push('endpoint');
        return hanging(options);
      },
    };
    const finder = {
      find(_collection: unknown, _id: unknown, options?: { signal?: AbortSignal }) {
        asked.push('list');
        return hanging(options);
      },
      beside: hanging,
    };
    const never = new AbortController().signal;

    const found = findFreshToken(
      { client, finder, patience: { endpointMs: 5, wholeMs: 10 } },
      address(1),
      '1',
      never,
    );

    await expect(found).rejects.toBeInstanceOf(Unavailable);
    expect(asked).toEqual(['endpoint', 'list']);
  });
});
