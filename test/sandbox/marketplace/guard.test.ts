import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { startMarketplace } from '../../../sandbox/marketplace/marketplace.ts';

/** A request with headers that `fetch` forbids. */
async function ask(url: string, method: string, headers: Readonly<Record<string, string>>) {
  const sent = request(url, { method, headers });
  sent.end();
  const [response] = await once(sent, 'response');
  return { status: response.statusCode as number, body: await text(response) };
}

describe('the marketplace’s server', () => {
  it.each<[string, string, string, Readonly<Record<string, string>>]>([
    ['a form of another site', 'POST', '/_/cause/sale', { origin: 'https://evil.example' }],
    ['a form of a page without an origin', 'POST', '/_/cause/sale', { origin: 'null' }],
    ['a form of another port', 'PUT', '/_/faults', { origin: 'http://127.0.0.1:1' }],
    ['a foreign name (DNS rebinding)', 'GET', '/_/ledger', { host: 'evil.example' }],
    ['a foreign name with the port', 'GET', '/api/collections', { host: 'evil.example:PORT' }],
    ['another port', 'GET', '/', { host: '127.0.0.1:1' }],
  ])('refuses %s', async (_what, method, path, headers) => {
    await using marketplace = await startMarketplace({ salesPerMinute: 0 });
    const { port } = new URL(marketplace.url);
    const sales = marketplace.ledger.records().length;
    const sent = Object.entries(headers).map(([name, value]) => [name, value.replace('PORT', port)]);

    const { status, body } = await ask(marketplace.url + path, method, Object.fromEntries(sent));

    expect(status).toBe(403);
    expect(body).toContain('on this machine');
    expect(marketplace.ledger.records()).toHaveLength(sales);
  });

  it.each<[string, string, string, Readonly<Record<string, string>>]>([
    ['a program', 'POST', '/_/cause/sale', {}],
    ['its own page', 'POST', '/_/cause/sale', { origin: 'http://127.0.0.1:PORT' }],
    ['this machine’s usual name', 'GET', '/api/collections', { host: 'localhost:PORT' }],
    ['a picture on a page of another port', 'GET', '/', { 'sec-fetch-site': 'same-site' }],
  ])('answers %s', async (_what, method, path, headers) => {
    await using marketplace = await startMarketplace({ salesPerMinute: 0 });
    const { port } = new URL(marketplace.url);
    const sent = Object.entries(headers).map(([name, value]) => [name, value.replace('PORT', port)]);

    expect((await ask(marketplace.url + path, method, Object.fromEntries(sent))).status).toBe(200);
  });
});
