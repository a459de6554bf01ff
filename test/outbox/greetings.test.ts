import { describe, expect, it } from 'vitest';
import type { GreetingAlert } from '#src/alerts/alert.ts';
import { expiryOf } from '#src/alerts/expiry.ts';
import { createGreetings, type GreetingTarget } from '#src/outbox/greetings.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { silentLog } from '../support/silent-log.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const CHANNEL: GreetingTarget = { channelId: 'c1', missing: [] };

/** The database that several processes share. */
function createBoard(now: () => number) {
  const greeted = new Map<string, GreetingAlert>();
  const state: { since: number | null; isBroken: boolean } = { since: null, isBroken: false };
  return {
    greeted,
    state,
    async since() {
      state.since ??= now();
      return state.since;
    },
    async post(alert: GreetingAlert) {
      if (state.isBroken) throw new Error('the database is locked');
      if (greeted.has(alert.key)) return false;
      greeted.set(alert.key, alert);
      return true;
    },
  };
}

function createScenario() {
  const clock = createManualClock();
  const board = createBoard(clock.now);
  const servers = new Map<string, { joinedAt: number; target: GreetingTarget | null }>();
  const woken: string[] = [];
  /** How far the machine's clock is ahead of Discord's, ms. */
  const ahead = { ms: 0 };
  const startProcess = (knows: (guildId: string) => boolean = () => true) =>
    createGreetings({
      store: board,
      targets: {
        knows,
        joinedAt: (guildId) => servers.get(guildId)?.joinedAt ?? null,
        channelFor: async (guildId) => servers.get(guildId)?.target ?? null,
      },
      clock: { ...clock, now: () => clock.now() + ahead.ms },
      now: clock.now,
      random: () => 0.5,
      log: silentLog,
      wake: (channelIds) => void woken.push(...channelIds),
    });
  const greetings = startProcess();
  return {
    clock,
    ahead,
    board,
    woken,
    greetings,
    startProcess,
    /** Adds a server that the bot joined so long ago, or changes it. */
    join(guildId: string, agoMs = 0, target: GreetingTarget | null = CHANNEL) {
      servers.set(guildId, { joinedAt: clock.now() - agoMs, target });
    },
    /** The bot may write in the server from now on. */
    admit(guildId: string) {
      const server = servers.get(guildId);
      if (server !== undefined) server.target = CHANNEL;
    },
    greetedServers: () => [...board.greeted.values()].map(({ guildId }) => guildId),
    async connect() {
      greetings.start(servers.keys());
      await clock.advance(MINUTE);
    },
    [Symbol.asyncDispose]: () => greetings[Symbol.asyncDispose](),
  };
}

describe('a server that invites the bot', () => {
  it('is greeted once, however often it is reported', async () => {
    await using scene = createScenario();
    await scene.connect();
    scene.join('s1');
    for (let turn = 0; turn < 3; turn += 1) {
      scene.greetings.check('s1');
      await scene.clock.advance(MINUTE);
    }
    expect(scene.greetedServers()).toEqual(['s1']);
    expect(scene.woken).toEqual(['c1']);
  });

  it('is greeted a second after it is reported, whatever was before', async () => {
    await using scene = createScenario();
    await scene.connect();
    for (const guildId of ['s1', 's2']) {
      scene.join(guildId);
      scene.greetings.check(guildId);
      await scene.clock.advance(999);
      expect(scene.greetedServers()).not.toContain(guildId);
      await scene.clock.advance(1);
      expect(scene.greetedServers()).toContain(guildId);
      await scene.clock.advance(MINUTE);
    }
  });

  it('is greeted once by several processes, and after a restart', async () => {
    await using scene = createScenario();
    await scene.connect();
    await using other = scene.startProcess();
    other.start([]);
    await scene.clock.advance(MINUTE);
    scene.join('s1');
    scene.greetings.check('s1');
    other.check('s1');
    await scene.clock.advance(MINUTE);
    await using restarted = scene.startProcess();
    restarted.start(['s1']);
    await scene.clock.advance(MINUTE);
    expect(scene.greetedServers()).toEqual(['s1']);
  });

  it('is greeted by a machine whose clock is hours ahead, without expiring at once', async () => {
    await using scene = createScenario();
    await scene.connect();
    scene.ahead.ms = 8 * HOUR;
    scene.join('s1');
    scene.greetings.check('s1');
    await scene.clock.advance(MINUTE);
    const [greeting] = scene.board.greeted.values();
    if (greeting === undefined) throw new Error('The server was not greeted.');
    expect(expiryOf(greeting)).toBeGreaterThan(scene.clock.now() + scene.ahead.ms);
  });

  it('is greeted by the next process if the first one ended before it did so', async () => {
    await using scene = createScenario();
    await scene.connect();
    scene.join('s1');
    scene.greetings.check('s1');
    await scene.greetings[Symbol.asyncDispose]();
    expect(scene.greetedServers()).toEqual([]);
    await using restarted = scene.startProcess();
    restarted.start(['s1']);
    await scene.clock.advance(MINUTE);
    expect(scene.greetedServers()).toEqual(['s1']);
  });

  it('is greeted again when it invites the bot again', async () => {
    await using scene = createScenario();
    await scene.connect();
    for (let turn = 0; turn < 2; turn += 1) {
      scene.join('s1');
      scene.greetings.check('s1');
      await scene.clock.advance(MINUTE);
    }
    expect(scene.greetedServers()).toEqual(['s1', 's1']);
  });

  it('is greeted once the bot may write there, within an hour', async () => {
    await using scene = createScenario();
    await scene.connect();
    scene.join('s1', 0, null);
    scene.join('s2', 0, null);
    for (const guildId of ['s1', 's2']) scene.greetings.check(guildId);
    await scene.clock.advance(10 * MINUTE);
    expect(scene.greetedServers()).toEqual([]);
    scene.admit('s1');
    scene.greetings.check('s1');
    await scene.clock.advance(HOUR);
    scene.admit('s2');
    scene.greetings.check('s2');
    await scene.clock.advance(MINUTE);
    expect(scene.greetedServers()).toEqual(['s1']);
  });

  it('is greeted after the database failed', async () => {
    await using scene = createScenario();
    await scene.connect();
    scene.board.state.isBroken = true;
    scene.join('s1');
    scene.greetings.check('s1');
    await scene.clock.advance(MINUTE);
    scene.board.state.isBroken = false;
    await scene.clock.advance(2 * MINUTE);
    expect(scene.greetedServers()).toEqual(['s1']);
  });

  it('is left to the process that receives its events', async () => {
    await using scene = createScenario();
    await using other = scene.startProcess(() => false);
    other.start([]);
    await scene.clock.advance(MINUTE);
    scene.join('s1');
    other.check('s1');
    await scene.clock.advance(MINUTE);
    expect(scene.greetedServers()).toEqual([]);
  });
});

describe('a server that is not greeted', () => {
  it('had the bot when greetings were introduced', async () => {
    await using scene = createScenario();
    scene.join('s1', 10 * MINUTE);
    await scene.connect();
    scene.greetings.check('s1');
    await scene.clock.advance(MINUTE);
    expect(scene.greetedServers()).toEqual([]);
  });

  it('is one of 500 that are there again after an outage', async () => {
    await using scene = createScenario();
    await scene.connect();
    await scene.clock.advance(3 * HOUR);
    for (let at = 0; at < 500; at += 1) scene.join(`s${at}`, 2 * HOUR);
    await using restarted = scene.startProcess();
    restarted.start(Array.from({ length: 500 }, (_, at) => `s${at}`));
    for (let at = 0; at < 500; at += 1) scene.greetings.check(`s${at}`);
    await scene.clock.advance(MINUTE);
    expect(scene.greetedServers()).toEqual([]);
  });
});
