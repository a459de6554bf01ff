import { describe, expect, it } from 'vitest';
import type { SavedInputOwner, SavedInputStore } from '#src/store/saved-inputs.ts';

import { type StoreHarness, storeForEachTest } from './harness.ts';

const HOUR_MS = 3_600_000;
const OWNER: SavedInputOwner = { guildId: '800000000000000001', userId: '700000000000000001' };

/** The part of the store that keeps what people typed or uploaded. */
export function describeSavedInputs(harness: StoreHarness<SavedInputStore>): void {
  describe('a saved input', () => {
    const given = storeForEachTest(harness);

    it('is found by the one who typed it, in that server, and nobody else', async () => {
      await given.store.saveInput('i', OWNER, '{"text":"ünï"}');
      await expect(given.store.findInput('i', OWNER)).resolves.toBe('{"text":"ünï"}');
      await expect(given.store.findInput('I', OWNER)).resolves.toBeNull();
      await expect(given.store.findInput('i', { ...OWNER, userId: 'another' })).resolves.toBeNull();
      await expect(given.store.findInput('i', { ...OWNER, guildId: 'another' })).resolves.toBeNull();
    });

    it('is taken once, by the one who typed it', async () => {
      await given.store.saveInput('i', OWNER, '{}');
      await expect(given.store.takeInput('i', { ...OWNER, userId: 'another' })).resolves.toBeNull();
      const taken = await Promise.all([given.store.takeInput('i', OWNER), given.store.takeInput('i', OWNER)]);
      expect(taken.filter((one) => one !== null)).toEqual(['{}']);
      await expect(given.store.findInput('i', OWNER)).resolves.toBeNull();
    });

    it('is kept for less than an hour', async () => {
      await given.store.saveInput('i', OWNER, '{}');
      given.now += HOUR_MS - 1;
      await expect(given.store.findInput('i', OWNER)).resolves.toBe('{}');
      given.now += 1;
      await expect(given.store.findInput('i', OWNER)).resolves.toBeNull();
      await expect(given.store.takeInput('i', OWNER)).resolves.toBeNull();
    });

    it('gives way to later ones of the same person: the latest five are kept', async () => {
      const other = { ...OWNER, userId: '700000000000000002' };
      await given.store.saveInput('other', other, '{}');
      for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) {
        given.now += 1;
        await given.store.saveInput(id, OWNER, '{}');
      }
      await expect(given.store.findInput('a', OWNER)).resolves.toBeNull();
      await expect(given.store.findInput('b', OWNER)).resolves.toBe('{}');
      await expect(given.store.findInput('other', other)).resolves.toBe('{}');
    });
  });
}
