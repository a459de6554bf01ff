import { once } from 'node:events';
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import type { HttpEnv } from './env.ts';

/** A listening server. */
export interface ListeningServer extends AsyncDisposable {
  /** Without a trailing slash. */
  readonly url: string;
}

/**
 * Serves the app on 127.0.0.1; port 0 takes any free one. Rejects when the port is taken. Disposing
 * closes every connection.
 */
export async function listen(app: Hono<HttpEnv>, port: number): Promise<ListeningServer> {
  const answer = getRequestListener((request, env) => app.fetch(request, env));
  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
