import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Bounds the connections of a server by ending the oldest that waits for its client: for a request, the rest of one, or
 * for its answer to be read. So those who open connections and send nothing keep nobody out. Only while the server is
 * at work on all of them a new one is refused.
 * @returns keeps the connection of a request open from when the whole request has come until `serve` resolves, whoever
 * else comes
 */
export function limitConnections(
  server: Server,
  max: number,
): (request: IncomingMessage, serve: () => Promise<void>) => Promise<void> {
  const open = new Set<Socket>();
  const working = new Set<Socket>();

  function end(socket: Socket): void {
    open.delete(socket);
    socket.destroy();
  }

  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    if (open.size <= max) return;
    const oldest = [...open].find((one) => one !== socket && !working.has(one));
    end(oldest ?? socket);
  });

  return async (request, serve) => {
    const { socket } = request;
    const onRequest = () => working.add(socket);
    if (request.method === 'POST') request.once('end', onRequest);
    else onRequest();
    try {
      await serve();
    } finally {
      request.off('end', onRequest);
      working.delete(socket);
    }
  };
}
