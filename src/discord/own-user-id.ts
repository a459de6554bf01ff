import type { REST } from 'discord.js';
import { Routes } from 'discord-api-types/v10';
import { z } from 'zod';

const user = z.object({ id: z.string() });

/**
 * The bot's own user id, by which its messages are recognised. It never changes, so Discord is asked once.
 * @param deps.known what this process knows of itself, from the gateway; `null` while it does not
 * @returns resolves to `null` while Discord does not say
 */
export function createOwnUserId(deps: {
  readonly rest: REST;
  readonly known: () => string | null;
  readonly timeoutMs: number;
}): () => Promise<string | null> {
  const { rest, known, timeoutMs } = deps;
  let answered: string | null = null;
  return async () => {
    answered ??= known();
    if (answered !== null) return answered;
    try {
      const answer = await rest.get(Routes.user(), { signal: AbortSignal.timeout(timeoutMs) });
      answered = user.safeParse(answer).data?.id ?? null;
    } catch {
      // The search of the channel would fail as well; it is repeated.
      return null;
    }
    return answered;
  };
}
