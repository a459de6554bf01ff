import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { REST } from 'discord.js';
import { makeRequest } from '#src/discord/rest/request.ts';

/** A response to an interaction, as it was sent. */
export interface RecordedResponse {
  readonly method: string;
  readonly path: string;
  readonly body: {
    readonly type?: number;
    readonly data?: {
      readonly content?: string;
      readonly flags?: number;
      readonly choices?: readonly unknown[];
    };
  };
}

/** A Discord that takes every response, for interactions that the local Discord does not make. */
export interface ResponseRecorder extends AsyncDisposable {
  readonly rest: REST;
  readonly responses: readonly RecordedResponse[];
}

/** The JSON of a request with or without files. */
async function jsonOf(request: IncomingMessage): Promise<RecordedResponse['body']> {
  const received = new Response(await buffer(request), {
    headers: { 'content-type': request.headers['content-type'] ?? '' },
  });
  const isForm = request.headers['content-type']?.startsWith('multipart/') === true;
  const part = isForm ? (await received.formData()).get('payload_json') : await received.text();
  const text = part instanceof File ? await part.text() : (part ?? '');
  return JSON.parse(text) as RecordedResponse['body'];
}

/**
 * Starts it on any free port.
 * @param options.isRefused whether a request to this path is answered as if there were too many of them; by default none is
 */
export async function startResponseRecorder({
  isRefused = () => false,
}: {
  readonly isRefused?: (path: string) => boolean;
} = {}): Promise<ResponseRecorder> {
  const responses: RecordedResponse[] = [];
  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await jsonOf(request);
    responses.push({ method: request.method ?? '', path: request.url ?? '', body });
    if (isRefused(request.url ?? '')) {
      const refusal = {
        code: 40_094,
        message: 'This interaction has reached the maximum number of follow up messages.',
      };
      response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify(refusal));
    } else response.writeHead(204).end();
  }
  const server = createServer((request, response) => void take(request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    rest: new REST({ api: `http://127.0.0.1:${port}/api`, makeRequest, retries: 0 }),
    responses,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
