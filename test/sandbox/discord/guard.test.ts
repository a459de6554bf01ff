import { once } from 'node:events';
import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { startLocalDiscord } from '../../../sandbox/discord/local-discord.ts';

type Headers = Readonly<Record<string, string>>;

const UPGRADE: Headers = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  'sec-websocket-version': '13',
};

/** The status of the answer to a request with headers that `fetch` forbids. */
async function ask(url: string, headers: Headers): Promise<number | undefined> {
  const sent = request(url, { headers });
  sent.end();
  const response = once(sent, 'response').then(([{ statusCode }]) => statusCode);
  const upgraded = once(sent, 'upgrade').then(([{ statusCode }, socket]) => {
    socket.destroy();
    return statusCode;
  });
  return Promise.race([response, upgraded]);
}

describe('the local Discord’s server', () => {
  it.each<[string, Headers]>([
    ['a page of another site', { origin: 'https://evil.example' }],
    ['a page without an origin', { origin: 'null' }],
    ['a page of another port', { origin: 'http://127.0.0.1:1' }],
    ['a foreign name (DNS rebinding)', { host: 'evil.example' }],
    ['a foreign name with the port', { host: 'evil.example:PORT' }],
    ['a name that begins like this machine', { host: '127.0.0.1.evil.example' }],
  ])('refuses %s, over REST and at the gateway', async (_what, headers) => {
    await using discord = await startLocalDiscord();
    const { port } = new URL(discord.url);
    const sent = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, value.replace('PORT', port)]),
    );
    expect(await ask(`${discord.apiUrl}/v10/gateway`, sent)).toBe(403);
    expect(await ask(`${discord.url}/?v=10&encoding=json`, { ...UPGRADE, ...sent })).toBe(403);
  });

  it.each<[string, Headers]>([
    ['a program', {}],
    ['this machine’s usual name', { host: 'localhost:1' }],
    ['a program behind a proxy of this machine', { host: '127.0.0.1:1' }],
  ])('answers %s', async (_what, headers) => {
    await using discord = await startLocalDiscord();
    expect(await ask(`${discord.apiUrl}/v10/gateway`, headers)).toBe(200);
    expect(await ask(`${discord.url}/?v=10&encoding=json`, { ...UPGRADE, ...headers })).toBe(101);
  });
});
