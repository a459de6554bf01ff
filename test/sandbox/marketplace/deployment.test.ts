import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { recordOf, START_MS, start, type TestMarketplace } from './support/start.ts';

const DOCUMENTED = { tokenEndpoint: false, offersEndpoint: false, etags: false, rateLimits: 'off' } as const;

let marketplace: TestMarketplace;
beforeAll(async () => {
  marketplace = await start({ salesPerMinute: 0 });
});
afterEach(() => marketplace.deployment.set({ ...DOCUMENTED, requestsPerMinute: 750 }));
afterAll(() => marketplace[Symbol.asyncDispose]());

const ask = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${marketplace.url}${path}`, { headers });

describe('a deployment', () => {
  it('has what the document has and nothing else by default', async () => {
    expect(marketplace.deployment.current()).toMatchObject(DOCUMENTED);
    expect((await ask('/api/tokens/lantern-foxes/7')).status).toBe(404);
    expect((await ask('/api/offers')).status).toBe(404);
    const response = await ask('/api/collections');
    expect(response.headers.get('etag')).toBeNull();
    expect(response.headers.get('x-ratelimit-limit')).toBeNull();
  });

  it('can have a token endpoint, with the listing price', async () => {
    marketplace.deployment.set({ tokenEndpoint: true });
    const path = `/api/tokens/collection/${marketplace.collections()[0]?.address}`;
    const [listed] = await marketplace.list(`${path}?listed=true&limit=1`, 'tokens');
    const token = recordOf(
      await marketplace.json(`/api/tokens/lantern-foxes/${String(listed?.['tokenId'])}`),
    );
    const { listingPrice, ...rest } = token;
    expect(rest).toEqual(listed);
    expect(listingPrice).toMatch(/^\d+$/);
    expect((await ask('/api/tokens/lantern-foxes/999999')).status).toBe(404);
  });

  it('can have offers', async () => {
    marketplace.deployment.set({ offersEndpoint: true });
    marketplace.cause.offer({ collection: 'lantern-foxes', tokenId: '7', price: 99n, expiresInMs: 1000 });
    const [offer] = await marketplace.list('/api/offers?status=active&limit=1', 'offers');
    expect(offer).toMatchObject({
      tokenId: 7,
      price: '99',
      isActive: true,
      isExpired: false,
      createdAt: START_MS / 1000,
    });
    marketplace.cause.collectionOffer({ collection: 'lantern-foxes', price: 55n });
    const forAny = await marketplace.list(
      '/api/offers?offerType=collection&sortOrder=desc&limit=1',
      'offers',
    );
    expect(forAny).toMatchObject([{ price: '55', isCollectionOffer: true }]);
    expect(forAny[0]).not.toHaveProperty('tokenId');
    marketplace.passTime(1000);
    const [expired] = await marketplace.list('/api/offers?status=expired&limit=1', 'offers');
    expect(expired).toMatchObject({ offerId: offer?.['offerId'], isActive: false, isExpired: true });
  });

  it('can have ETags', async () => {
    marketplace.deployment.set({ etags: true });
    const first = await ask('/api/activities');
    const tag = first.headers.get('etag') ?? '';
    const same = await ask('/api/activities', { 'if-none-match': tag });
    expect([first.status, same.status, await same.text()]).toEqual([200, 304, '']);
    marketplace.cause.sale();
    expect((await ask('/api/activities', { 'if-none-match': tag })).status).toBe(200);
  });

  it('can limit requests, with headers', async () => {
    marketplace.deployment.set({ rateLimits: 'announced', requestsPerMinute: 3 });
    marketplace.passTime(60_000);
    const answers: Response[] = [];
    for (let request = 0; request < 4; request += 1) answers.push(await ask('/api/auctions?limit=1'));
    const header = (name: string): readonly unknown[] => answers.map(({ headers }) => headers.get(name));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    expect(header('x-ratelimit-limit')).toEqual(['3', '3', '3', '3']);
    expect(header('x-ratelimit-remaining')).toEqual(['2', '1', '0', '0']);
    expect(new Set(header('x-ratelimit-reset')).size).toBe(1);
    expect(await answers[3]?.json()).toEqual({
      error: 'Too Many Requests',
      message: expect.any(String),
      retryAfter: 60,
    });
    expect((await ask('/api/collections')).status).toBe(200);
    marketplace.passTime(60_000);
    expect((await ask('/api/auctions?limit=1')).status).toBe(200);
  });

  it('can limit requests without headers', async () => {
    marketplace.deployment.set({ rateLimits: 'silent', requestsPerMinute: 1 });
    marketplace.passTime(60_000);
    await ask('/api/auctions?limit=1');
    const refused = await ask('/api/auctions?limit=1');
    expect(refused.status).toBe(429);
    expect(refused.headers.get('x-ratelimit-limit')).toBeNull();
    expect(await refused.json()).not.toHaveProperty('retryAfter');
  });

  it('is changed over HTTP, and refuses invalid settings', async () => {
    const put = (body: unknown): Promise<Response> =>
      fetch(`${marketplace.url}/_/deployment`, { method: 'PUT', body: JSON.stringify(body) });
    expect(await (await put({ etags: true })).json()).toMatchObject({ etags: true, rateLimits: 'off' });
    expect((await put({ rateLimits: 'sometimes' })).status).toBe(400);
    expect((await put({ speed: 3 })).status).toBe(400);
  });
});
