import { describe, expect, it } from 'vitest';
import { description } from '../reading.ts';
import { FOXES, footerOf, startReadyWorld } from './foxes.ts';

describe('/collection holders with half of the records unreadable', () => {
  it('shows the number of holders and how many could not be read', async () => {
    await using world = await startReadyWorld();
    world.marketplace.faults.set({ missing: { share: 0.5, fields: ['address'] } }, '/api/collections/*');
    const list = await world.home.member.command('collection holders', { collection: FOXES });
    const said = `${description(list)}\n${footerOf(list)}`;

    const unread = /[\d,]+ holders? on this page could not be read/;
    expect(said).toMatch(unread);
    expect(new Set(said.replace(unread, '').match(/[\d,]+ holders/g)).size).toBe(1);
    expect(said).not.toContain('of all');
    expect(said).not.toMatch(/^\d+\\\. /m);
  });
});
