import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { toJson } from '#src/chain/json.ts';
import type { InputKind } from '#src/store/model/people.ts';
import type { AnswerContext } from '../answer-context.ts';

/**
 * What of one kind somebody typed, chose or uploaded, to be used at a later press of a button. Kept across restarts.
 */
export interface SavedInput<T> {
  /** Name of its kind. */
  readonly kind: string;
  /** Resolves to the id for a button. */
  save(value: T, context: Owned): Promise<string>;
  /** Finds the value for its owner in that server; `null` if it is no longer stored. */
  find(id: string, context: Owned): Promise<T | null>;
  /** Finds and deletes the value. */
  take(id: string, context: Owned): Promise<T | null>;
  /** Those of a server, whoever's they are, oldest first. */
  allIn(guildId: string, store: Pick<Store, 'inputsIn'>): Promise<readonly Saved<T>[]>;
}

interface Saved<T> {
  readonly value: T;
  readonly userId: string;
  /** Epoch ms. */
  readonly createdAt: number;
}

const ID_BYTES = 9;

type Store = AnswerContext['services']['store'];

type Owned = Pick<AnswerContext, 'guildId' | 'requester'> & {
  readonly services: { readonly store: Pick<Store, 'saveInput' | 'findInput' | 'takeInput'> };
};

const json = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue('not JSON');
    return z.NEVER;
  }
});

/**
 * @param schema of what `JSON.stringify` makes of a value, with a decimal text for a bigint
 * @param channelOf the channel that a value is about: whoever may not see it does not get it from `allIn`
 */
export function savedInput<T>(
  kind: InputKind,
  schema: z.ZodType<T>,
  channelOf: (value: T) => string | null = () => null,
): SavedInput<T> {
  const payload = json.pipe(schema);

  /** Parses a saved value; `null` also if a different version of the program wrote it in another format. */
  function read(text: string | null): T | null {
    const parsed = text === null ? null : payload.safeParse(text);
    return parsed?.success === true ? parsed.data : null;
  }

  return {
    kind: kind.name,
    async save(value, { guildId, requester, services }) {
      const id = randomBytes(ID_BYTES).toString('base64url');
      await services.store.saveInput(id, { guildId, userId: requester }, kind, {
        payload: toJson(value),
        channelId: channelOf(value),
      });
      return id;
    },
    find: async (id, { guildId, requester, services }) =>
      read(await services.store.findInput(id, { guildId, userId: requester }, kind)),
    take: async (id, { guildId, requester, services }) =>
      read(await services.store.takeInput(id, { guildId, userId: requester }, kind)),
    async allIn(guildId, store) {
      const all = await store.inputsIn(guildId, kind);
      return all.flatMap(({ payload: text, userId, createdAt }) => {
        const value = read(text);
        return value === null ? [] : [{ value, userId, createdAt }];
      });
    },
  };
}
