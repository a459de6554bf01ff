import type { REST } from 'discord.js';
import { Routes } from 'discord-api-types/v10';
import { z } from 'zod';
import { isTokenRefusal, tokenRefusedError } from '../posting/failures.ts';
import { retryUntilSuccess } from '../rest/retry-until-success.ts';
import type { BotIdentity } from './gateway.ts';
import type { Patience } from './gateway-information.ts';

const user = z.object({ id: z.string(), username: z.string() });
const application = z.object({ id: z.string() });

/**
 * Requests the bot's identity, for processes that may not have a gateway connection. Retries as long as Discord does
 * not answer.
 * @throws GavelError DISCORD_UNAUTHORIZED if the token is refused; the signal's reason when it aborts
 */
export async function readOwnIdentity(rest: REST, { sleep, signal, log }: Patience): Promise<BotIdentity> {
  async function ask(): Promise<BotIdentity> {
    const { id: userId, username: userName } = user.parse(await rest.get(Routes.user(), { signal }));
    const { id: applicationId } = application.parse(await rest.get(Routes.currentApplication(), { signal }));
    return { userId, userName, applicationId };
  }
  try {
    return await retryUntilSuccess(ask, {
      sleep,
      signal,
      isFinal: isTokenRefusal,
      onFailure: (error, failures) => log.warn({ err: error, failures }, 'bot user not read; retrying'),
    });
  } catch (error) {
    throw isTokenRefusal(error) ? tokenRefusedError(error) : error;
  }
}
