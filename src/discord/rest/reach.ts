import type { RESTOptions } from 'discord.js';

type MakeRequest = RESTOptions['makeRequest'];

/** Whether Discord answers this process. */
export interface DiscordReach {
  /** Wraps a request function: any answer counts, also a refusal. */
  observe(makeRequest: MakeRequest): MakeRequest;
  /** Time since the last answer, or since the start before the first, ms. */
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
