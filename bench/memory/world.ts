import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { GatewayOpcodes } from 'discord-api-types/v10';
import { type WebSocket, WebSocketServer } from 'ws';
import { APPLICATION_ID, botUser, guildCreate, guildId } from './servers.ts';

/*
 * A Discord and a marketplace without events, in a process of their own. The argument is the number of servers. Unlike the
 * local Discord of the sandbox, it creates each server when it sends it and keeps nothing.
 */

const HEARTBEAT_MS = 41_250;
/** Unread bytes up to which the next server is sent. */
const UNREAD_BYTES = 1_000_000;

const servers = Number(process.argv[2] ?? 1);
let port = 0;

function opcodeOf(text: string): unknown {
  const payload: unknown = JSON.parse(text);
  return typeof payload === 'object' && payload !== null && 'op' in payload ? payload.op : null;
}

async function sendGuilds(socket: WebSocket): Promise<void> {
  let sequence = 0;
  const dispatch = (t: string, d: object): Promise<void> => {
    sequence += 1;
    const text = JSON.stringify({ op: GatewayOpcodes.Dispatch, t, s: sequence, d });
    return new Promise((resolve) => {
      socket.send(text, () => resolve());
      if (socket.bufferedAmount < UNREAD_BYTES) resolve();
    });
  };
  await dispatch('READY', {
    v: 10,
    user: botUser,
    guilds: Array.from({ length: servers }, (_, server) => ({ id: guildId(server), unavailable: true })),
    session_id: 'session',
    session_type: 'normal',
    resume_gateway_url: `ws://127.0.0.1:${port}`,
    application: { id: APPLICATION_ID, flags: 0 },
  });
  for (let server = 0; server < servers; server += 1) await dispatch('GUILD_CREATE', guildCreate(server));
}

function answerTo({ url = '', method }: IncomingMessage, body: string): object {
  if (url.includes('/gateway/bot')) {
    const limit = { total: 1_000, remaining: 1_000, reset_after: 1, max_concurrency: 1 };
    return { url: `ws://127.0.0.1:${port}`, shards: 1, session_start_limit: limit };
  }
  if (url.includes('/commands')) {
    const registered: unknown = method === 'PUT' ? JSON.parse(body) : [];
    return Array.isArray(registered) ? registered : [];
  }
  if (url.includes('/users/@me') || url.includes('/applications/@me')) return botUser;
  const nothing = { total: 0, page: 1, limit: 100, totalPages: 0, hasNext: false };
  return { success: true, collections: [], activities: [], auctions: [], pagination: nothing };
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(answerTo(request, Buffer.concat(parts).toString())));
}

const server = createServer((request, response) => void serve(request, response));
new WebSocketServer({ server }).on('connection', (socket) => {
  const send = (op: GatewayOpcodes, d: object | null) =>
    socket.send(JSON.stringify({ op, d, s: null, t: null }));
  socket.on('message', (data: Buffer) => {
    const op = opcodeOf(data.toString());
    if (op === GatewayOpcodes.Heartbeat) send(GatewayOpcodes.HeartbeatAck, null);
    if (op === GatewayOpcodes.Identify) void sendGuilds(socket);
  });
  send(GatewayOpcodes.Hello, { heartbeat_interval: HEARTBEAT_MS });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('There is no port.');
  port = address.port;
  process.send?.({ url: `http://127.0.0.1:${port}` });
});
