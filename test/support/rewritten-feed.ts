import { createServer } from 'node:http';
import { z } from 'zod';

/** A record of the feed as it goes over the wire. */
export type FeedRecord = Readonly<Record<string, unknown>>;
/** What becomes of a record; with `null` it is not shown. */
export type Rewrite = (record: FeedRecord) => FeedRecord | null;

/** Stands before a marketplace and answers as it does, but for the records of its feed. */
export interface RewrittenFeed extends AsyncDisposable {
  readonly url: string;
  /** Records are shown like this from now on; without `change` as they are. */
  rewrite(change?: Rewrite): void;
  /** The same for all records of a page together. */
  rewriteAll(change: (records: readonly FeedRecord[]) => readonly FeedRecord[]): void;
}

const FEED = '/api/activities';
const feedPage = z.looseObject({ activities: z.array(z.record(z.string(), z.unknown())) });

/** The record without some of its fields. */
export function without(record: FeedRecord, ...fields: readonly string[]): FeedRecord {
  return Object.fromEntries(Object.entries(record).filter(([field]) => !fields.includes(field)));
}

/** @param marketplaceUrl what stands behind it */
export async function startRewrittenFeed(marketplaceUrl: string): Promise<RewrittenFeed> {
  let change = (records: readonly FeedRecord[]): readonly FeedRecord[] => records;

  async function answer(path: string): Promise<{ status: number; type: string; body: Buffer }> {
    const told = await fetch(`${marketplaceUrl}${path}`);
    const body = Buffer.from(await told.arrayBuffer());
    const type = told.headers.get('content-type') ?? 'application/json';
    if (told.status !== 200 || !path.startsWith(FEED)) return { status: told.status, type, body };
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
    rewriteAll(next) {
      change = next;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
