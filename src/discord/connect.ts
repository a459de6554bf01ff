import { setTimeout as delay } from 'node:timers/promises';
import { type Client, DiscordAPIError, Events, type REST, Routes } from 'discord.js';
import type { Logger } from 'pino';
import { GavelError } from '../domain/errors.ts';
import { isTokenRefusal } from './gateway.ts';

/** Waits between attempts to reach Discord double up to this. */
const LONGEST_WAIT_MS = 30_000;

const refusal = (cause: unknown) =>
  new GavelError(
    'DISCORD_UNAUTHORIZED',
    'Discord refuses the token. Set DISCORD_TOKEN to the current one of the Developer Portal.',
    { cause },
  );

/** Waits until Discord answers at all, so that a bot started during an outage needs nobody to start it again. */
async function untilReachable(rest: REST, log: Logger, signal: AbortSignal): Promise<void> {
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    try {
      await rest.get(Routes.gatewayBot(), { signal });
      return;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof DiscordAPIError && error.status === 401) throw refusal(error);
      const waitMs = Math.min(LONGEST_WAIT_MS, 1_000 * 2 ** attempt);
      if (attempt === 0) log.warn({ err: error }, 'Discord does not answer; trying again until it does');
      await delay(waitMs, undefined, { signal });
    }
  }
}

/**
 * Connects the client to the gateway and resolves when it is ready.
 * @throws GavelError DISCORD_UNAUTHORIZED when the token is refused; the signal's reason when it aborts
 */
export async function connect(options: {
  readonly client: Client;
  /** A client of its own for the first question, since a refused token is wiped from the one that asked. */
  readonly rest: REST;
  readonly token: string;
  readonly log: Logger;
  readonly signal: AbortSignal;
}): Promise<Client<true>> {
  const { client, rest, token, log, signal } = options;
  await untilReachable(rest, log, signal);
  const ready = new Promise<Client<true>>((resolve) => {
    client.once(Events.ClientReady, resolve);
  });
  try {
    await client.login(token);
  } catch (error) {
    signal.throwIfAborted();
    throw isTokenRefusal(error) ? refusal(error) : error;
  }
  return ready;
}
