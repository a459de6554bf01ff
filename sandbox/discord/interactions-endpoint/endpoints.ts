import { InteractionResponseType, InteractionType } from 'discord-api-types/v10';
import { RestError } from '../rest/errors.ts';
import { respondTo } from '../rest/interaction-callback.ts';
import type { ApplicationRecord } from '../state/records.ts';
import { createSnowflakes } from '../state/snowflake.ts';
import { interactionToken } from '../state/tokens.ts';
import type { World } from '../state/world.ts';
import { field } from '../wire/fields.ts';
import { type EndpointAnswer, FORGERIES, postToEndpoint, type Signing } from './request.ts';

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

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);
const NOT_VERIFIED = 'The specified interactions endpoint url could not be verified.';
const NOT_LOCAL = 'The local Discord sends to this machine only: http://127.0.0.1:PORT/…';
const UNAUTHORIZED = 401;

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isPong(answer: EndpointAnswer | null): boolean {
  return answer?.status === 200 && field(jsonOf(answer.text), 'type') === InteractionResponseType.Pong;
}

/** Sends the interactions of applications that have an endpoint. */
export function createInteractionsEndpoints(world: World): InteractionsEndpoints {
  const closing = new AbortController();
  // Of its own: a PING must not change the ids of everything that follows.
  const nextPingId = createSnowflakes(() => world.clock.now());

  function applicationOf(id: string): ApplicationRecord {
    const application = world.applications.get(id);
    if (application === undefined) throw new Error(`There is no application ${id} in this local Discord.`);
    return application;
  }

  function post({ signingKey: key }: ApplicationRecord, url: string, payload: unknown, signing: Signing) {
    return postToEndpoint(url, payload, { key, signing, nowMs: world.clock.now(), signal: closing.signal });
  }

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

  async function refusesForgeries(application: ApplicationRecord, url: string): Promise<boolean> {
    for (const forgery of FORGERIES) {
      const answer = await post(application, url, ping(application), forgery);
      if (answer?.status !== UNAUTHORIZED) return false;
    }
    return true;
  }

  /** An answer with 200 is the response to the interaction; with 202 it follows on the callback route. */
  async function deliver(application: ApplicationRecord, url: string, data: unknown): Promise<void> {
    const answer = await post(application, url, data, 'valid');
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
    publicKey: (applicationId) => applicationOf(applicationId).signingKey.publicKey,
    async save(applicationId, url) {
      const application = applicationOf(applicationId);
      if (url !== null) {
        if (!LOOPBACK.has(URL.parse(url)?.hostname ?? '')) return NOT_LOCAL;
        const isRight =
          isPong(await post(application, url, ping(application), 'valid')) &&
          (await refusesForgeries(application, url));
        if (!isRight) return NOT_VERIFIED;
      }
      application.interactionsEndpointUrl = url;
      return null;
    },
    async check(applicationId) {
      const application = applicationOf(applicationId);
      const url = application.interactionsEndpointUrl;
      if (url === null) return false;
      const isRight = await refusesForgeries(application, url);
      if (!isRight) application.interactionsEndpointUrl = null;
      return isRight;
    },
    close() {
      stopListening();
      closing.abort();
    },
  };
}
