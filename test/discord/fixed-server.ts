import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server with one fixed response, for responses that the local Discord never gives. */
export interface FixedServer extends AsyncDisposable {
  /** Value of `rest.api` of discord.js. */
  readonly apiUrl: string;
  readonly requests: () => number;
}

/** Starts it on any free port. */
export async function startFixedServer(answer: RequestListener): Promise<FixedServer> {
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    answer(request, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    apiUrl: `http://127.0.0.1:${port}/api`,
    requests: () => requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

const JSON_TYPE = { 'content-type': 'application/json' };

/** Answers with JSON. */
export function json(status: number, body: unknown, headers: Record<string, string> = {}): RequestListener {
  return (_request, response) =>
    void response.writeHead(status, { ...JSON_TYPE, ...headers }).end(JSON.stringify(body));
}

/** Answers with this text. */
export function text(
  status: number,
  body: string,
  headers: Record<string, string> = { 'content-type': 'text/html' },
): RequestListener {
  return (_request, response) => void response.writeHead(status, headers).end(body);
}

/** Answers with one of Discord's errors. */
export const discordError = (status: number, code: number): RequestListener =>
  json(status, { code, message: `Error ${code}` });
