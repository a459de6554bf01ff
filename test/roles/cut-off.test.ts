import { describe, expect, it } from 'vitest';
import { createDiscordReach } from '#src/discord/rest/reach.ts';
import { detectCutOff, isAnotherConnected } from '#src/roles/cut-off.ts';
import { shardReportJson } from '#src/store/role-reports.ts';
import { silentLog } from '../support/silent-log.ts';
import { createProcesses } from './processes.ts';

const MINUTE_MS = 60_000;

/** One process that watches whether a Discord, which may be out of reach, answers it. */
function watched() {
  const processes = createProcesses();
  const clock = processes.clockOf('one');
  const world = {
    isReachable: true,
    isAnotherConnected: true,
    asked: 0,
    left: [] as number[],
    backAt: [] as number[],
  };
  const reach = createDiscordReach(clock.monotonic);
  const request = reach.observe(() => {
    world.asked += 1;
    return world.isReachable
      ? Promise.resolve(new Response(null, { status: 500 }))
      : Promise.reject(new Error('No route.'));
  });
  const cutOff = detectCutOff({
    silentForMs: reach.silentForMs,
    // As discord.js does with a status of 500.
    ask: async () => Promise.reject(new Error(String((await request('', {})).status))),
    isAnotherConnected: () => Promise.resolve(world.isAnotherConnected),
    leave: async () => void world.left.push(processes.time()),
    onBack: () => void world.backAt.push(processes.time()),
    clock,
    log: silentLog,
  });
  return { processes, world, request, cutOff };
}

describe('a process that Discord may not answer', () => {
  it('asks Discord only while nothing else is answered', async () => {
    const { processes, world, request } = watched();
    for (let at = 0; at < MINUTE_MS; at += 1_000) {
      await request('', {});
      await processes.advance(1_000);
    }
    expect(world.asked).toBe(MINUTE_MS / 1_000);
    await processes.advance(MINUTE_MS);
    expect(world.asked).toBeLessThanOrEqual(MINUTE_MS / 1_000 + 4);
    expect(world.left).toEqual([]);
  });

  it('leaves its roles once, within half a minute, while another process is connected', async () => {
    const { processes, world, cutOff } = watched();
    world.isReachable = false;
    await processes.advance(30_000);
    expect(world.left).toHaveLength(1);
    expect(cutOff.isCutOff()).toBe(true);
    await processes.advance(10 * MINUTE_MS);
    expect(world.left).toHaveLength(1);
  });

  it('keeps them at a question that is lost', async () => {
    const { processes, world, cutOff } = watched();
    await processes.advance(14_000);
    world.isReachable = false;
    await processes.advance(2_000);
    world.isReachable = true;
    await processes.advance(MINUTE_MS);
    expect(world.left).toEqual([]);
    expect(cutOff.isCutOff()).toBe(false);
  });

  it('keeps them while Discord answers nobody, and leaves them as soon as it answers another', async () => {
    const { processes, world } = watched();
    world.isReachable = false;
    world.isAnotherConnected = false;
    await processes.advance(10 * MINUTE_MS);
    expect(world.left).toEqual([]);
    world.isAnotherConnected = true;
    await processes.advance(6_000);
    expect(world.left).toHaveLength(1);
  });

  it('may take roles again when Discord answers, whatever it answers', async () => {
    const { processes, world, cutOff } = watched();
    world.isReachable = false;
    await processes.advance(MINUTE_MS);
    world.isReachable = true;
    await processes.advance(6_000);
    expect(world.backAt).toHaveLength(1);
    expect(cutOff.isCutOff()).toBe(false);
  });
});

describe('whether another process is connected', () => {
  const shard = (holder: string, isReady: boolean) => ({
    role: 'shard:0/1',
    holder,
    heldForMs: 0,
    report: { text: shardReportJson.write({ id: 0, isReady, latencyMs: null }), ageMs: 0 },
  });

  it.each([
    ['another receives events', shard('other', true), true],
    ['another does not', shard('other', false), false],
    ['it is this process', shard('self', true), false],
    ['another has not said', { ...shard('other', true), report: null }, false],
    ['another sends only', { ...shard('other', true), role: 'sender' }, false],
  ])('%s', (_, held, expected) => {
    expect(isAnotherConnected({ held: [held] }, 'self')).toBe(expected);
  });
});
