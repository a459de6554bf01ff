import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { PING, startEndpoint } from './endpoint-fixture.ts';

describe('the endpoint of interactions', () => {
  it('gives a body five seconds, however slowly it comes, and answers others meanwhile', async () => {
    await using endpoint = await startEndpoint();
    const socket = connect(endpoint.port, '127.0.0.1');
    await once(socket, 'connect');
    const answer = text(socket);
    const begun = performance.now();
    socket.write('POST /interactions HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\n');
    const drip = setInterval(() => socket.write('x'), 200);
    expect((await endpoint.sendSigned(PING)).status).toBe(200);
    expect(await answer).toMatch(/^HTTP\/1\.1 408 /);
    clearInterval(drip);
    expect(performance.now() - begun).toBeLessThan(9_000);
    expect(endpoint.outcomes).toEqual(['ping', 'incomplete']);
  });

  it('gives the headers three seconds', async () => {
    await using endpoint = await startEndpoint();
    const socket = connect(endpoint.port, '127.0.0.1');
    await once(socket, 'connect');
    const answer = text(socket);
    const begun = performance.now();
    socket.write('POST /interactions HTTP/1.1\r\nhost: x\r\n');
    expect(await answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(performance.now() - begun).toBeLessThan(7_000);
    expect(endpoint.outcomes).toEqual([]);
  });
});
