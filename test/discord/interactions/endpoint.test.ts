import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { COMMAND, type Headers, KEY, NOW_S, PING, startEndpoint } from './endpoint-fixture.ts';
import { createTestKey, signedHeaders } from './signed.ts';

const LIMIT_BYTES = 256 * 1_024;

describe('the endpoint of interactions', () => {
  it('answers PING with PONG', async () => {
    await using endpoint = await startEndpoint();
    const { status, body, headers } = await endpoint.sendSigned(PING);
    expect([status, JSON.parse(body), headers.get('content-type')]).toEqual([
      200,
      { type: 1 },
      'application/json',
    ]);
    expect(endpoint.received).toEqual([]);
  });

  it('takes an interaction, and answers 202 without a body: the response follows on the callback route', async () => {
    await using endpoint = await startEndpoint();
    const { status, body } = await endpoint.sendSigned(COMMAND);
    expect([status, body]).toEqual([202, '']);
    expect(endpoint.received).toEqual([COMMAND]);
  });

  it('handles an interaction once that is sent twice', async () => {
    await using endpoint = await startEndpoint();
    await endpoint.sendSigned(COMMAND);
    endpoint.time.seconds += 20;
    const again = await endpoint.sendSigned(COMMAND);
    const signedAnew = await endpoint.sendSigned(COMMAND, NOW_S + 50);
    expect([again.status, signedAnew.status]).toEqual([202, 202]);
    expect(endpoint.received).toHaveLength(1);
    expect(endpoint.outcomes).toEqual(['accepted', 'repeated', 'repeated']);
  });

  it('refuses with 401 what is repeated later', async () => {
    await using endpoint = await startEndpoint();
    await endpoint.sendSigned(COMMAND);
    for (const seconds of [31, 61, 3_600, 86_400]) {
      endpoint.time.seconds = NOW_S + seconds;
      expect((await endpoint.sendSigned(COMMAND)).status).toBe(401);
    }
    expect(endpoint.received).toHaveLength(1);
  });

  it('refuses with 401 a time that is too early or too late, although the signature is right', async () => {
    await using endpoint = await startEndpoint();
    for (const seconds of [NOW_S - 31, NOW_S + 31])
      expect((await endpoint.sendSigned(PING, seconds)).status).toBe(401);
    expect(endpoint.outcomes).toEqual(['stale', 'stale']);
  });

  it.each<[string, (body: string) => Headers]>([
    ['without headers', () => ({})],
    ['without a time', (body) => ({ 'x-signature-ed25519': KEY.sign(body) })],
    ['without a signature', () => ({ 'x-signature-timestamp': String(NOW_S) })],
    ['with the signature of another body', () => signedHeaders(KEY, NOW_S, '{}')],
    ['with another key', (body) => signedHeaders(createTestKey(), NOW_S, body)],
    [
      'with half a signature',
      (body) => ({
        ...signedHeaders(KEY, NOW_S, body),
        'x-signature-ed25519': signedHeaders(KEY, NOW_S, body)['x-signature-ed25519'].slice(0, 64),
      }),
    ],
    [
      'with another time',
      (body) => ({
        ...signedHeaders(KEY, NOW_S, body),
        'x-signature-timestamp': String(NOW_S + 1),
      }),
    ],
  ])('refuses with 401 a PING or a command %s', async (_what, headersOf) => {
    await using endpoint = await startEndpoint();
    for (const payload of [PING, COMMAND]) {
      const body = JSON.stringify(payload);
      expect((await endpoint.send(body, headersOf(body))).status).toBe(401);
    }
    expect(endpoint.outcomes).toEqual(['forged', 'forged']);
    expect(endpoint.received).toEqual([]);
  });

  it('refuses with 401 two signatures, of which one is right', async () => {
    await using endpoint = await startEndpoint();
    const body = JSON.stringify(PING);
    const { 'x-signature-ed25519': right, 'x-signature-timestamp': time } = signedHeaders(KEY, NOW_S, body);
    const answer = await endpoint.sendRaw(
      `POST /interactions HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length}\r\nx-signature-timestamp: ${time}\r\nx-signature-ed25519: ${right}\r\nx-signature-ed25519: ${'00'.repeat(64)}\r\n\r\n${body}`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  });

  it.each([
    ['no JSON', 'type=1'],
    ['half of a JSON text', '{"type":1'],
    ['an empty body', ''],
    ['null', 'null'],
    ['a list', '[1]'],
    ['a text', '"ping"'],
    ['no id', '{"type":1}'],
    ['an id that is none', '{"id":"1 or 1=1","type":2}'],
    ['a type that is none', '{"id":"1","type":"1"}'],
    ['a server that is none', '{"id":"1","type":2,"guild_id":"home"}'],
    ['deep nesting', `${'['.repeat(50_000)}${']'.repeat(50_000)}`],
  ])('answers %s that is signed with 400', async (_what, body) => {
    await using endpoint = await startEndpoint();
    expect((await endpoint.send(body, signedHeaders(KEY, NOW_S, body))).status).toBe(400);
    expect(endpoint.received).toEqual([]);
  });

  it('answers bytes that are no UTF-8, and compressed ones, with 400', async () => {
    await using endpoint = await startEndpoint();
    const body = Uint8Array.of(0x1f, 0x8b, 0xff, 0xfe, 0x00);
    const headers = { ...signedHeaders(KEY, NOW_S, body), 'content-encoding': 'gzip' };
    expect((await endpoint.send(body, headers)).status).toBe(400);
  });

  it('refuses with 413 a body that is announced as too large, without waiting for it', async () => {
    await using endpoint = await startEndpoint();
    const answer = await endpoint.sendRaw(
      `POST /interactions HTTP/1.1\r\nhost: x\r\ncontent-length: ${LIMIT_BYTES + 1}\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(endpoint.outcomes).toEqual(['too large']);
  });

  it('refuses with 413 a body that does not say how large it is, as soon as it is too large', async () => {
    await using endpoint = await startEndpoint();
    const chunk = `${(64 * 1_024).toString(16)}\r\n${'x'.repeat(64 * 1_024)}\r\n`;
    const answer = await endpoint.sendRaw(
      `POST /interactions HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n${chunk.repeat(5)}`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('takes a body of the largest size', async () => {
    await using endpoint = await startEndpoint();
    const payload = { ...COMMAND, filler: '' };
    payload.filler = 'x'.repeat(LIMIT_BYTES - JSON.stringify(payload).length);
    expect((await endpoint.sendSigned(payload)).status).toBe(202);
  });

  it.each(['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'])('refuses %s with 405', async (method) => {
    await using endpoint = await startEndpoint();
    const { status, headers } = await endpoint.send('', {}, { method, body: null });
    expect([status, headers.get('allow')]).toEqual([405, 'POST']);
  });

  it('is at its path only, and leaves health where it was', async () => {
    await using endpoint = await startEndpoint();
    const status = async (path: string, method = 'POST') =>
      (await fetch(`http://127.0.0.1:${endpoint.port}${path}`, { method })).status;
    expect(await status('/')).toBe(404);
    expect(await status('/interactions/')).toBe(404);
    expect(await status('/Interactions')).toBe(404);
    expect(await status('/healthz')).toBe(405);
    expect(await status('/healthz', 'GET')).toBe(200);
  });

  it('answers 503 while the bot cannot handle interactions, and takes the same one later', async () => {
    let isReady = false;
    await using endpoint = await startEndpoint(() => isReady);
    expect((await endpoint.sendSigned(COMMAND)).status).toBe(503);
    isReady = true;
    expect((await endpoint.sendSigned(COMMAND)).status).toBe(202);
    expect(endpoint.outcomes).toEqual(['not ready', 'accepted']);
  });

  it('answers 500 and logs it when a handler throws', async () => {
    await using endpoint = await startEndpoint(() => {
      throw new Error('out of order');
    });
    expect((await endpoint.sendSigned(COMMAND)).status).toBe(500);
    expect(endpoint.lines.filter(({ level }) => level === 40)).toHaveLength(1);
  });

  it('closes each connection after its answer, so that no proxy writes to one that is just being closed', async () => {
    await using endpoint = await startEndpoint();
    expect((await endpoint.sendSigned(PING)).headers.get('connection')).toBe('close');
    expect((await endpoint.sendSigned(COMMAND)).headers.get('connection')).toBe('close');
  });

  it('survives clients that hang up in the middle of a body', async () => {
    await using endpoint = await startEndpoint();
    const socket = connect(endpoint.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write('POST /interactions HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{"type"');
    await expect.poll(() => socket.bytesWritten).toBeGreaterThan(60);
    socket.destroy();
    await expect.poll(() => endpoint.outcomes).toEqual(['incomplete']);
    expect((await endpoint.sendSigned(PING)).status).toBe(200);
  });
});
