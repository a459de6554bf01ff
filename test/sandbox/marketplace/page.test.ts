import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { parseEnv } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '../../../sandbox/marketplace/http/endpoints/index.ts';
import { html } from '../../../sandbox/marketplace/http/page/html.ts';
import { readOptions } from '../../../sandbox/marketplace/options.ts';
import { start, type TestMarketplace } from './support/start.ts';

let marketplace: TestMarketplace;
let page: string;
beforeAll(async () => {
  marketplace = await start({
    salesPerMinute: 0,
    deployment: { tokenEndpoint: true, offersEndpoint: true },
  });
  page = await marketplace.text('/');
});
afterAll(() => marketplace[Symbol.asyncDispose]());

const decoded = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<').replaceAll('&amp;', '&');

describe('the page about the marketplace', () => {
  it('lists every endpoint with each of its parameters', () => {
    for (const { path, parameters } of endpoints) {
      const section = page.split('<section').find((one) => {
        return one.includes(`<h3>GET ${path.replace(/:(\w+)/g, '{$1}')}</h3>`);
      });
      for (const { name } of parameters) expect(section).toContain(`<code>${name}</code>`);
      expect(section).toContain('<a href="');
    }
  });

  it('links to nothing that does not work', async () => {
    const links = [...page.matchAll(/<a href="([^"]+)"/g)].map(([, link]) => decoded(link ?? ''));
    expect(links.length).toBeGreaterThan(endpoints.length);
    for (const link of links) {
      const response = await fetch(`${marketplace.url}${link}`);
      expect([link, response.status]).toEqual([link, 200]);
      expect(response.headers.get('content-type')).toContain('application/json');
    }
  });

  it('has curl examples that are accepted', async () => {
    const examples = [...page.matchAll(/<pre>curl -X (\w+) (\S+) -d '(.*?)'<\/pre>/g)];
    expect(examples.length).toBeGreaterThan(10);
    for (const [, method = '', url = '', body = ''] of examples) {
      // Only an ended auction can be settled, and then none is left to cancel.
      if (url.endsWith('/settle')) marketplace.passTime(185_000);
      if (url.endsWith('/cancelAuction')) marketplace.cause.auction();
      const response = await fetch(url, { method, body: decoded(body) });
      expect([url, response.status]).toEqual([url, 200]);
    }
    marketplace.faults.clear();
  });

  it('shows what is switched off', async () => {
    marketplace.deployment.set({ offersEndpoint: false });
    expect(await marketplace.text('/')).toContain('Switched off at present.');
    expect(await marketplace.text('/')).not.toContain('href="/api/offers');
  });

  it('escapes everything that is not its own', () => {
    const evil = `<img src=x onerror="a('&')">`;
    expect(html`<b title="${evil}">${[html`${evil}`]}</b>`.markup).toBe(
      '<b title="&lt;img src=x onerror=&quot;a(&#39;&amp;&#39;)&quot;&gt;">&lt;img src=x onerror=&quot;a(&#39;&amp;&#39;)&quot;&gt;</b>',
    );
  });
});

describe('npm run marketplace', () => {
  it('prints the settings for .env as lines of it, and ends on a signal', async () => {
    const child = spawn(process.execPath, ['sandbox/marketplace/main.ts', '--port', '0', '--seed', '3']);
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    const printed: string[] = [];
    for (let count = 0; count < 4; count += 1) printed.push((await lines.next()).value ?? '');
    const settings = parseEnv(printed.filter((line) => /^[A-Z_]+=/.test(line)).join('\n'));
    expect(settings).toMatchObject({ CURRENCY_SYMBOL: 'S' });
    const url = settings['MARKETPLACE_URL'] ?? '';
    expect(printed.at(-1)).toContain(`${url} (in the browser)`);
    const response = await fetch(`${url}/api/collections?limit=1`);
    expect(response.headers.get('x-ratelimit-limit')).toBe('500');
    child.kill('SIGINT');
    const [code] = await once(child, 'exit');
    expect(code).toBe(0);
  });

  it('reads its flags', () => {
    expect(
      readOptions(['--speed', '60', '--replay', 'a', '--replay', 'b', '--settle-after', '9']),
    ).toMatchObject({
      port: 4800,
      speed: 60,
      replay: ['a', 'b'],
      settleAfterMs: 9000,
      deployment: { rateLimits: 'announced', etags: false },
    });
  });

  it.each([
    ['--port', '70000'],
    ['--speed', '0'],
    ['--rate-limits', 'no'],
    ['--sped', '1'],
  ])('refuses %s %s and says what is accepted', (...flags) => {
    expect(() => readOptions(flags)).toThrow(/npm run marketplace --/);
  });
});
