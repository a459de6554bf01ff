import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { GavelError } from '../domain/errors.ts';
import type { Readiness } from './readiness.ts';

/** A server for whoever watches the bot: `/healthz`, `/readyz` and `/metrics`. Disposing of it closes it at once. */
export type HealthServer = AsyncDisposable;

/** What is told under each path. */
export interface HealthSources {
  /** Whether the process does its work: for a supervisor that starts it anew when it does not. */
  readonly alive: () => boolean;
  /** For a balancer or a roll-out that waits for it. */
  readonly readiness: () => Promise<Readiness>;
  readonly metrics: () => Promise<{ readonly text: string; readonly contentType: string }>;
}

const JSON_TYPE = 'application/json; charset=utf-8';
/** Nobody who watches needs longer, more, or more at a time. */
const LIMITS = {
  requestTimeout: 5_000,
  headersTimeout: 3_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 8 * 1_024,
};
const MOST_CONNECTIONS = 50;
const UNWELL = 503;

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

function json(status: number, body: unknown): Answer {
  return { status, type: JSON_TYPE, body: `${JSON.stringify(body)}\n` };
}

const PAGES: ReadonlyMap<string, (sources: HealthSources) => Promise<Answer>> = new Map([
  [
    '/healthz',
    async ({ alive }) => {
      const isAlive = alive();
      return json(isAlive ? 200 : UNWELL, { alive: isAlive });
    },
  ],
  [
    '/readyz',
    async ({ readiness }) => {
      const state = await readiness();
      return json(state.ready ? 200 : UNWELL, state);
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

/** Why there is no server, in words that name the setting. */
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
        `HTTP_HOST (given: "${host}"): this machine has no such address; 127.0.0.1 or 0.0.0.0 will do.`,
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
 * Starts the server. It answers GET only, tells nothing secret and nothing of any server, channel or person, and has no way
 * to change anything.
 * @throws GavelError CONFIG_INVALID naming HTTP_PORT or HTTP_HOST when it cannot listen there
 */
export async function startHealthServer(
  options: HealthSources & { readonly host: string; readonly port: number; readonly log: Logger },
): Promise<HealthServer> {
  const { host, port, log } = options;

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
    const page = PAGES.get(path);
    if (page === undefined) return send(response, json(404, { error: 'not found' }));
    if (request.method !== 'GET') {
      return send(response, json(405, { error: 'GET only' }), { allow: 'GET', connection: 'close' });
    }
    try {
      send(response, await page(options));
    } catch (error) {
      log.warn({ err: error, path }, 'a question about the health of the bot could not be answered');
      send(response, json(500, { error: 'could not be told' }));
    }
  }

  const server = createServer(LIMITS, (request, response) => void serve(request, response));
  server.maxConnections = MOST_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(startFailure(error, host, port)));
    server.listen(port, host, resolve);
  });
  server.on('error', (error) => log.warn({ err: error }, 'the health server met an error'));
  log.info({ host, port }, 'health and metrics are served');

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
