import { describe, expect, it } from 'vitest';
import type { InteractionDelivery } from '../../src/discord/interactions/http/delivery-check.ts';
import { type CommandState, createReadiness, type PollStatus } from '../../src/ops/readiness.ts';

const NOW = 1_800_000_000_000;
const READ: PollStatus = {
  lastSuccessAt: NOW - 15_000,
  failures: 0,
  unreadableSince: null,
  pollingSince: null,
};

function readiness(changes: Partial<Parameters<typeof createReadiness>[0]> = {}) {
  return createReadiness({
    online: () => true,
    interactions: () => 'gateway',
    commands: () => 'registered',
    readStore: async () => 'filled',
    storeProblem: async () => null,
    feed: () => READ,
    auctions: () => READ,
    now: () => NOW,
    ...changes,
  })();
}

describe('a bot', () => {
  it('is ready when it is online, its commands are registered, its store is usable and it has read the marketplace', async () => {
    expect(await readiness()).toEqual({
      ready: true,
      checks: {
        discord: { ok: true, state: 'online' },
        interactions: { ok: true, state: 'gateway' },
        commands: { ok: true, state: 'registered' },
        store: { ok: true, state: 'ok' },
        feed: { ok: true, state: 'ok' },
        auctions: { ok: true, state: 'ok' },
      },
    });
  });

  it.each([
    ['discord', 'offline', { online: () => false }],
    ['interactions', 'lost', { interactions: (): InteractionDelivery => 'lost' }],
    ['commands', 'not registered', { commands: (): CommandState => 'not registered' }],
    ['commands', 'refused', { commands: (): CommandState => 'refused' }],
    ['store', 'unusable', { readStore: () => Promise.reject(new Error('/secret/path')) }],
    ['store', 'disk full', { storeProblem: async () => 'disk full' }],
    ['feed', 'starting', { feed: () => ({ ...READ, lastSuccessAt: null }) }],
    ['feed', 'unreadable', { feed: () => ({ ...READ, failures: 3, unreadableSince: NOW }) }],
    ['auctions', 'stuck', { auctions: () => ({ ...READ, pollingSince: NOW - 300_001 }) }],
    [
      'feed',
      'stuck',
      { feed: () => ({ ...READ, failures: 3, unreadableSince: null, pollingSince: NOW - 300_001 }) },
    ],
  ] as const)('is not ready while %s is %s', async (part, state, change) => {
    const { ready, checks } = await readiness(change);
    expect(ready).toBe(false);
    expect(checks[part]).toEqual({ ok: false, state });
    expect(Object.values(checks).filter(({ ok }) => !ok)).toHaveLength(1);
  });

  it.each(['unknown', 'http', 'no endpoint URL yet'] as const)(
    'is ready while interactions are delivered like this: %s',
    async (state) => {
      const { ready, checks } = await readiness({ interactions: () => state });
      expect([ready, checks.interactions]).toEqual([true, { ok: true, state }]);
    },
  );

  it('is ready while the marketplace is known to be down, and says so', async () => {
    const { ready, checks } = await readiness({
      feed: () => ({ lastSuccessAt: null, failures: 1, unreadableSince: null, pollingSince: null }),
    });
    expect(ready).toBe(true);
    expect(checks.feed).toEqual({ ok: true, state: 'marketplace down' });
  });

  it('is ready between two polls, however rare they are', async () => {
    expect((await readiness({ feed: () => ({ ...READ, lastSuccessAt: NOW - 86_400_000 }) })).ready).toBe(
      true,
    );
  });
});
