import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { toJson } from '#src/chain/json.ts';
import type { AnswerContext } from '../answer-context.ts';

/** What of one kind somebody typed or uploaded, to be used at a later press of a button. Kept for an hour, across restarts. */
export interface SavedInput<T> {
  /** Resolves to the id for a button. */
  save(value: T, context: Owned): Promise<string>;
  /** For the one who typed it, in that server; `null` when it is not kept any more. */
  find(id: string, context: Owned): Promise<T | null>;
  /** The same, and deletes it. */
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

/** @param schema of what `JSON.stringify` makes of a value, with a decimal text for a bigint */
export function savedInput<T>(schema: z.ZodType<T>): SavedInput<T> {
  const payload = json.pipe(schema);

  /** `null` for one that another version of the program wrote in another form, too. */
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
