import type { REST } from 'discord.js';
import { Routes } from 'discord-api-types/v10';
import type { Logger } from 'pino';
import { z } from 'zod';
import { retryUntilSuccess } from '../retry-until-success.ts';
import { isTokenRefusal } from '../token-refusal.ts';

/** Upper limit for the wait until the next attempt, whatever Discord asks for. */
const MAX_LOGIN_PAUSE_MS = 10 * 60_000;

/** How failed requests are repeated. */
export interface Patience {
  readonly log: Logger;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
}

/** Discord docs: Get Gateway Bot. A proxy in front of Discord may answer anything, so the shape is checked. */
const gatewayInformation = z.object({
  url: z.string(),
  shards: z.int().positive(),
  session_start_limit: z.object({
    total: z.int(),
    remaining: z.int(),
    /** ms */
    reset_after: z.number(),
    max_concurrency: z.int().positive(),
  }),
});

/**
 * `@discordjs/ws` requests the gateway several times while it connects, and gives up when one of these requests fails or when
 * fewer logins are left for today than there are shards. So the request itself is repeated until it has a usable answer.
 * @param shardCount number of shards; `null` for as many as Discord recommends
 */
export function retryGatewayRequest(
  rest: REST,
  { log, sleep, signal }: Patience,
  shardCount: number | null,
): void {
  const get = rest.get.bind(rest);

  async function requestGateway(options: Parameters<REST['get']>[1]): Promise<unknown> {
    for (;;) {
      const answer = gatewayInformation.safeParse(await get(Routes.gatewayBot(), { ...options, signal }));
      if (!answer.success)
        throw new Error('The answer does not say where the gateway is.', { cause: answer.error });
      const { remaining, reset_after: resetAfterMs } = answer.data.session_start_limit;
      if (remaining >= (shardCount ?? answer.data.shards)) return answer.data;
      log.warn({ resetAfterMs }, 'Discord allows this bot no more logins for now; waiting until it does');
      await sleep(Math.min(resetAfterMs, MAX_LOGIN_PAUSE_MS), signal);
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
