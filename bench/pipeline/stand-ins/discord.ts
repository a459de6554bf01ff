import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { steadyMs } from './clock.ts';
import { serveGateway } from './gateway.ts';
import { createLimits } from './limits.ts';
import { APPLICATION_ID, botUser, channelId, type Size } from './servers.ts';

/*
 * A Discord that answers immediately, in a process of its own, with Discord's rate limits and headers. It reports every
 * message request with its arrival time to the parent. It does not validate requests like the local Discord of the sandbox.
 * Arguments: number of servers, and channels in each.
 */

/** A message request, reported to the parent. */
export interface Arrival {
  readonly type: 'arrival';
  /** Ms of the monotonic clock. */
  readonly at: number;
  readonly status: number;
  readonly channelId: string;
  /** The raw request body. */
  readonly body: string;
}

export interface Listening {
  readonly type: 'listening';
  readonly url: string;
}

const MESSAGES = /^\/api\/v10\/channels\/(\d+)\/messages$/;
const KEEP_ALIVE_MS = 65_000;

const [guilds = 1, channelsEach = 1] = process.argv.slice(2).map(Number);
const size: Size = { guilds, channelsEach };
const checkLimit = createLimits(steadyMs);
let lastId = BigInt(channelId(1_000_000_000));
let port = 0;

const send = (message: Arrival | Listening): void => void process.send?.(message);

function answer(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): void {
  const text = JSON.stringify(body);
  response.writeHead(status, { ...headers, 'content-type': 'application/json' });
  response.end(text);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString();
}

async function takeMessage(
  request: IncomingMessage,
  response: ServerResponse,
  channel: string,
): Promise<void> {
  const at = steadyMs();
  const { refused, headers } = checkLimit(channel);
  const body = await bodyOf(request);
  if (refused !== null) {
    const retryAfter = refused.retryAfterMs / 1_000;
    const text = { message: 'You are being rate limited.', retry_after: retryAfter, global: refused.global };
    answer(response, 429, text, {
      ...headers,
      'retry-after': String(Math.ceil(retryAfter)),
      'x-ratelimit-scope': refused.global ? 'global' : 'user',
      ...(refused.global ? { 'x-ratelimit-global': 'true' } : {}),
    });
    send({ type: 'arrival', at, status: 429, channelId: channel, body });
    return;
  }
  lastId += 1n;
  answer(response, 200, { id: String(lastId), channel_id: channel, content: '', author: botUser }, headers);
  send({ type: 'arrival', at, status: 200, channelId: channel, body });
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = request.url ?? '';
  const channel = MESSAGES.exec(path)?.[1];
  if (channel !== undefined && request.method === 'POST') return takeMessage(request, response, channel);
  const body = await bodyOf(request);
  if (path.startsWith('/api/v10/gateway/bot')) {
    const limit = { total: 1_000, remaining: 1_000, reset_after: 1, max_concurrency: 1 };
    return answer(response, 200, { url: `ws://127.0.0.1:${port}`, shards: 1, session_start_limit: limit });
  }
  if (path.startsWith(`/api/v10/applications/${APPLICATION_ID}/`))
    return answer(response, 200, body === '' ? [] : JSON.parse(body));
  answer(response, 404, { message: '404: Not Found', code: 0 });
}

const server = createServer(
  { keepAliveTimeout: KEEP_ALIVE_MS },
  (request, response) => void serve(request, response),
);
serveGateway(server, size, () => `ws://127.0.0.1:${port}`);
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The stand-in has no port.');
  port = address.port;
  send({ type: 'listening', url: `http://127.0.0.1:${port}/api` });
});
