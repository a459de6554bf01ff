import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HeldRole } from '#src/roles/held-role.ts';
import type { RoleRunner, StartRole } from '#src/roles/role-runner.ts';
import { createProcesses, type Processes, runnerIn } from './processes.ts';

const LIFE_MS = 10_000;

/** A role that only notes who plays it. */
function playedRole() {
  const log: string[] = [];
  const tenures = new Map<string, HeldRole>();
  const playedBy =
    (process: string): StartRole =>
    async (held) => {
      log.push(`${process} begins`);
      tenures.set(process, held);
      return { [Symbol.asyncDispose]: async () => void log.push(`${process} ends`) };
    };
  const holders = () => [...tenures].filter(([, held]) => held.isHeld()).map(([process]) => process);
  return { log, playedBy, holders, tenures };
}

async function startAll(processes: Processes, runners: readonly RoleRunner[]): Promise<void> {
  const started = Promise.all(runners.map((runner) => runner.start()));
  // The longest latency of these tests, there and back, for two requests.
  await processes.advance(1_600);
  await started;
}

/** Two processes that may play one role; the first one does. */
async function twoProcesses() {
  const processes = createProcesses();
  const role = playedRole();
  const one = runnerIn(processes, 'one', { sender: role.playedBy('one') }, { lifeMs: LIFE_MS });
  const other = runnerIn(processes, 'other', { sender: role.playedBy('other') }, { lifeMs: LIFE_MS });
  await startAll(processes, [one]);
  await startAll(processes, [other]);
  return { processes, role, one, other };
}

describe('the role runner', () => {
  it('plays a role in one process, for as long as that runs', async () => {
    const { processes, role, one, other } = await twoProcesses();
    await processes.advance(10 * LIFE_MS);
    expect(role.log).toEqual(['one begins']);
    expect([one.held(), other.held()]).toEqual([['sender'], []]);
  });

  it('hands a role over within two seconds when a process stops, without a word', async () => {
    const { processes, role, one } = await twoProcesses();
    await processes.advance(LIFE_MS);
    const stopped = one[Symbol.asyncDispose]();
    await processes.advance(2_010);
    await stopped;
    expect(role.log).toEqual(['one begins', 'one ends', 'other begins']);
    expect(role.holders()).toEqual(['other']);
  });

  it('hands a role over at once where others hear of it', async () => {
    const { processes, role, one, other } = await twoProcesses();
    const given = one.giveUp('sender');
    await processes.advance(5);
    await given;
    other.pollNow();
    await processes.advance(20);
    expect(role.holders()).toEqual(['other']);
  });

  it('replaces a killed process within the lease and three seconds', async () => {
    const { processes, role } = await twoProcesses();
    await processes.advance(LIFE_MS);
    processes.kill('one');
    await processes.advance(LIFE_MS + 3_000);
    expect(role.log).toEqual(['one begins', 'other begins']);
  });

  it('stops a paused process before it does anything else, and takes nothing from the next one', async () => {
    const { processes, role, one } = await twoProcesses();
    await processes.advance(LIFE_MS);
    processes.pause('one', 3 * LIFE_MS);
    await processes.advance(2 * LIFE_MS);
    expect(role.holders()).toEqual(['other']);
    await processes.advance(2 * LIFE_MS);
    expect(role.log).toEqual(['one begins', 'other begins', 'one ends']);
    expect(role.tenures.get('one')?.lost.aborted).toBe(true);
    expect([role.holders(), one.held()]).toEqual([['other'], []]);
  });

  it('stops a role before its lease ends when the database cannot be reached, and takes it again later', async () => {
    const { processes, role } = await twoProcesses();
    processes.kill('other');
    await processes.advance(LIFE_MS);
    processes.cut('one', true);
    await processes.advance(LIFE_MS - 1_000);
    expect(role.log).toEqual(['one begins', 'one ends']);
    processes.cut('one', false);
    await processes.advance(5_000);
    expect(role.log).toEqual(['one begins', 'one ends', 'one begins']);
  });

  it('keeps a role through failures that are shorter than the lease', async () => {
    const { processes, role } = await twoProcesses();
    for (let round = 0; round < 5; round += 1) {
      processes.cut('one', true);
      await processes.advance(0.5 * LIFE_MS);
      processes.cut('one', false);
      await processes.advance(0.5 * LIFE_MS);
    }
    expect(role.log).toEqual(['one begins']);
  });

  it('stops a role at once when the database says that it is lost', async () => {
    const { processes, role } = await twoProcesses();
    role.tenures.get('one')?.lose('told by a transaction');
    expect(role.holders()).toEqual([]);
    await processes.advance(10);
    expect(role.log).toEqual(['one begins', 'one ends']);
  });

  it('renews while a role that is given up finishes its work, and others wait', async () => {
    const processes = createProcesses();
    const role = playedRole();
    const working = Promise.withResolvers<void>();
    const slow: StartRole = async (held) => {
      const part = await role.playedBy('one')(held);
      return {
        async [Symbol.asyncDispose]() {
          await working.promise;
          await part[Symbol.asyncDispose]();
        },
      };
    };
    const one = runnerIn(processes, 'one', { sender: slow }, { lifeMs: LIFE_MS });
    const other = runnerIn(processes, 'other', { sender: role.playedBy('other') }, { lifeMs: LIFE_MS });
    await startAll(processes, [one]);
    await startAll(processes, [other]);
    const stopped = one[Symbol.asyncDispose]();
    await processes.advance(2 * LIFE_MS);
    expect(role.holders()).toEqual(['one']);
    working.resolve();
    await processes.advance(1_100);
    await stopped;
    expect(role.log).toEqual(['one begins', 'one ends', 'other begins']);
  });

  it('gives up a role that cannot begin, so that another process may try, and tries again later', async () => {
    const processes = createProcesses();
    const role = playedRole();
    let tries = 0;
    const failing: StartRole = () => {
      tries += 1;
      throw new Error('There is no gateway.');
    };
    const one = runnerIn(processes, 'one', { sender: failing }, { lifeMs: LIFE_MS });
    await startAll(processes, [one]);
    await processes.advance(60_000);
    expect(tries).toBeGreaterThan(3);
    expect(tries).toBeLessThan(20);
    const other = runnerIn(processes, 'other', { sender: role.playedBy('other') }, { lifeMs: LIFE_MS });
    await startAll(processes, [other]);
    await processes.advance(60_000);
    expect(role.holders()).toEqual(['other']);
  });

  it('takes and gives up other roles one by one', async () => {
    const processes = createProcesses();
    const role = playedRole();
    const one = runnerIn(processes, 'one', {}, { lifeMs: LIFE_MS });
    const other = runnerIn(processes, 'other', {}, { lifeMs: LIFE_MS });
    await startAll(processes, [one, other]);
    const both = Promise.all([
      one.hold('shard:0/2', role.playedBy('one')),
      other.hold('shard:0/2', role.playedBy('other')),
    ]);
    await processes.advance(100);
    expect(await both).toEqual([true, false]);
    await processes.advance(5 * LIFE_MS);
    expect([one.held(), role.holders()]).toEqual([['shard:0/2'], ['one']]);
    const given = one.giveUp('shard:0/2');
    await processes.advance(10);
    await given;
    const taken = other.hold('shard:0/2', role.playedBy('other'));
    await processes.advance(10);
    expect(await taken).toBe(true);
    expect(role.log).toEqual(['one begins', 'one ends', 'other begins']);
  });

  it('asks the database every two seconds, and once in three for all that it holds', async () => {
    const { processes, one, other } = await twoProcesses();
    const before = processes.requests();
    await processes.advance(60_000);
    expect(processes.requests() - before).toBeLessThanOrEqual(30 + 30 + 20 + 2);
    expect([one.held(), other.held()]).toEqual([['sender'], []]);
  });
});

const NAMES = ['a', 'b', 'c'] as const;

const anyFault = fc.record({
  process: fc.constantFrom(...NAMES),
  kind: fc.constantFrom('pause', 'cut', 'give up'),
  ms: fc.oneof(fc.integer({ min: 1, max: 2_000 }), fc.integer({ min: 1, max: 25_000 })),
  after: fc.integer({ min: 0, max: 4_000 }),
});

describe('of several processes', () => {
  it('never do two believe to hold a role, whatever pauses, and one plays it again within the lease and three seconds', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyFault, { minLength: 3, maxLength: 12 }),
        fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 5, maxLength: 20 }),
        fc.tuple(...NAMES.map(() => fc.double({ min: 0.995, max: 1.005, noNaN: true }))),
        async (faults, latencies, rates) => {
          let asked = 0;
          const processes = createProcesses(() => latencies[(asked += 1) % latencies.length] ?? 1);
          const role = playedRole();
          const runners = new Map(
            NAMES.map((name, index) => [
              name,
              runnerIn(
                processes,
                name,
                { sender: role.playedBy(name) },
                { lifeMs: LIFE_MS, rate: rates[index] ?? 1, offsetMs: index * 300_000 },
              ),
            ]),
          );
          const watch = () => expect(role.holders().length).toBeLessThanOrEqual(1);
          await startAll(processes, [...runners.values()]);
          for (const { process, kind, ms, after } of faults) {
            await processes.advance(after, watch);
            if (kind === 'pause') processes.pause(process, ms);
            else if (kind === 'give up') void runners.get(process)?.giveUp('sender');
            else {
              processes.cut(process, true);
              await processes.advance(ms, watch);
              processes.cut(process, false);
            }
          }
          // The last pauses end, and everybody can be reached.
          await processes.advance(25_000, watch);
          await processes.advance(LIFE_MS + 3_000, watch);
          expect(role.holders()).toHaveLength(1);
        },
      ),
      { numRuns: 40 },
    );
  });
});
