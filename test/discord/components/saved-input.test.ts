import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { savedInput } from '#src/discord/components/saved-input.ts';
import type { InputKind } from '#src/store/model/people.ts';

const OWNER = { guildId: '1', requester: '2' };
const KIND: InputKind = { name: 'subject', keptFor: 1_000, limit: 5 };
const typed = z.object({ text: z.string(), price: z.string().transform(BigInt) });

/** A context over a store with what it was given, as it was written. */
function contextWith(stored: Map<string, string>) {
  const find = async (id: string, owner: { readonly guildId: string; readonly userId: string }) =>
    owner.guildId === OWNER.guildId && owner.userId === OWNER.requester ? (stored.get(id) ?? null) : null;
  return {
    ...OWNER,
    services: {
      store: {
        saveInput: async (id: string, _owner: unknown, _kind: unknown, input: { readonly payload: string }) =>
          void stored.set(id, input.payload),
        findInput: find,
        takeInput: find,
      },
    },
  };
}

describe('a saved input', () => {
  it('comes back as it was typed, amounts included, by an id of its own', async () => {
    const context = contextWith(new Map());
    const input = savedInput(KIND, typed);
    const ids = [
      await input.save({ text: '“a”\n', price: 10n ** 30n }, context),
      await input.save({ text: '', price: 0n }, context),
    ];
    expect(new Set(ids).size).toBe(2);
    await expect(input.find(ids[0] ?? '', context)).resolves.toEqual({ text: '“a”\n', price: 10n ** 30n });
    await expect(input.take(ids[1] ?? '', context)).resolves.toEqual({ text: '', price: 0n });
  });

  it('is asked for with its server and person', async () => {
    const context = contextWith(new Map());
    const input = savedInput(KIND, typed);
    const id = await input.save({ text: '', price: 1n }, context);
    await expect(input.find(id, { ...context, requester: '3' })).resolves.toBeNull();
    await expect(input.take(id, { ...context, guildId: '3' })).resolves.toBeNull();
  });

  it.each(['', 'no JSON', '{"text":1}', '[]'])('in another form (%o) counts as not kept', async (payload) => {
    const context = contextWith(new Map([['i', payload]]));
    await expect(savedInput(KIND, typed).find('i', context)).resolves.toBeNull();
  });
});
