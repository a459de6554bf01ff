import { describe, expect, it } from 'vitest';
import type { InteractionDelivery } from '#src/discord/interactions/http/delivery-check.ts';
import { createReadiness } from '#src/ops/readiness.ts';
import type { PollReport } from '#src/store/model/role-report.ts';
import type { BotStates } from '#src/store/role-states.ts';

const NOW = 1_800_000_000_000;
const READ: PollReport = {
  lastSuccessAt: NOW - 15_000,
  failures: 0,
  unreadableSince: null,
  pollingForMs: null,
};

/** What can be otherwise than in a bot that is ready. */
interface Changes {
  readonly interactions?: () => InteractionDelivery;
  readonly readStore?: () => Promise<unknown>;
  readonly storeProblem?: () => Promise<string | null>;
  readonly feed?: PollReport;
  readonly auctions?: PollReport;
  readonly states?: Partial<BotStates>;
}

function readiness({ feed = READ, auctions = READ, states = {}, ...changes }: Changes = {}) {
  return createReadiness({
    async states() {
      return {
        poller: {
          feed: { ...feed, readAt: null, newestEventAt: null, lagMs: null },
          auctions: { ...auctions, leftOut: 0, tooLarge: 0 },
        },
        shards: [],
        isOnline: true,
        latencyMs: null,
        commands: 'registered',
        loginsRefusedUntil: null,
        roles: null,
        ...states,
      };
    },
    interactions: () => 'gateway',
    readStore: async () => 'filled',
    storeProblem: async () => null,
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

  it('says while it is online that logins are refused, of which it then needs none', async () => {
    const { ready, checks } = await readiness({ states: { loginsRefusedUntil: NOW } });
    expect([ready, checks.discord]).toEqual([
      true,
      { ok: true, state: 'online, logins refused until 2027-01-15T08:00:00.000Z' },
    ]);
  });

  it.each([
    [
      'discord',
      'offline, logins refused until 2027-01-15T08:00:00.000Z',
      { states: { isOnline: false, loginsRefusedUntil: NOW } },
    ],
    ['discord', 'offline', { states: { isOnline: false } }],
    ['interactions', 'lost', { interactions: (): InteractionDelivery => 'lost' }],
    ['commands', 'not registered', { states: { commands: 'not registered' } }],
    ['commands', 'refused', { states: { commands: 'refused' } }],
    ['store', 'unusable', { readStore: () => Promise.reject(new Error('/secret/path')) }],
    ['store', 'disk full', { storeProblem: async () => 'disk full' }],
    ['feed', 'starting', { feed: { ...READ, lastSuccessAt: null } }],
    ['feed', 'unreadable', { feed: { ...READ, failures: 3, unreadableSince: NOW } }],
    ['auctions', 'stuck', { auctions: { ...READ, pollingForMs: 300_001 } }],
    ['feed', 'stuck', { feed: { ...READ, failures: 3, unreadableSince: null, pollingForMs: 300_001 } }],
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
      feed: { lastSuccessAt: null, failures: 1, unreadableSince: null, pollingForMs: null },
    });
    expect(ready).toBe(true);
    expect(checks.feed).toEqual({ ok: true, state: 'marketplace down' });
  });

  it('says who plays which role, where processes share them, and is not ready while nobody plays one', async () => {
    const held = { role: 'poller', holder: 'a:1', heldForMs: 5_000 };
    const nobody = { role: 'sender', holder: null, heldForMs: 0 };
    const all = await readiness({ states: { roles: [held] } });
    const { ready, checks } = await readiness({ states: { roles: [held, nobody] } });
    expect([all.ready, all.checks.roles]).toEqual([true, { ok: true, state: 'poller: a:1' }]);
    expect([ready, checks.roles]).toEqual([false, { ok: false, state: 'poller: a:1, sender: nobody' }]);
  });

  it('is not ready while nobody polls', async () => {
    const { checks } = await readiness({ states: { poller: null } });
    const nobody = { ok: false, state: 'nobody polls' };
    expect([checks.feed, checks.auctions]).toEqual([nobody, nobody]);
  });

  it('is ready between two polls, however rare they are', async () => {
    expect((await readiness({ feed: { ...READ, lastSuccessAt: NOW - 86_400_000 } })).ready).toBe(true);
  });
});
