import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** Stands before a marketplace and may change what it answers. */
export interface ChangingMarketplace extends AsyncDisposable {
  readonly url: string;
  /** What is made of every JSON body under a path that begins so; nothing at first. */
  change(path: string, change: (body: unknown) => unknown): void;
  /** Answers come through as they are again. */
  restore(): void;
}

/** @param origin the marketplace behind it */
export async function startChangingMarketplace(origin: string): Promise<ChangingMarketplace> {
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
  if (address === null || typeof address === 'string')
    throw new Error('The changing marketplace has no port.');
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
export function everyRecord(change: (record: object) => object): (body: unknown) => unknown {
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
