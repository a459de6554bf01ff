import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** A proxy before a marketplace that can change its JSON answers. */
export interface JsonProxy extends AsyncDisposable {
  readonly url: string;
  /** Changes every JSON body whose path starts with `path`. Without changes, answers pass through. */
  change(path: string, change: (body: unknown) => unknown): void;
  /** Removes all changes. */
  restore(): void;
}

/** @param origin URL of the marketplace */
export async function startJsonProxy(origin: string): Promise<JsonProxy> {
  const changes = new Map<string, (body: unknown) => unknown>();
  async function answerTo(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '/';
    const answer = await fetch(new URL(path, origin));
    const text = await answer.text();
    const change = [...changes].find(([start]) => path.startsWith(start))?.[1];
    const body = change === undefined || !answer.ok ? text : JSON.stringify(change(JSON.parse(text)));
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(body);
  }
  const server = createServer((request, response) => {
    answerTo(request, response).catch((error: unknown) =>
      response.destroy(error instanceof Error ? error : undefined),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    change: (path, change) => void changes.set(path, change),
    restore: () => changes.clear(),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Changes every record of the lists in an answer. */
export function changeEveryRecord(change: (record: object) => object): (body: unknown) => unknown {
  const isObject = (value: unknown): value is object =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  return (body) => {
    if (!isObject(body)) return body;
    return Object.fromEntries(
      Object.entries(body).map(([name, value]: [string, unknown]) => [
        name,
        Array.isArray(value) ? value.map((one: unknown) => (isObject(one) ? change(one) : one)) : value,
      ]),
    );
  };
}
