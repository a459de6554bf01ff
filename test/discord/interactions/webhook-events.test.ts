import { describe, expect, it } from 'vitest';
import { createWebhookEventsEndpoint } from '#src/discord/interactions/http/webhook-events.ts';
import { startHealthServer } from '#src/ops/health-server.ts';
import { freePort } from '../../e2e/operating/free-port.ts';
import { silentLog } from '../../support/silent-log.ts';
import { createTestKey, signedHeaders } from './signed.ts';

const KEY = createTestKey();
const NOW_S = 1_800_000_000;
const USER = '100000000000000001';

const event = (type: string, data: unknown) => ({ version: 1, type: 1, event: { type, data } });
const GONE = event('APPLICATION_DEAUTHORIZED', { user: { id: USER } });

async function startEndpoint(forget: (userId: string) => Promise<void> = async () => undefined) {
  const port = await freePort();
  const forgotten: string[] = [];
  const server = await startHealthServer({
    host: '127.0.0.1',
    port,
    log: silentLog,
    alive: () => true,
    readiness: () => Promise.reject(new Error('not asked for')),
    metrics: () => Promise.reject(new Error('not asked for')),
    interactions: null,
    webhookEvents: createWebhookEventsEndpoint({
      publicKey: KEY.publicKey,
      now: () => NOW_S * 1_000,
      async forget(userId) {
        await forget(userId);
        forgotten.push(userId);
      },
      log: silentLog,
    }),
  });
  return {
    forgotten,
    async send(payload: unknown, { key = KEY, method = 'POST', seconds = NOW_S } = {}) {
      const body = typeof payload === 'string' ? payload : JSON.stringify(payload);
      const init = { method, headers: signedHeaders(key, seconds, body) };
      const request = method === 'POST' ? { ...init, body } : init;
      return (await fetch(`http://127.0.0.1:${port}/webhook-events`, request)).status;
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

describe('the endpoint of webhook events', () => {
  it('acknowledges PING, and who adds the app, without doing anything', async () => {
    await using endpoint = await startEndpoint();
    expect(await endpoint.send({ version: 1, type: 0 })).toBe(204);
    expect(await endpoint.send(event('APPLICATION_AUTHORIZED', { user: { id: USER } }))).toBe(204);
    expect(await endpoint.send(event('SOMETHING_NEW', {}))).toBe(204);
    expect(endpoint.forgotten).toEqual([]);
  });

  it('forgets who takes the app away, however often Discord says so', async () => {
    await using endpoint = await startEndpoint();
    expect([await endpoint.send(GONE), await endpoint.send(GONE)]).toEqual([204, 204]);
    expect(endpoint.forgotten).toEqual([USER, USER]);
  });

  it.each([
    ['signed by somebody else', GONE, { key: createTestKey() }, 401],
    ['signed an hour ago', GONE, { seconds: NOW_S - 3_600 }, 401],
    ['without a user', event('APPLICATION_DEAUTHORIZED', {}), {}, 400],
    ['that is no JSON', 'hello', {}, 400],
    ['that is not a POST', GONE, { method: 'GET' }, 405],
  ])('refuses an event %s', async (_, payload, options, status) => {
    await using endpoint = await startEndpoint();
    expect(await endpoint.send(payload, options)).toBe(status);
    expect(endpoint.forgotten).toEqual([]);
  });

  it('does not acknowledge what it could not do, so that Discord sends it again', async () => {
    await using endpoint = await startEndpoint(() => Promise.reject(new Error('locked')));
    expect(await endpoint.send(GONE)).toBe(500);
  });
});
