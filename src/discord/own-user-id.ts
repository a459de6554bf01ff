import type { REST } from 'discord.js';
import { Routes } from 'discord-api-types/v10';

function idOf(answer: unknown): string | null {
  const id = typeof answer === 'object' && answer !== null && 'id' in answer ? answer.id : null;
  return typeof id === 'string' ? id : null;
}

/**
 * Returns the bot's own user id, by which its messages are recognized. It never changes, so Discord is asked only once.
 * @param deps.known returns the id that the gateway reported to this process; `null` if there is none
 * @returns rejects while Discord does not answer, and resolves to `null` if the answer is not a user
 */
export function createOwnUserId(deps: {
  readonly rest: REST;
  readonly known: () => string | null;
  readonly timeoutMs: number;
}): () => Promise<string | null> {
  const { rest, known, timeoutMs } = deps;
  let id: string | null = null;
  return async () => {
    id ??= known() ?? idOf(await rest.get(Routes.user(), { signal: AbortSignal.timeout(timeoutMs) }));
    return id;
  };
}
