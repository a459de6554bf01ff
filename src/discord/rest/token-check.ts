import type { RESTOptions } from 'discord.js';
import { Routes } from 'discord-api-types/v10';

type MakeRequest = RESTOptions['makeRequest'];

/** A 401 that does not concern the token: Discord accepts the token elsewhere, or does not answer. */
export class UnconfirmedTokenRefusal extends Error {
  override name = 'UnconfirmedTokenRefusal';
}

const TIMEOUT_MS = 3_000;
const UNAUTHORIZED = 401;

/** Returns the authorization header; discord.js passes a plain object. */
function authorizationOf({ headers }: Parameters<MakeRequest>[1]): string | null {
  const named = Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === 'authorization');
  return typeof named?.[1] === 'string' ? named[1] : null;
}

/**
 * Wraps a request function. After a 401 is passed on, discord.js drops the token and the bot stops. Therefore the bot's
 * identity is requested first, and the 401 only counts if that is refused too. A single request can be refused by a
 * proxy in front of Discord.
 * @param apiUrl as for discord.js
 */
export function confirmTokenRefusals(makeRequest: MakeRequest, apiUrl: string): MakeRequest {
  /** The running check, shared by requests that are refused at once, because refusals count towards a ban. */
  let checking: Promise<boolean> | null = null;
  let isRefused = false;

  async function askWhoTheBotIs(authorization: string): Promise<boolean> {
    try {
      const answer = await makeRequest(`${apiUrl}/v10${Routes.user()}`, {
        method: 'GET',
        headers: { authorization },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await answer.text();
      isRefused = answer.status === UNAUTHORIZED;
    } catch {
      // No answer says nothing about the token; the refused request is repeated and checks again.
      isRefused = false;
    }
    return isRefused;
  }

  return async (url, init) => {
    const answer = await makeRequest(url, init);
    const authorization = answer.status === UNAUTHORIZED ? authorizationOf(init) : null;
    if (authorization === null || isRefused) return answer;
    checking ??= askWhoTheBotIs(authorization).finally(() => {
      checking = null;
    });
    if (await checking) return answer;
    await answer.text();
    throw new UnconfirmedTokenRefusal('401 for one request, which Discord does not confirm for the token');
  };
}
