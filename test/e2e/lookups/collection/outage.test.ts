import { describe, expect, it } from 'vitest';
import { description, messageOf } from '../reading.ts';
import { FOXES, startReadyWorld, titleOf } from './foxes.ts';

describe('every list while the marketplace is down', () => {
  it('is answered from the cache, or with one sentence', async () => {
    await using world = await startReadyWorld();
    const { member } = world.home;
    const known = await member.command('collection holders', { collection: FOXES });
    world.marketplace.faults.set({ drop: true });
    world.clock.advance(10 * 60_000);

    const remembered = await member.command('collection holders', { collection: FOXES });
    expect(description(remembered)).toContain('The marketplace has sent no newer data');
    const failed = await member.press(messageOf(known), 'Traits');
    expect(failed).toMatchObject({ outcome: 'message', ephemeral: true });
    for (const name of ['collection tokens', 'collection traits']) {
      const reply = await member.command(name, { collection: FOXES });
      expect(reply.message?.content).toBe('The marketplace is not responding. Try again in a minute.');
    }
    expect(titleOf(await member.command('collection list'))).toBe('Collections');
  });
});
