import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { GavelError } from '#src/chain/errors.ts';
import { INTERACTIONS_PATH, type InteractionsEndpoint } from '#src/discord/interactions/http/endpoint.ts';
import {
  WEBHOOK_EVENTS_PATH,
  type WebhookEventsEndpoint,
} from '#src/discord/interactions/http/webhook-events.ts';
import { limitConnections } from './connection-limit.ts';
import type { Readiness } from './readiness.ts';

/**
 * HTTP server for monitoring, `/healthz`, `/readyz` and `/metrics`, and for interactions. Disposing of it closes it
 * immediately.
 */
export type HealthServer = AsyncDisposable;

/** The content of each path. */
export interface HealthSources {
  /** Liveness, for a supervisor that restarts the process otherwise. */
  readonly alive: () => boolean;
  /** Readiness, for a load balancer or a rollout that waits for the bot. */
  readonly readiness: () => Promise<Readiness>;
  readonly metrics: () => Promise<{ readonly text: string; readonly contentType: string }>;
  /** Serves interactions; `null` when they come through the gateway. */
  readonly interactions: InteractionsEndpoint | null;
  /** Serves Discord's webhook events; `null` when interactions come through the gateway. */
  readonly webhookEvents: WebhookEventsEndpoint | null;
}

const JSON_TYPE = 'application/json; charset=utf-8';
/** Sufficient for monitoring and Discord, and a limit for everything else. */
const LIMITS = {
  requestTimeout: 5_000,
  headersTimeout: 3_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 8 * 1_024,
};
const MAX_CONNECTIONS = 50;
/** Limit with interactions. Times the maximum body size, this bounds the memory for requests. */
const MAX_CONNECTIONS_WITH_INTERACTIONS = 200;
const UNHEALTHY_STATUS = 503;

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

function json(status: number, body: unknown): Answer {
  return { status, type: JSON_TYPE, body: `${JSON.stringify(body)}\n` };
}

const ENDPOINTS: ReadonlyMap<string, (sources: HealthSources) => Promise<Answer>> = new Map([
  [
    '/healthz',
    async ({ alive }) => {
      const isAlive = alive();
      return json(isAlive ? 200 : UNHEALTHY_STATUS, { alive: isAlive });
    },
  ],
  [
    '/readyz',
    async ({ readiness }) => {
      const state = await readiness();
      return json(state.ready ? 200 : UNHEALTHY_STATUS, state);
    },
  ],
  [
    '/metrics',
    async ({ metrics }) => {
      const { text, contentType } = await metrics();
      return { status: 200, type: contentType, body: text };
    },
  ],
]);

/** Creates the configuration error for a failed start. */
function startFailure(error: NodeJS.ErrnoException, host: string, port: number): GavelError {
  const where = `${host}:${port}`;
  const options = { cause: error };
  switch (error.code) {
    case 'EADDRINUSE':
      return new GavelError(
        'CONFIG_INVALID',
        `HTTP_PORT (given: "${port}"): ${where} is in use by another program; choose a free port.`,
        options,
      );
    case 'EACCES':
      return new GavelError(
        'CONFIG_INVALID',
        `HTTP_PORT (given: "${port}"): this user may not listen there; choose a port above 1023.`,
        options,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new GavelError(
        'CONFIG_INVALID',
        `HTTP_HOST (given: "${host}"): this machine has no such address; use 127.0.0.1 or 0.0.0.0.`,
        options,
      );
    default:
      return new GavelError(
        'CONFIG_INVALID',
        `HTTP_PORT (given: "${port}"): cannot listen on ${where} (${error.code ?? error.message}).`,
        options,
      );
  }
}

/**
 * Starts the server. Except for interactions and webhook events, it only answers GET, reveals no secrets and no data
 * about servers, channels or users, and changes nothing.
 * @throws GavelError CONFIG_INVALID naming HTTP_PORT or HTTP_HOST if it cannot listen there
 */
export async function startHealthServer(
  options: HealthSources & { readonly host: string; readonly port: number; readonly log: Logger },
): Promise<HealthServer> {
  const { host, port, interactions, webhookEvents, log } = options;

  function send(response: ServerResponse, { status, type, body }: Answer, headers = {}): void {
    response
      .writeHead(status, {
        'content-type': type,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        ...headers,
      })
      .end(body);
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
    const endpoint = ENDPOINTS.get(path);
    try {
      if (path === INTERACTIONS_PATH && interactions !== null) return await interactions(request, response);
      if (path === WEBHOOK_EVENTS_PATH && webhookEvents !== null)
        return await webhookEvents(request, response);
      if (endpoint === undefined) return send(response, json(404, { error: 'not found' }));
      if (request.method !== 'GET') {
        return send(response, json(405, { error: 'GET only' }), { allow: 'GET', connection: 'close' });
      }
      send(response, await endpoint(options));
    } catch (error) {
      log.warn({ err: error, path }, 'request to the health server failed');
      send(response, json(500, { error: 'internal error' }));
    }
  }

  const server = createServer(LIMITS);
  const kept = limitConnections(
    server,
    interactions === null ? MAX_CONNECTIONS : MAX_CONNECTIONS_WITH_INTERACTIONS,
  );
  server.on('request', (request, response) => void kept(request, () => serve(request, response)));
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(startFailure(error, host, port)));
    server.listen(port, host, resolve);
  });
  server.on('error', (error) => log.warn({ err: error }, 'health server error'));
  log.info({ host, port }, 'health server started');
  if (interactions !== null)
    log.info({ host, port, path: INTERACTIONS_PATH }, 'interactions endpoint started');

  return {
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => {
        server.close(resolve);
      });
      server.closeAllConnections();
      await closed;
    },
  };
}
