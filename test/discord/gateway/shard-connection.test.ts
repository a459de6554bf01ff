import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { REST } from 'discord.js';
import { expect, it } from 'vitest';
import { createShardConnection } from '#src/discord/gateway/shard-connection.ts';

const SOON_MS = 10_000;
const ignore = (): void => undefined;

it('the connection of a shard that is closed while it is being opened leaves nothing open, and no error behind', async () => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const connection = createShardConnection({
    shard: { id: 0, count: 1 },
    rest: new REST(),
    token: 'a.b.c',
    information: {
      url: `ws://127.0.0.1:${port}`,
      shards: 1,
      session_start_limit: { total: 1, remaining: 1, reset_after: 0, max_concurrency: 1 },
    },
    throttler: { waitForIdentify: () => Promise.resolve() },
    session: null,
    listener: {
      ready: ignore,
      dispatched: ignore,
      resumed: ignore,
      heartbeat: ignore,
      closed: ignore,
      failed: ignore,
    },
  });
  // It never opens: the server accepts it and says nothing.
  void connection.connect();
  const [socket]: Socket[] = await once(server, 'connection');
  if (socket === undefined) throw new Error('Nobody connected.');
  socket.resume();
  // Left alone, it ends after half a minute with an error that ends the process.
  const closed = once(socket, 'close', { signal: AbortSignal.timeout(SOON_MS) });

  await connection.close(true);

  await closed;
  expect(socket.destroyed).toBe(true);
  server.close();
});
