import { describe, expect, it } from 'vitest';
import { Unavailable } from '#src/marketplace/errors.ts';
import { findFreshToken } from '#src/marketplace/lookups/find-token.ts';
import { address } from '../support/build-activity.ts';

/** Never answers, and rejects when its signal aborts. */
const hanging = ({ signal }: { readonly signal?: AbortSignal } = {}) =>
  new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason));
  });

describe('one token of a marketplace that hangs', () => {
  it('times out after one timeout in total, not after one for each request', async () => {
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
      { client, finder, timeouts: { endpointMs: 1, totalMs: 1_000 } },
      address(1),
      '1',
      never,
    );

    await expect(found).rejects.toBeInstanceOf(Unavailable);
    expect(asked).toEqual(['endpoint', 'list']);
  });
});
