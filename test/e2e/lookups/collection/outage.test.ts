import { describe, expect, it } from 'vitest';
import { description, messageOf } from '../reading.ts';
import { FOXES, startedWorld, titleOf } from './foxes.ts';

describe('every list while the marketplace is down', () => {
  it('is told as it was, or in one friendly sentence', async () => {
    await using world = await startedWorld();
    const { member } = world.home;
    const known = await member.command('collection holders', { collection: FOXES });
    world.marketplace.faults.set({ drop: true });
    world.clock.leap(10 * 60_000);

    const remembered = await member.command('collection holders', { collection: FOXES });
    expect(description(remembered)).toContain('the marketplace has told nothing newer');
    const failed = await member.press(messageOf(known), 'Traits');
    expect(failed).toMatchObject({ outcome: 'message', ephemeral: true });
    for (const name of ['collection tokens', 'collection traits']) {
      const reply = await member.command(name, { collection: FOXES });
      expect(reply.message?.content).toBe(
        'The marketplace does not answer right now. Please try again in a minute.',
      );
    }
    expect(titleOf(await member.command('collection list'))).toBe('Collections');
  });
});
