import { describe, expect, it } from 'vitest';
import type { PollerReport, RoleBoard } from '#src/store/model/role-report.ts';
import { housekeeperReportJson, pollerReportJson, shardReportJson } from '#src/store/role-reports.ts';
import { createRoleStates, type OwnRoles } from '#src/store/role-states.ts';

const NOW = 1_800_000_000_000;
/** The poller's machine is five minutes behind. */
const BEHIND_MS = 300_000;
const NOTHING: OwnRoles = {
  poller: () => null,
  shards: () => [],
  isOnline: () => null,
  commands: () => null,
};

const polled = (now: number): PollerReport => ({
  feed: {
    lastSuccessAt: now - 2_000,
    failures: 3,
    unreadableSince: null,
    pollingForMs: 400,
    readAt: now - 2_000,
    newestEventAt: now - 60_000,
    lagMs: 900,
  },
  auctions: {
    lastSuccessAt: null,
    failures: 0,
    unreadableSince: now - 9_000,
    pollingForMs: null,
    leftOut: 4,
    tooLarge: 1,
  },
});

const held = (role: string, text: string | null, ageMs = 500) => ({
  role,
  holder: `${role} holder`,
  heldForMs: 70_000,
  report: text === null ? null : { text, ageMs },
});

const shard = (id: number, isReady = true) =>
  held(`shard:${id}/2`, shardReportJson.write({ id, isReady, latencyMs: 40 + 20 * id }));

const BOARD: RoleBoard = {
  shardCount: 2,
  loginsRefusedForMs: null,
  held: [
    held('housekeeper', housekeeperReportJson.write({ commands: 'registered', ids: {} })),
    held(
      'poller',
      pollerReportJson.write({ at: NOW - BEHIND_MS - 500, report: polled(NOW - BEHIND_MS - 500) }),
    ),
    shard(0),
    shard(1),
  ],
};

const statesOf = (board: RoleBoard, own: OwnRoles = NOTHING) =>
  createRoleStates({ own, board: async () => board, now: () => NOW }).read();

describe('the state of the bot, from a process that plays none of its roles,', () => {
  it('is what the holders said, with times by its own clock', async () => {
    const { poller, ...others } = await statesOf(BOARD);
    const said = polled(NOW - 500);
    expect(poller).toEqual({ ...said, feed: { ...said.feed, pollingForMs: 900 } });
    expect(others).toMatchObject({ isOnline: true, latencyMs: 50, commands: 'registered' });
  });

  it('names who plays each role, and the roles that nobody plays', async () => {
    const { roles } = await statesOf(BOARD);
    expect(roles?.map(({ role, holder }) => [role, holder])).toEqual([
      ['poller', 'poller holder'],
      ['sender', null],
      ['housekeeper', 'housekeeper holder'],
      ['shard:0/2', 'shard:0/2 holder'],
      ['shard:1/2', 'shard:1/2 holder'],
    ]);
  });

  it.each([
    ['a shard is not ready', [shard(0), shard(1, false)]],
    ['nobody holds a shard', [shard(1)]],
    ['the holder of a shard has not said anything yet', [shard(0), held('shard:1/2', null)]],
  ])('is offline while %s', async (_what, shards) => {
    expect((await statesOf({ ...BOARD, held: shards })).isOnline).toBe(false);
  });

  it('is unknown where nobody plays a role', async () => {
    const states = await statesOf({ ...BOARD, shardCount: null, held: [] });
    expect(states).toMatchObject({ poller: null, isOnline: false, commands: 'not registered' });
  });

  it('is asked for at most once a second', async () => {
    let reads = 0;
    let now = NOW;
    const states = createRoleStates({
      own: NOTHING,
      async board() {
        reads += 1;
        return BOARD;
      },
      now: () => now,
    });
    await states.read();
    now += 999;
    await states.read();
    now += 1;
    await states.read();
    expect(reads).toBe(2);
  });
});

describe('what a process plays itself', () => {
  it('is known without asking, also when an older report says otherwise', async () => {
    const own: OwnRoles = {
      ...NOTHING,
      poller: () => polled(NOW),
      shards: () => [{ id: 0, isReady: false, latencyMs: 7 }],
    };
    const { poller, shards, isOnline } = await statesOf(BOARD, own);
    expect(poller).toEqual(polled(NOW));
    expect([shards.map(({ isReady }) => isReady), isOnline]).toEqual([[false, true], false]);
  });

  it('is until when logins are refused, by the clock of this process', async () => {
    expect((await statesOf(BOARD)).loginsRefusedUntil).toBeNull();
    expect((await statesOf({ ...BOARD, loginsRefusedForMs: 9_000 })).loginsRefusedUntil).toBe(NOW + 9_000);
  });

  it('is everything where one process plays all roles', async () => {
    const own: OwnRoles = {
      poller: () => polled(NOW),
      shards: () => [{ id: 0, isReady: true, latencyMs: 7 }],
      isOnline: () => true,
      commands: () => 'refused',
    };
    expect(await createRoleStates({ own, board: null, now: () => NOW }).read()).toMatchObject({
      isOnline: true,
      latencyMs: 7,
      commands: 'refused',
      roles: null,
    });
  });
});
