import type { REST } from 'discord.js';
import { Routes } from 'discord-api-types/v10';
import type { Logger } from 'pino';
import { z } from 'zod';
import { isTokenRefusal } from '../posting/failures.ts';
import { retryUntilSuccess } from '../rest/retry-until-success.ts';

/** Upper limit for the wait until the next attempt, even if Discord requests more. */
const MAX_LOGIN_PAUSE_MS = 10 * 60_000;

/** How to retry failed requests. */
export interface Patience {
  readonly log: Logger;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
}

/** Discord docs: Get Gateway Bot. A proxy in front of Discord may answer with anything, so the shape is checked. */
const gatewayInformation = z.object({
  url: z.string(),
  shards: z.int().positive(),
  session_start_limit: z.object({
    total: z.int(),
    remaining: z.int(),
    /** In ms. */
    reset_after: z.number(),
    max_concurrency: z.int().positive(),
  }),
});

/** The gateway's URL, the recommended number of shards, and the allowed identifies. */
export type GatewayInformation = z.infer<typeof gatewayInformation>;

/**
 * Requests the gateway information until there is a usable answer.
 * @param mayIdentify whether the remaining identifies are sufficient; otherwise this waits until Discord allows more
 * @throws the refusal of the token; the signal's reason when it aborts
 */
export function readGatewayInformation(
  rest: REST,
  { log, sleep, signal }: Patience,
  mayIdentify: (information: GatewayInformation) => boolean = () => true,
): Promise<GatewayInformation> {
  async function request(): Promise<GatewayInformation> {
    for (;;) {
      const answer = gatewayInformation.safeParse(await rest.get(Routes.gatewayBot(), { signal }));
      if (!answer.success)
        throw new Error('The answer does not contain the gateway’s URL.', { cause: answer.error });
      if (mayIdentify(answer.data)) return answer.data;
      const { reset_after: resetAfterMs } = answer.data.session_start_limit;
      log.warn({ resetAfterMs }, 'session start limit reached; waiting for its reset');
      await sleep(Math.min(resetAfterMs, MAX_LOGIN_PAUSE_MS), signal);
      signal.throwIfAborted();
    }
  }

  return retryUntilSuccess(request, {
    sleep,
    signal,
    isFinal: isTokenRefusal,
    onFailure(error, failures) {
      if (failures === 1) log.warn({ err: error }, 'gateway information not read; retrying');
    },
  });
}
