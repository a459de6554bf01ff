import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { Writable } from 'node:stream';
import { type Logger, pino } from 'pino';
import { createMarketplaceClient, type MarketplaceClient } from '#src/marketplace/client.ts';

/** A stub marketplace on a free port, and a client for it. */
export interface StubMarketplace extends AsyncDisposable {
  readonly client: MarketplaceClient;
  /** Requested paths with queries, in order. */
  readonly asked: string[];
  readonly origin: string;
  /** What the client logged, one object a line. */
  readonly logged: { level: number; problem?: string; count?: number; sample?: string }[];
}

interface Options {
  readonly now?: () => number;
  /** In [0, 1), for retry delays; without it there are none. */
  readonly random?: () => number;
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
  /** Appended to the origin, for example `/market/`. */
  readonly suffix?: string;
}

function memoryLog(lines: StubMarketplace['logged']): Logger {
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
  return pino({ level: 'trace' }, stream);
}

/** Starts a server that answers every request with `answer`. */
export async function startStub(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  options: Options = {},
): Promise<StubMarketplace> {
  const asked: string[] = [];
  const listener: RequestListener = (request, response) => {
    asked.push(request.url ?? '');
    answer(request, response);
  };
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The stub has no port.');
  const origin = `http://127.0.0.1:${address.port}`;
  const logged: StubMarketplace['logged'] = [];
  const { suffix = '', now = () => NOW, ...rest } = options;
  const client = createMarketplaceClient({
    baseUrl: `${origin}${suffix}`,
    log: memoryLog(logged),
    now,
    random: () => 0,
    ...rest,
  });
  return {
    client,
    asked,
    origin,
    logged,
    async [Symbol.asyncDispose]() {
      await client[Symbol.asyncDispose]();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** 2026-11-21T12:00:00Z, epoch ms. */
export const NOW = Date.UTC(2026, 10, 21, 12);

/** Answers with `body` as JSON; a string is sent unchanged. */
export function json(
  response: ServerResponse,
  body: unknown,
  status = 200,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}
