import { describe, expect, it } from 'vitest';
import type { InputKind } from '#src/store/model/people.ts';
import type { SavedInputOwner, SavedInputStore } from '#src/store/saved-inputs.ts';

import { SALES } from '../samples.ts';
import { type StoreHarness, storeForEachTest } from './harness.ts';

const HOUR_MS = 3_600_000;
const OWNER: SavedInputOwner = { guildId: '800000000000000001', userId: '700000000000000001' };

/** A kind that is kept for an hour, and one that is kept for a day. */
export const SUBJECT: InputKind = { name: 'subject', keptFor: HOUR_MS, limit: 5 };
export const DRAFT: InputKind = { name: 'draft', keptFor: 24 * HOUR_MS, limit: 7 };

/** An input that is about no channel. */
export const inputOf = (payload: string) => ({ payload, channelId: null });

/** The part of the store that keeps what people typed, chose or uploaded. */
export function describeSavedInputs(harness: StoreHarness<SavedInputStore>): void {
  describe('a saved input', () => {
    const given = storeForEachTest(harness);
    const save = (id: string, kind = SUBJECT, owner = OWNER) =>
      given.store.saveInput(id, owner, kind, inputOf('{}'));
    const find = (id: string, kind = SUBJECT, owner = OWNER) => given.store.findInput(id, owner, kind);

    it('is found by the one who typed it, in that server, and nobody else', async () => {
      await given.store.saveInput('i', OWNER, SUBJECT, inputOf('{"text":"ünï"}'));
      await expect(find('i')).resolves.toBe('{"text":"ünï"}');
      await expect(find('I')).resolves.toBeNull();
      await expect(find('i', SUBJECT, { ...OWNER, userId: 'another' })).resolves.toBeNull();
      await expect(find('i', SUBJECT, { ...OWNER, guildId: 'another' })).resolves.toBeNull();
    });

    it('is found and taken as what it was saved as, and as nothing else', async () => {
      await save('i');
      await expect(find('i', DRAFT)).resolves.toBeNull();
      await expect(given.store.takeInput('i', OWNER, DRAFT)).resolves.toBeNull();
      await expect(find('i')).resolves.toBe('{}');
    });

    it('is taken once, by the one who typed it', async () => {
      await save('i');
      const take = (owner = OWNER) => given.store.takeInput('i', owner, SUBJECT);
      await expect(take({ ...OWNER, userId: 'another' })).resolves.toBeNull();
      const taken = await Promise.all([take(), take()]);
      expect(taken.filter((one) => one !== null)).toEqual(['{}']);
      await expect(find('i')).resolves.toBeNull();
    });

    it.each([SUBJECT, DRAFT])('is kept for less than the time of its kind, $name', async (kind) => {
      await save('i', kind);
      given.now += kind.keptFor - 1;
      await expect(find('i', kind)).resolves.toBe('{}');
      given.now += 1;
      await expect(find('i', kind)).resolves.toBeNull();
      await expect(given.store.takeInput('i', OWNER, kind)).resolves.toBeNull();
      await expect(given.store.inputsIn(OWNER.guildId, kind)).resolves.toEqual([]);
    });

    it('does not expire with one of another kind', async () => {
      await save('draft', DRAFT);
      given.now += HOUR_MS;
      await save('i');
      await expect(find('draft', DRAFT)).resolves.toBe('{}');
    });

    it.each([SUBJECT, DRAFT])(
      'gives way to later ones of the same person and kind: the latest $limit of $name are kept',
      async (kind) => {
        const other = { ...OWNER, userId: '700000000000000002' };
        const another = kind === DRAFT ? SUBJECT : DRAFT;
        await save('other', kind, other);
        await save('another', another);
        for (let number = 0; number <= kind.limit; number += 1) {
          given.now += 1;
          await save(`i${number}`, kind);
        }
        await expect(find('i0', kind)).resolves.toBeNull();
        await expect(find('i1', kind)).resolves.toBe('{}');
        await expect(find('other', kind, other)).resolves.toBe('{}');
        await expect(find('another', another)).resolves.toBe('{}');
      },
    );

    it('is listed with the others of its server and kind, whoever’s they are, the oldest first', async () => {
      const other = { ...OWNER, userId: '700000000000000002' };
      const first = given.now;
      await given.store.saveInput('b', other, DRAFT, { payload: '{"a":1}', channelId: SALES });
      given.now += 1;
      await save('a', DRAFT);
      await save('subject');
      await save('elsewhere', DRAFT, { ...OWNER, guildId: 'elsewhere' });
      await expect(given.store.inputsIn(OWNER.guildId, DRAFT)).resolves.toStrictEqual([
        { id: 'b', userId: other.userId, channelId: SALES, payload: '{"a":1}', createdAt: first },
        { id: 'a', userId: OWNER.userId, channelId: null, payload: '{}', createdAt: first + 1 },
      ]);
    });
  });
}
