import { describe, expect, it } from 'vitest';
import { createDiscordClock } from '#src/discord/posting/discord-clock.ts';

const NOON = Date.UTC(2026, 0, 1, 12);
const JSON_TYPE = { 'content-type': 'application/json' };

/** Reading of Discord's clock after these responses. */
async function aheadAfter(...answers: readonly { status?: number; headers: Record<string, string> }[]) {
  const clock = createDiscordClock({ now: () => NOON, monotonic: () => 0 });
  for (const { status = 200, headers } of answers) {
    const answer = new Response(status === 204 ? null : '{}', { status, headers });
    const request = clock.observe(async () => answer);
    await request('https://discord.test', {});
  }
  return clock.read().clockOffsetMs;
}

const dated = (at: number) => ({ date: new Date(at).toUTCString() });

describe('Discord’s clock', () => {
  it('stays known when ours is set before the next response', async () => {
    const ours = { wall: NOON, monotonic: 5_000 };
    const clock = createDiscordClock({ now: () => ours.wall, monotonic: () => ours.monotonic });
    const headers = { ...JSON_TYPE, ...dated(NOON) };
    await clock.observe(async () => new Response('{}', { headers }))('https://discord.test', {});
    ours.monotonic += 3_000;
    ours.wall += 3_000 + 70_000;
    expect(clock.read()).toEqual({ now: ours.wall, clockOffsetMs: 500 - 70_000 });
  });

  it('is read in whole milliseconds, as it is stored, although the monotonic clock counts fractions', async () => {
    let monotonicMs = 5_000.25;
    const clock = createDiscordClock({ now: () => NOON, monotonic: () => monotonicMs });
    const headers = { ...JSON_TYPE, ...dated(NOON) };
    await clock.observe(async () => new Response('{}', { headers }))('https://discord.test', {});
    monotonicMs += 0.5;
    expect(Number.isInteger(clock.read().clockOffsetMs)).toBe(true);
  });

  it('is unknown before the first response', async () => {
    expect(await aheadAfter()).toBeNull();
  });

  it.each([200, 204, 404, 429, 503])('is read off an answer with status %i', async (status) => {
    expect(await aheadAfter({ status, headers: { ...JSON_TYPE, ...dated(NOON + 60_000) } })).toBe(60_500);
  });

  it('follows the latest response with a date', async () => {
    const answers = [dated(NOON - 5_000), dated(NOON + 7_000), {}, { date: 'a fine day' }];
    expect(await aheadAfter(...answers.map((date) => ({ headers: { ...JSON_TYPE, ...date } })))).toBe(7_500);
  });

  it('ignores responses of a proxy', async () => {
    expect(await aheadAfter({ headers: { 'content-type': 'text/html', ...dated(0) } })).toBeNull();
  });
});
