import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { servePage } from '../../../sandbox/web/server.ts';
import { type PageWorld, startPageWorld } from './page-world.ts';

const stack = new AsyncDisposableStack();
let world: PageWorld;

beforeAll(async () => {
  world = stack.use(await startPageWorld());
});
afterAll(() => stack.disposeAsync());

/** A request with any headers, also those that `fetch` forbids. */
async function ask(path: string, headers: Readonly<Record<string, string>> = {}) {
  const { port } = new URL(world.page.url);
  return new Promise<{ status: number; type: string; policy: string; body: string }>((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers }, (response) => {
      text(response).then(
        (body) =>
          resolve({
            status: response.statusCode ?? 0,
            type: response.headers['content-type'] ?? '',
            policy: String(response.headers['content-security-policy'] ?? ''),
            body,
          }),
        reject,
      );
    })
      .on('error', reject)
      .end();
  });
}

describe('the page’s server', () => {
  it.each([
    [{ host: 'evil.example' }],
    [{ host: 'evil.example:80' }],
    [{ host: '127.0.0.1:1' }],
    [{ origin: 'https://evil.example' }],
    [{ origin: 'null' }],
  ])('refuses a request from elsewhere: %j', async (headers) => {
    const { port } = new URL(world.page.url);
    const answer = await ask('/web/world', { host: `127.0.0.1:${port}`, ...headers });

    expect(answer.status).toBe(403);
    expect(JSON.parse(answer.body)).toEqual({
      error: 'This page answers only to itself, on this machine.',
    });
  });

  it('answers to loopback hosts', async () => {
    const { port } = new URL(world.page.url);
    for (const name of ['127.0.0.1', 'localhost']) {
      const own = `${name}:${port}`;
      expect(await ask('/web/world', { host: own, origin: `http://${own}` })).toMatchObject({ status: 200 });
    }
  });

  it('refuses bodies that a plain HTML form could send', async () => {
    const response = await fetch(`${world.page.url}/web/control`, {
      method: 'POST',
      body: JSON.stringify({ do: 'pause' }),
    });

    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ error: 'The body has to be JSON, with that content type.' });
  });

  it('serves a TypeScript module as JavaScript, without its types', async () => {
    const { status, type, body } = await ask('/contract.ts');

    expect(status).toBe(200);
    expect(type).toBe('text/javascript; charset=utf-8');
    expect(body).toContain('export const FAULT_SWITCHES');
    expect(body).not.toMatch(/interface|import type/);
  });

  it('serves lit-html as it was published', async () => {
    const file = new URL('../../../node_modules/lit-html/lit-html.js', import.meta.url);

    expect(await ask('/modules/lit-html/lit-html.js')).toMatchObject({
      status: 200,
      type: 'text/javascript; charset=utf-8',
      body: await readFile(file, 'utf8'),
    });
  });

  it('lets a document load only from itself, and pictures from the marketplace and the local Discord', async () => {
    const { policy } = await ask('/contract.ts');

    expect(policy.split('; ')).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        `img-src 'self' ${world.marketplace.url} ${world.discord.url}`,
        "connect-src 'self'",
        "frame-ancestors 'none'",
      ]),
    );
  });

  it('lets the page’s import map through by its hash, and no other inline script', async () => {
    const { status, body, policy } = await ask('/');
    const maps = [...body.matchAll(/<script type="importmap">([\s\S]*?)<\/script>/g)].map(([, map]) => map);
    const hashes = maps.map((map) => `'sha256-${hash('sha256', map ?? '', 'base64')}'`);

    expect(status).toBe(200);
    expect(maps).toHaveLength(1);
    expect(policy).toContain(`script-src 'self' ${hashes.join(' ')};`);
  });

  it.each([
    '/../server.ts',
    '/%2e%2e/server.ts',
    '/..%2fserver.ts',
    '/modules/lit-html/..%2f..%2f..%2fpackage.json',
    '/modules/lit-html-other/x.js',
    '/nothing.js',
    '/%',
  ])('has no file at %s', async (path) => {
    expect((await ask(path)).status).toBe(404);
  });

  it('has no other requests', async () => {
    expect(await world.get('/web/nothing')).toEqual({
      status: 404,
      body: { error: 'There is no such request.' },
    });
  });

  it('takes another port where the default one is taken, and rejects where a port was given', async () => {
    const taken = Number(new URL(world.page.url).port);
    const options = {
      port: taken,
      discord: world.discord,
      marketplaceUrl: world.marketplace.url,
      people: world.scenario.people,
      landingChannelId: null,
      applicationId: world.scenario.applicationId,
      panel: {
        now: () => {
          throw new Error('Nobody asks.');
        },
        act: () => undefined,
        onChange: () => () => undefined,
        [Symbol.dispose]: () => undefined,
      },
      onVisit: () => undefined,
    };

    await using other = await servePage({ ...options, orAnyPort: true });
    expect(new URL(other.url).port).not.toBe(String(taken));
    await expect(servePage({ ...options, orAnyPort: false })).rejects.toThrow('EADDRINUSE');
  });
});
