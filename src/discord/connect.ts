import { type Client, Events, type REST, Routes } from 'discord.js';
import type { Logger } from 'pino';
import { retryUntilSuccess } from './retry-until-success.ts';
import { isTokenRefusal, tokenRefusedError } from './token-refusal.ts';

/** Upper limit for the wait until the next attempt, whatever Discord asks for. */
const MAX_LOGIN_PAUSE_MS = 10 * 60_000;

interface LoginOptions {
  readonly log: Logger;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
}

interface SessionLimit {
  readonly remaining: number;
  /** ms */
  readonly reset_after: number;
}

/** Discord docs: Get Gateway Bot. A proxy in front of Discord may answer anything, so the shape is checked. */
function sessionLimitOf(answer: unknown): SessionLimit | null {
  if (typeof answer !== 'object' || answer === null) return null;
  if (!('url' in answer) || typeof answer.url !== 'string' || !('session_start_limit' in answer)) return null;
  const limit = answer.session_start_limit;
  if (typeof limit !== 'object' || limit === null) return null;
  if (!('remaining' in limit) || typeof limit.remaining !== 'number') return null;
  if (!('reset_after' in limit) || typeof limit.reset_after !== 'number') return null;
  return { remaining: limit.remaining, reset_after: limit.reset_after };
}

/**
 * discord.js requests the gateway several times during a login. It destroys the client when one of these requests
 * fails or when no login is left for today. So the request itself is retried until it has a usable answer.
 */
function retryGatewayRequest(rest: REST, { log, sleep, signal }: LoginOptions): void {
  const get = rest.get.bind(rest);

  async function requestGateway(options: Parameters<REST['get']>[1]): Promise<unknown> {
    for (;;) {
      const answer = await get(Routes.gatewayBot(), { ...options, signal });
      const limit = sessionLimitOf(answer);
      if (limit === null) throw new Error('The answer does not say where the gateway is.');
      if (limit.remaining > 0) return answer;
      log.warn(
        { resetAfterMs: limit.reset_after },
        'Discord allows this bot no more logins for now; waiting until it does',
      );
      await sleep(Math.min(limit.reset_after, MAX_LOGIN_PAUSE_MS), signal);
      signal.throwIfAborted();
    }
  }

  rest.get = (route, options) =>
    route === Routes.gatewayBot()
      ? retryUntilSuccess(() => requestGateway(options), {
          sleep,
          signal,
          isFinal: isTokenRefusal,
          onFailure(error, failures) {
            if (failures === 1)
              log.warn({ err: error }, 'Discord does not answer; trying again until it does');
          },
        })
      : get(route, options);
}

/**
 * Connects the client to the gateway and resolves when it is ready. Retries as long as Discord does not answer.
 * @throws GavelError DISCORD_UNAUTHORIZED when the token is refused; the signal's reason when it aborts
 */
export async function connect(
  options: LoginOptions & { readonly client: Client; readonly token: string },
): Promise<Client<true>> {
  const { client, token, signal } = options;
  retryGatewayRequest(client.rest, options);
  const ready = new Promise<Client<true>>((resolve) => {
    client.once(Events.ClientReady, resolve);
  });
  try {
    await client.login(token);
  } catch (error) {
    signal.throwIfAborted();
    throw isTokenRefusal(error) ? tokenRefusedError(error) : error;
  }
  return ready;
}
