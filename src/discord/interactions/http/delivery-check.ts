import type { REST } from 'discord.js';
import { Routes } from 'discord-api-types/v10';
import type { Logger } from 'pino';
import { z } from 'zod';
import { GavelError } from '#src/chain/errors.ts';

/**
 * How Discord delivers interactions, compared with the settings: unknown yet; as configured; through the gateway
 * although HTTP is configured, which the bot handles too; or to an endpoint although the gateway is configured, so that
 * the bot receives none.
 */
export type InteractionDelivery = 'unknown' | 'gateway' | 'http' | 'no endpoint URL yet' | 'lost';

/** Checks how Discord delivers interactions. */
export interface DeliveryCheck {
  delivery(): InteractionDelivery;
  /**
   * Asks Discord repeatedly until the signal aborts, because the URL may be changed in the portal at any time. Resolves
   * after the first check, even if Discord did not answer.
   */
  start(signal: AbortSignal): Promise<void>;
}

const application = z.object({
  verify_key: z.string().nullish(),
  interactions_endpoint_url: z.string().nullish(),
});

/** Interval of the checks, within which a change in the portal is noticed. */
const EVERY_MS = 10 * 60_000;
/** Interval while the delivery does not match the settings, and an operator is probably changing it. */
const EVERY_MS_UNTIL_RIGHT = 60_000;

const wrongKey = (given: string, own: string | null) =>
  new GavelError(
    'CONFIG_INVALID',
    `DISCORD_PUBLIC_KEY (given: "${given}"): accepted is the public key of this application, which is ${own}`,
  );

/**
 * @param deps.publicKey key for verifying interactions over HTTP; `null` if they come through the gateway
 * @param deps.onWrongKey called if the application has another key, so that every interaction would be refused
 */
export function createDeliveryCheck(deps: {
  readonly rest: REST;
  readonly publicKey: string | null;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly onWrongKey: (error: GavelError) => void;
  readonly log: Logger;
}): DeliveryCheck {
  const { rest, publicKey, sleep, log } = deps;
  let delivery: InteractionDelivery = 'unknown';

  function changed(to: InteractionDelivery): void {
    const before = delivery;
    delivery = to;
    if (to === before) return;
    if (to === 'lost')
      log.error('commands not delivered: Interactions Endpoint URL set, but INTERACTIONS is not http');
    else if (to === 'no endpoint URL yet')
      log.warn('INTERACTIONS is http, but no Interactions Endpoint URL set');
    else if (before !== 'unknown') log.info({ by: to }, 'delivery of commands matches INTERACTIONS');
  }

  async function check(signal: AbortSignal): Promise<void> {
    try {
      const answer = application.parse(await rest.get(Routes.currentApplication(), { signal }));
      const hasEndpoint = (answer.interactions_endpoint_url ?? '') !== '';
      const ownKey = answer.verify_key?.toLowerCase() ?? publicKey;
      if (publicKey === null) changed(hasEndpoint ? 'lost' : 'gateway');
      else if (ownKey === publicKey) changed(hasEndpoint ? 'http' : 'no endpoint URL yet');
      else deps.onWrongKey(wrongKey(publicKey, ownKey));
    } catch (error) {
      if (!signal.aborted) log.debug({ err: error }, 'delivery check of commands failed');
    }
  }

  return {
    delivery: () => delivery,
    async start(signal) {
      await check(signal);
      void (async () => {
        for (;;) {
          const isRight = delivery === 'gateway' || delivery === 'http';
          await sleep(isRight ? EVERY_MS : EVERY_MS_UNTIL_RIGHT, signal);
          if (signal.aborted) return;
          await check(signal);
        }
      })();
    },
  };
}
