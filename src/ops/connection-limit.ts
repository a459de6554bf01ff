import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Limits a server's connections. A new connection closes the oldest one that waits for its client: for a request, for
 * the rest of one, or for its answer to be read. Clients that open connections without sending anything therefore keep
 * nobody out. A new connection is refused only while the server is working on all others.
 * @returns a function that protects the connection of a complete request until `serve` resolves
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
