import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApplicationWebhookEventType, ApplicationWebhookType } from 'discord-api-types/v10';
import type { Logger } from 'pino';
import { z } from 'zod';
import { createSignedBodyReader, parseBody, type UnsignedReason } from './signed-body.ts';

/** Path of the Webhook Events URL. */
export const WEBHOOK_EVENTS_PATH = '/webhook-events';

/**
 * Serves requests for `WEBHOOK_EVENTS_PATH`. Rejects, without an answer, if an event could not be handled, so that
 * Discord sends it again.
 */
export type WebhookEventsEndpoint = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Far larger than an event about a user and a server. */
const MAX_BODY_BYTES = 64 * 1_024;

/** Discord may add types that are unknown here. */
const PING: number = ApplicationWebhookType.Ping;

const eventPayload = z.object({
  type: z.int(),
  event: z.object({ type: z.string(), data: z.unknown() }).optional(),
});
const deauthorized = z.object({ user: z.object({ id: z.string().regex(/^\d{1,19}$/) }) });

const STATUS: Readonly<
  Record<Exclude<UnsignedReason, 'incomplete'> | 'acknowledged' | 'unreadable', number>
> = {
  acknowledged: 204,
  forged: 401,
  stale: 401,
  unreadable: 400,
  'too large': 413,
  'wrong method': 405,
};

/**
 * Receives events about users who install or remove the app, which the gateway does not report (Discord docs: Webhook
 * Events). Discord repeats an event that is not acknowledged, and handling it twice changes nothing.
 *
 * @param deps.now epoch ms by Discord's clock
 * @param deps.forget deletes all data of a user who removed the app
 */
export function createWebhookEventsEndpoint(deps: {
  readonly publicKey: string;
  readonly now: () => number;
  readonly forget: (userId: string) => Promise<void>;
  readonly log: Logger;
}): WebhookEventsEndpoint {
  const { forget, log } = deps;
  const readSignedBody = createSignedBodyReader(deps.publicKey, deps.now, MAX_BODY_BYTES);

  async function handle(body: Uint8Array): Promise<'acknowledged' | 'unreadable'> {
    const read = eventPayload.safeParse(parseBody(body));
    if (!read.success) return 'unreadable';
    const { type, event } = read.data;
    if (type === PING || event?.type !== ApplicationWebhookEventType.ApplicationDeauthorized)
      return 'acknowledged';
    const gone = deauthorized.safeParse(event.data);
    if (!gone.success) return 'unreadable';
    await forget(gone.data.user.id);
    log.info('app deauthorized; user data deleted');
    return 'acknowledged';
  }

  return async (request, response) => {
    const body = await readSignedBody(request);
    const outcome = typeof body === 'string' ? body : await handle(body);
    if (outcome === 'incomplete') return;
    response
      .writeHead(STATUS[outcome], {
        'cache-control': 'no-store',
        connection: 'close',
        // Discord requires a valid type, even for an answer without a body.
        'content-type': 'application/json',
        ...(outcome === 'wrong method' ? { allow: 'POST' } : {}),
      })
      .end();
  };
}
