import type { REST, RESTOptions } from 'discord.js';
import { Routes } from 'discord-api-types/v10';

type MakeRequest = RESTOptions['makeRequest'];

const TIMEOUT_MS = 5_000;

/** Whether Discord answers this process. */
export interface DiscordReach {
  /** Wraps a request function. Any answer counts, including a refusal. */
  observe(makeRequest: MakeRequest): MakeRequest;
  /** Returns the time since the last answer, or before the first since the start, ms. */
  silentForMs(): number;
}

/** @param monotonic ms */
export function createDiscordReach(monotonic: () => number): DiscordReach {
  let answeredAt = monotonic();
  return {
    observe: (makeRequest) => async (url, init) => {
      const answer = await makeRequest(url, init);
      answeredAt = monotonic();
      return answer;
    },
    silentForMs: () => monotonic() - answeredAt,
  };
}

/** Makes a public request to Discord. Rejects if it does not answer, or refuses. */
export const askDiscord = (rest: Pick<REST, 'get'>): Promise<unknown> =>
  rest.get(Routes.gateway(), { auth: false, signal: AbortSignal.timeout(TIMEOUT_MS) });
