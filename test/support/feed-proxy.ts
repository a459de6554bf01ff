import { createServer } from 'node:http';
import { z } from 'zod';

/** A record of the feed as JSON. */
export type FeedRecord = Readonly<Record<string, unknown>>;
/** Changes a record; `null` removes it. */
export type Rewrite = (record: FeedRecord) => FeedRecord | null;

/** A proxy before a marketplace that changes the records of its feed and passes everything else through. */
export interface FeedProxy extends AsyncDisposable {
  readonly url: string;
  /** Applies `change` to every record from now on; without it, records pass through. */
  rewrite(change?: Rewrite): void;
  /** Applies `change` to the list of records of each page. */
  rewritePage(change: (records: readonly FeedRecord[]) => readonly FeedRecord[]): void;
}

const FEED = '/api/activities';
const feedPage = z.looseObject({ activities: z.array(z.record(z.string(), z.unknown())) });

/** The record without some of its fields. */
export function without(record: FeedRecord, ...fields: readonly string[]): FeedRecord {
  return Object.fromEntries(Object.entries(record).filter(([field]) => !fields.includes(field)));
}

/** @param marketplaceUrl the marketplace behind the proxy */
export async function startFeedProxy(marketplaceUrl: string): Promise<FeedProxy> {
  let change = (records: readonly FeedRecord[]): readonly FeedRecord[] => records;

  async function answer(path: string): Promise<{ status: number; type: string; body: Buffer }> {
    const upstream = await fetch(`${marketplaceUrl}${path}`);
    const body = Buffer.from(await upstream.arrayBuffer());
    const type = upstream.headers.get('content-type') ?? 'application/json';
    if (upstream.status !== 200 || !path.startsWith(FEED)) return { status: upstream.status, type, body };
    const page = feedPage.parse(JSON.parse(body.toString()));
    const activities = change(page.activities);
    return { status: 200, type, body: Buffer.from(JSON.stringify({ ...page, activities })) };
  }

  const server = createServer((request, response) => {
    answer(request.url ?? '/').then(
      ({ status, type, body }) => response.writeHead(status, { 'content-type': type }).end(body),
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The feed has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    rewrite(next = (record) => record) {
      change = (records) => records.map(next).filter((record) => record !== null);
    },
    rewritePage(next) {
      change = next;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
