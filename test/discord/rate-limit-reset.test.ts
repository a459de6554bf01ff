import { RateLimitError } from 'discord.js';
import { Routes } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { createOutboxRest } from '#src/discord/rest/outbox-rest.ts';
import { startTestWorld } from '../sandbox/discord/world.ts';

const HOUR = 3_600_000;

describe('what is kept of Discord’s limits', () => {
  it.each([
    { what: 'stays as long as the clock does', before: 0, after: 60_000, isRemembered: true },
    { what: 'stays when the clock is set ahead', before: 0, after: 8 * HOUR, isRemembered: true },
    { what: 'is forgotten when the clock is set back', before: 8 * HOUR, after: 0, isRemembered: false },
    { what: 'is forgotten when it is set back by a little', before: 60_000, after: 0, isRemembered: false },
  ])('$what', async ({ before, after, isRemembered }) => {
    await using world = await startTestWorld();
    let wall = before;
    const rest = createOutboxRest({
      apiUrl: world.discord.apiUrl,
      token: world.token,
      clocks: { now: () => wall, monotonic: () => 0 },
    });
    const post = () => rest.post(Routes.channelMessages(world.channelId), { body: { content: 'Hello' } });
    world.discord.faults.add(
      { do: 'rate-limit', scope: 'global', retryAfterMs: HOUR },
      { method: 'POST', times: 1 },
    );
    await expect(post()).rejects.toThrow(RateLimitError);

    wall = after;
    const end = await post().then(
      () => 'posted',
      (error: unknown) => error,
    );

    expect(end instanceof RateLimitError).toBe(isRemembered);
    expect(end === 'posted').toBe(!isRemembered);
  });
});
