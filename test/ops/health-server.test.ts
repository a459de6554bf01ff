import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect, createServer, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { type HealthSources, startHealthServer } from '#src/ops/health-server.ts';
import { freePort } from '../e2e/operating/free-port.ts';
import { recordingLog } from '../support/silent-log.ts';

const CHECK = { ok: true, state: 'ok' };
const READY = {
  ready: true,
  checks: {
    discord: CHECK,
    interactions: CHECK,
    commands: CHECK,
    store: CHECK,
    feed: CHECK,
    auctions: CHECK,
  },
};

async function started(sources: Partial<HealthSources> = {}) {
  const port = await freePort();
  const { log, lines } = recordingLog();
  const server = await startHealthServer({
    host: '127.0.0.1',
    port,
    log,
    alive: () => true,
    readiness: async () => READY,
    metrics: async () => ({ text: 'gavel_rules 1\n', contentType: 'text/plain; version=0.0.4' }),
    interactions: null,
    webhookEvents: null,
    ...sources,
  });
  return {
    port,
    lines,
    get: (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

describe('the health server', () => {
  it('answers whether the process is alive', async () => {
    let alive = true;
    await using server = await started({ alive: () => alive });
    const well = await server.get('/healthz');
    expect([well.status, await well.json()]).toEqual([200, { alive: true }]);
    alive = false;
    const unwell = await server.get('/healthz');
    expect([unwell.status, await unwell.json()]).toEqual([503, { alive: false }]);
  });

  it('answers whether the bot is ready, with each check', async () => {
    let ready = true;
    await using server = await started({ readiness: async () => ({ ...READY, ready }) });
    const well = await server.get('/readyz');
    expect([well.status, await well.json()]).toEqual([200, READY]);
    ready = false;
    expect((await server.get('/readyz')).status).toBe(503);
  });

  it('answers metrics in Prometheus’ text format', async () => {
    await using server = await started();
    const answer = await server.get('/metrics?whatever=1');
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4');
    expect(await answer.text()).toBe('gavel_rules 1\n');
  });

  it('answers no other path and no method but GET', async () => {
    await using server = await started();
    for (const path of ['/', '/metrics/', '/readyz/x', '/log-level', '//healthz']) {
      expect((await server.get(path)).status).toBe(404);
    }
    for (const method of ['POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS']) {
      const answer = await server.get('/metrics', { method });
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET']);
    }
  });

  it('answers 500 without the reason if a source fails, and logs the error', async () => {
    await using server = await started({ metrics: () => Promise.reject(new Error('a secret reason')) });
    const answer = await server.get('/metrics');
    expect(answer.status).toBe(500);
    expect(await answer.text()).not.toContain('secret');
    expect(server.lines.filter(({ level }) => level === 40)).toHaveLength(1);
  });

  it('refuses oversized headers', async () => {
    await using server = await started();
    const answer = await server.get('/healthz', { headers: { 'x-much': 'a'.repeat(20_000) } });
    expect(answer.status).toBe(431);
  });

  it.each([
    ['send nothing', ''],
    ['send half a request', 'POST /interactions HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf'],
    ['keep a connection after an answer', 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'],
  ])('answers although others open more connections than it keeps, and %s', async (_what, sent) => {
    const interactions = async (request: IncomingMessage) => void (await once(request, 'close'));
    await using server = await started({ interactions });
    const sockets: Socket[] = [];
    for (let count = 0; count < 250; count += 1) {
      const socket = connect(server.port, '127.0.0.1').on('error', () => undefined);
      sockets.push(socket);
      await once(socket, 'connect');
      if (sent !== '') socket.write(sent);
      socket.resume();
    }
    const open = () => sockets.filter((socket) => !socket.closed).length;
    await expect.poll(open).toBe(200);
    expect((await server.get('/healthz')).status).toBe(200);
    for (const socket of sockets) socket.destroy();
  });

  it('keeps those that it is at work for, and refuses one more', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const metrics = () => promise.then(() => ({ text: 'x', contentType: 'text/plain' }));
    await using server = await started({ metrics });
    const first = Promise.withResolvers<void>();
    const answers = Array.from({ length: 60 }, async () => {
      try {
        return (await server.get('/metrics')).status;
      } catch {
        first.resolve();
        return 'refused';
      }
    });
    await first.promise;
    resolve();
    const outcomes = await Promise.all(answers);
    expect(outcomes.filter((outcome) => outcome === 'refused').length).toBeLessThanOrEqual(10);
    expect(outcomes.filter((outcome) => outcome === 200).length).toBeGreaterThanOrEqual(50);
  });

  it('closes immediately, even with open connections', async () => {
    const server = await started();
    const socket = connect(server.port, '127.0.0.1');
    await once(socket, 'connect');
    const closed = once(socket, 'close');
    await server[Symbol.asyncDispose]();
    await closed;
    await expect(server.get('/healthz')).rejects.toThrow('fetch failed');
  });

  it('says that the port is in use, and names the setting', async () => {
    const other = createServer();
    const port = await freePort();
    await new Promise<void>((resolve) => {
      other.listen(port, '127.0.0.1', resolve);
    });
    const start = startHealthServer({
      host: '127.0.0.1',
      port,
      log: recordingLog().log,
      alive: () => true,
      readiness: async () => READY,
      metrics: async () => ({ text: '', contentType: 'text/plain' }),
      interactions: null,
      webhookEvents: null,
    });
    await expect(start).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: `HTTP_PORT (given: "${port}"): 127.0.0.1:${port} is in use by another program; choose a free port.`,
    });
    other.close();
  });

  it('says that the machine has no such address, and names that setting', async () => {
    const start = startHealthServer({
      host: '203.0.113.7',
      port: await freePort(),
      log: recordingLog().log,
      alive: () => true,
      readiness: async () => READY,
      metrics: async () => ({ text: '', contentType: 'text/plain' }),
      interactions: null,
      webhookEvents: null,
    });
    await expect(start).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: expect.stringContaining('HTTP_HOST (given: "203.0.113.7")'),
    });
  });
});
