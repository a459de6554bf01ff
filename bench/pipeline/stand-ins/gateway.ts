import type { Server } from 'node:http';
import { GatewayOpcodes } from 'discord-api-types/v10';
import { WebSocketServer } from 'ws';
import { APPLICATION_ID, botUser, guildCreate, guildId, type Size } from './servers.ts';

const HEARTBEAT_MS = 41_250;

const opcodeOf = (text: string): unknown => JSON.parse(text).op;

/** Accepts every bot and sends READY and its servers (Discord docs: Gateway), and nothing else. */
export function serveGateway(server: Server, size: Size, url: () => string): void {
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket) => {
    let sequence = 0;
    const send = (op: GatewayOpcodes, d: unknown) => socket.send(JSON.stringify({ op, d, s: null, t: null }));
    const dispatch = (t: string, d: unknown) => {
      sequence += 1;
      socket.send(JSON.stringify({ op: GatewayOpcodes.Dispatch, t, s: sequence, d }));
    };
    socket.on('message', (data: Buffer) => {
      const op = opcodeOf(data.toString());
      if (op === GatewayOpcodes.Heartbeat) send(GatewayOpcodes.HeartbeatAck, null);
      if (op !== GatewayOpcodes.Identify) return;
      const guilds = Array.from({ length: size.guilds }, (_, guild) => guild);
      dispatch('READY', {
        v: 10,
        user: botUser,
        guilds: guilds.map((guild) => ({ id: guildId(guild), unavailable: true })),
        session_id: 'session',
        session_type: 'normal',
        resume_gateway_url: url(),
        application: { id: APPLICATION_ID, flags: 0 },
      });
      for (const guild of guilds) dispatch('GUILD_CREATE', guildCreate(guild, size));
    });
    send(GatewayOpcodes.Hello, { heartbeat_interval: HEARTBEAT_MS });
  });
}
