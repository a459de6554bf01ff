import { InteractionResponseType, InteractionType } from 'discord-api-types/v10';
import { RestError } from '../rest/errors.ts';
import { respondTo } from '../rest/interaction-callback.ts';
import type { ApplicationRecord } from '../state/records.ts';
import { createSnowflakes } from '../state/snowflake.ts';
import { interactionToken } from '../state/tokens.ts';
import type { World } from '../state/world.ts';
import { field } from '../wire/fields.ts';
import type { EndpointAnswer } from './request.ts';
import { applicationOf, createSignedEndpoint } from './signed-endpoint.ts';

/** The Interactions Endpoint URLs of the applications (Discord docs: Interactions Overview, Preparing for Interactions). */
export interface InteractionsEndpoints {
  /** The application's public key as the portal shows it. */
  publicKey(applicationId: string): string;
  /**
   * Saves the URL as the portal does: after a PING that was answered with PONG, and forged requests that were answered with
   * 401. `null` removes it. Resolves to `null` when it is saved, else to the portal's sentence. From then on the application gets
   * its interactions there, and none through the gateway.
   */
  save(applicationId: string, url: string | null): Promise<string | null>;
  /**
   * Sends forged requests, as Discord does now and then, and removes the URL when one of them is not refused. Resolves to whether
   * there still is one.
   */
  check(applicationId: string): Promise<boolean>;
  close(): void;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isPong({ status, text }: EndpointAnswer): boolean {
  return status === 200 && field(jsonOf(text), 'type') === InteractionResponseType.Pong;
}

/** Sends the interactions of applications that have an endpoint. */
export function createInteractionsEndpoints(world: World): InteractionsEndpoints {
  // Of its own: a PING must not change the ids of everything that follows.
  const nextPingId = createSnowflakes(() => world.clock.now());

  function ping(application: ApplicationRecord): Record<string, unknown> {
    const id = nextPingId();
    return {
      id,
      application_id: application.id,
      type: InteractionType.Ping,
      token: interactionToken(id),
      version: 1,
      user: world.users.get(application.botId),
      app_permissions: '562949953601536',
      authorizing_integration_owners: {},
      entitlements: [],
    };
  }

  const endpoint = createSignedEndpoint(world, {
    ping,
    isPong,
    refusal: 'The specified interactions endpoint url could not be verified.',
  });

  /** An answer with 200 is the response to the interaction; with 202 it follows on the callback route. */
  async function deliver(application: ApplicationRecord, url: string, data: unknown): Promise<void> {
    const answer = await endpoint.post(application, url, data);
    const interaction = world.interactions.get(String(field(data, 'id')));
    if (answer?.status !== 200 || interaction === undefined) return;
    try {
      respondTo(world, interaction, jsonOf(answer.text), []);
    } catch (error) {
      // A response that Discord refuses is none: the user sees that the application did not respond.
      if (!(error instanceof RestError)) throw error;
    }
  }

  const stopListening = world.dispatches.add(({ event, data, applicationId }) => {
    const application = world.applications.get(applicationId ?? '');
    const url = application?.interactionsEndpointUrl ?? null;
    if (event === 'INTERACTION_CREATE' && application !== undefined && url !== null)
      void deliver(application, url, data);
  });

  return {
    publicKey: (applicationId) => applicationOf(world, applicationId).signingKey.publicKey,
    async save(applicationId, url) {
      const application = applicationOf(world, applicationId);
      const refusal = url === null ? null : await endpoint.verify(application, url);
      if (refusal === null) application.interactionsEndpointUrl = url;
      return refusal;
    },
    async check(applicationId) {
      const application = applicationOf(world, applicationId);
      const url = application.interactionsEndpointUrl;
      if (url === null) return false;
      const isRight = await endpoint.refusesForgeries(application, url);
      if (!isRight) application.interactionsEndpointUrl = null;
      return isRight;
    },
    close() {
      stopListening();
      endpoint.close();
    },
  };
}
