import type { REST } from 'discord.js';
import type { Logger } from 'pino';
import type { Clock } from '#src/chain/clock.ts';
import type { GavelError } from '#src/chain/errors.ts';
import type { Config } from '#src/config.ts';
import { createDeliveryCheck } from '#src/discord/interactions/http/delivery-check.ts';
import { createInteractionsEndpoint } from '#src/discord/interactions/http/endpoint.ts';
import { createWebhookEventsEndpoint } from '#src/discord/interactions/http/webhook-events.ts';
import type { Operations } from '#src/ops/operations.ts';
import type { Connection } from './connection.ts';

/**
 * Creates the endpoints for interactions and webhook events over HTTP, and the check of how Discord delivers
 * interactions. The endpoints are `null` if interactions come through the gateway, or another process receives them.
 * @param deps.handleInteraction handles the payload of an interaction; `forgetPerson`: deletes the data of a user
 */
export function createInteractionEndpoints(deps: {
  readonly config: Pick<Config, 'interactionsKey' | 'roles'>;
  readonly connection: Connection;
  readonly operations: Pick<Operations, 'onInteractionRequest'>;
  readonly rest: REST;
  readonly clock: Pick<Clock, 'sleep'>;
  /** Discord's time, epoch ms. */
  readonly discordNow: () => number;
  readonly log: Logger;
  readonly handleInteraction: (payload: unknown) => void;
  readonly forgetPerson: (userId: string) => Promise<void>;
  readonly onWrongKey: (error: GavelError) => void;
}) {
  const { config, connection, operations, rest, clock, discordNow, log } = deps;
  const { handleInteraction, forgetPerson, onWrongKey } = deps;
  const { interactionsKey: publicKey } = config;
  const { gateway, knows } = connection;
  const deliveryCheck = createDeliveryCheck({ rest, publicKey, sleep: clock.sleep, onWrongKey, log });
  if (publicKey === null || !config.roles.includes('commands'))
    return { deliveryCheck, interactionsEndpoint: null, webhookEventsEndpoint: null };
  return {
    deliveryCheck,
    interactionsEndpoint: createInteractionsEndpoint({
      publicKey,
      now: discordNow,
      receive(payload, guildId) {
        const handle = () => connection.handleOnce(payload, handleInteraction);
        if (guildId === null || knows(guildId)) return gateway.whenReceived(guildId, handle);
        // The server belongs to a shard of another process, so request it.
        handle();
        return true;
      },
      onRequest: operations.onInteractionRequest,
    }),
    webhookEventsEndpoint: createWebhookEventsEndpoint({
      publicKey,
      now: discordNow,
      forget: forgetPerson,
      log,
    }),
  };
}
