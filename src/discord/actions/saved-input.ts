import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { toJson } from '#src/chain/json.ts';
import type { AnswerContext } from '../answer-context.ts';

/** Input that a user typed or uploaded, stored for a later button press. Kept for an hour, across restarts. */
export interface SavedInput<T> {
  /** Saves the value. Resolves to the id for a button. */
  save(value: T, context: Owned): Promise<string>;
  /** Finds the value for its owner in that server; `null` if it is no longer stored. */
  find(id: string, context: Owned): Promise<T | null>;
  /** Finds and deletes the value. */
  take(id: string, context: Owned): Promise<T | null>;
}

const ID_BYTES = 9;

type Owned = Pick<AnswerContext, 'guildId' | 'requester'> & {
  readonly services: {
    readonly store: Pick<AnswerContext['services']['store'], 'saveInput' | 'findInput' | 'takeInput'>;
  };
};

const json = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue('not JSON');
    return z.NEVER;
  }
});

/** @param schema of the value after `JSON.stringify`, which writes bigints as decimal text */
export function savedInput<T>(schema: z.ZodType<T>): SavedInput<T> {
  const payload = json.pipe(schema);

  /** Parses a saved value; `null` also if a different version of the program wrote it in another format. */
  function read(text: string | null): T | null {
    const parsed = text === null ? null : payload.safeParse(text);
    return parsed?.success === true ? parsed.data : null;
  }

  return {
    async save(value, { guildId, requester, services }) {
      const id = randomBytes(ID_BYTES).toString('base64url');
      await services.store.saveInput(id, { guildId, userId: requester }, toJson(value));
      return id;
    },
    find: async (id, { guildId, requester, services }) =>
      read(await services.store.findInput(id, { guildId, userId: requester })),
    take: async (id, { guildId, requester, services }) =>
      read(await services.store.takeInput(id, { guildId, userId: requester })),
  };
}
