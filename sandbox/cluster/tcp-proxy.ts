import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/**
 * What a proxy does with connections: `pass` them on; `refuse`, which ends those there are and every new one at once; or
 * `swallow`, which keeps them open, takes what is written and passes on nothing, as a network that lost its way does.
 */
export type ProxyMode = 'pass' | 'refuse' | 'swallow';

/** A proxy on 127.0.0.1 for connections of one client to one server. Disposing of it ends all connections. */
export interface TcpProxy extends AsyncDisposable {
  readonly port: number;
  readonly mode: ProxyMode;
  /**
   * From now on. Connections that were open while it swallowed stay without answers afterwards, as after a lost route: only new
   * ones pass data, but each end learns then that the other has closed.
   */
  set(mode: ProxyMode): void;
  /** The number of open connections of the client. */
  connections(): number;
}

interface Pair {
  readonly near: Socket;
  readonly far: Socket;
  hasLostData: boolean;
}

/** Starts a proxy for a server on a port of 127.0.0.1. @param port the port of the server */
export async function startTcpProxy(port: number): Promise<TcpProxy> {
  let mode: ProxyMode = 'pass';
  const pairs = new Set<Pair>();

  function end({ near, far }: Pair): void {
    near.destroy();
    far.destroy();
  }

  /** Passes on what one end writes, and that it ended, unless the connection has no way any more. */
  function forward(pair: Pair, from: Socket, to: Socket): void {
    from.on('data', (chunk: Buffer) => {
      if (pair.hasLostData) return;
      if (!to.write(chunk)) {
        from.pause();
        to.once('drain', () => from.resume());
      }
    });
    from.on('end', () => {
      if (!pair.hasLostData) to.end();
      else if (mode === 'pass') end(pair);
    });
    // A reset is a close, of which the other end learns below.
    from.on('error', () => from.destroy());
    from.on('close', () => {
      if (pair.hasLostData && mode === 'swallow') return;
      to.destroy();
      pairs.delete(pair);
    });
  }

  const server = createServer({ allowHalfOpen: true }, (near) => {
    if (mode === 'refuse') {
      near.destroy();
      return;
    }
    const far = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const pair: Pair = { near, far, hasLostData: mode === 'swallow' };
    pairs.add(pair);
    forward(pair, near, far);
    forward(pair, far, near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');

  return {
    port: address.port,
    get mode() {
      return mode;
    },
    set(wanted) {
      mode = wanted;
      for (const pair of pairs) {
        if (wanted === 'refuse') {
          end(pair);
          pairs.delete(pair);
        } else if (wanted === 'swallow') pair.hasLostData = true;
        else if ([pair.near, pair.far].some((socket) => socket.destroyed || socket.readableEnded)) {
          end(pair);
          pairs.delete(pair);
        }
      }
    },
    connections: () => [...pairs].filter(({ near }) => !near.destroyed).length,
    async [Symbol.asyncDispose]() {
      for (const pair of pairs) end(pair);
      pairs.clear();
      const closed = once(server, 'close');
      server.close();
      await closed;
    },
  };
}
