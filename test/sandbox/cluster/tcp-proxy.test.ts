import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { startTcpProxy, type TcpProxy } from '../../../sandbox/cluster/tcp-proxy.ts';

/** A server that answers with what it gets, and the proxy before it. */
async function startEcho() {
  await using parts = new AsyncDisposableStack();
  const ends: Socket[] = [];
  const server = createServer((socket) => {
    ends.push(socket);
    socket.on('error', () => socket.destroy());
    socket.pipe(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  parts.defer(() => {
    for (const socket of ends) socket.destroy();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const proxy = parts.use(await startTcpProxy(address.port));
  const owned = parts.move();
  return { proxy, ends, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

async function open({ port }: TcpProxy): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.on('error', () => socket.destroy());
  await once(socket, 'connect');
  return socket;
}

async function echo(socket: Socket, text: string): Promise<string> {
  socket.write(text);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  return answer.toString();
}

/** Whether an answer comes within 200 ms. */
async function isAnswered(socket: Socket): Promise<boolean> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), 200);
  socket.write('?');
  return once(socket, 'data', { signal: timeout.signal })
    .then(() => true)
    .catch(() => false)
    .finally(() => clearTimeout(timer));
}

describe('a proxy for connections', () => {
  it('passes on what both ends write, and that one of them ended', async () => {
    await using world = await startEcho();
    const socket = await open(world.proxy);
    expect(await echo(socket, 'one')).toBe('one');
    socket.end();
    await once(socket, 'close');
    expect(world.proxy.connections()).toBe(0);
  });

  it('ends all connections and refuses new ones, until it passes again', async () => {
    await using world = await startEcho();
    const before = await open(world.proxy);
    await echo(before, 'one');
    const closed = once(before, 'close');
    world.proxy.set('refuse');
    await closed;
    const refused = await open(world.proxy);
    if (!refused.destroyed) await once(refused, 'close');
    world.proxy.set('pass');
    const after = await open(world.proxy);
    expect(await echo(after, 'two')).toBe('two');
    after.destroy();
  });

  it('keeps connections open without passing anything on, and those stay without answers afterwards', async () => {
    await using world = await startEcho();
    const before = await open(world.proxy);
    await echo(before, 'one');
    world.proxy.set('swallow');
    expect(await isAnswered(before)).toBe(false);
    world.ends[0]?.destroy();
    const during = await open(world.proxy);
    expect(await isAnswered(during)).toBe(false);
    expect(before.destroyed).toBe(false);

    const learned = once(before, 'close');
    world.proxy.set('pass');
    await learned;
    expect(await isAnswered(during)).toBe(false);
    const after = await open(world.proxy);
    expect(await echo(after, 'two')).toBe('two');
    for (const socket of [during, after]) socket.destroy();
  });
});
