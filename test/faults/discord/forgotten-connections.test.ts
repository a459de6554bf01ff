import { describe, expect, it } from 'vitest';
import { startBotWorld } from '../../support/bot-world.ts';

const IDLE_MS = 3_000;

describe('a connection that a box between the bot and Discord forgot', () => {
  it('costs a command a second, not its answer', async () => {
    await using world = await startBotWorld();
    const { home, discord, clock } = world;
    await world.start();
    await home.member.command('status');
    discord.faults.add({ do: 'forget-connections', idleMs: IDLE_MS });
    clock.advance(IDLE_MS);

    const reply = await home.member.command('status');

    expect(reply).toMatchObject({ outcome: 'message' });
    expect(discord.faults.met()).toBeGreaterThan(0);
  });
});
