import { GatewayCloseCodes, GatewayOpcodes } from 'discord-api-types/v10';
import type { WebSocket } from 'ws';
import type { Clock } from '../state/clock.ts';
import { closeReason, endsSession } from './close-codes.ts';
import { dispatchPayload, type Session } from './session.ts';
import type { GatewaySettings } from './settings.ts';

/** Discord docs: Gateway, Sending Events: payloads are limited to 4096 bytes. */
const MAX_PAYLOAD_BYTES = 4_096;
/** Discord docs: Gateway, Rate Limiting. */
const SENDS_PER_MINUTE = 120;

/** What a connection needs from the gateway. */
export interface ConnectionHost {
  readonly clock: Clock;
  readonly settings: GatewaySettings;
  identify(connection: Connection, data: unknown): void;
  resume(connection: Connection, data: unknown): void;
  requestMembers(session: Session, data: unknown): void;
  requestSounds(session: Session, data: unknown): void;
  closed(connection: Connection, session: Session | null, ended: boolean): void;
}

export interface Connection {
  session: Session | null;
  send(op: GatewayOpcodes, data: unknown): void;
  /** Sends a session's events through this socket from now on. */
  attach(session: Session): void;
  close(code: number): void;
  /** Cuts the TCP connection without a closing handshake. */
  cut(): void;
}

function parse(raw: Buffer): { op: number; d: unknown } | null {
  if (raw.byteLength > MAX_PAYLOAD_BYTES) {
    return null;
  }
  try {
    const value: unknown = JSON.parse(raw.toString('utf8'));
    if (typeof value === 'object' && value !== null && 'op' in value && typeof value.op === 'number') {
      return { op: value.op, d: 'd' in value ? value.d : null };
    }
    return null;
  } catch (error) {
    if (error instanceof SyntaxError) {
      return null;
    }
    throw error;
  }
}

/** Handles one gateway socket from HELLO to its close. @param addressed changes what is sent to how the client named this server */
export function serveConnection(
  socket: WebSocket,
  version: string | null,
  host: ConnectionHost,
  addressed: (text: string) => string,
): Connection {
  const { clock, settings } = host;
  let sentTimes: number[] = [];
  let forgetTimeout: () => void = () => undefined;
  let closedWith: number | null = null;
  const sendEvent: Session['send'] = (event) => write(dispatchPayload(event));

  function write(payload: unknown): void {
    if (socket.readyState === socket.OPEN) {
      socket.send(addressed(JSON.stringify(payload)));
    }
  }

  const connection: Connection = {
    session: null,
    send: (op, data) => write({ op, d: data, s: null, t: null }),
    attach(session) {
      connection.session = session;
      session.send = sendEvent;
    },
    close(code) {
      closedWith = code;
      socket.close(code, closeReason(code));
    },
    cut() {
      closedWith = 1006;
      socket.terminate();
    },
  };

  function expectHeartbeat(): void {
    forgetTimeout();
    forgetTimeout = clock.after(settings.heartbeatIntervalMs * 1.5, () => {
      connection.close(GatewayCloseCodes.SessionTimedOut);
    });
  }

  function tooMany(): boolean {
    const now = clock.now();
    sentTimes = sentTimes.filter((at) => now - at < 60_000);
    sentTimes.push(now);
    return sentTimes.length > SENDS_PER_MINUTE;
  }

  function needsSession(run: (session: Session) => void): void {
    if (connection.session === null) {
      connection.close(GatewayCloseCodes.NotAuthenticated);
    } else {
      run(connection.session);
    }
  }

  function receive(op: GatewayOpcodes, data: unknown): void {
    switch (op) {
      case GatewayOpcodes.Heartbeat:
        expectHeartbeat();
        if (settings.answerHeartbeats) {
          connection.send(GatewayOpcodes.HeartbeatAck, null);
        }
        return;
      case GatewayOpcodes.Identify:
      case GatewayOpcodes.Resume:
        if (connection.session !== null) {
          connection.close(GatewayCloseCodes.AlreadyAuthenticated);
        } else if (op === GatewayOpcodes.Identify) {
          host.identify(connection, data);
        } else {
          host.resume(connection, data);
        }
        return;
      case GatewayOpcodes.RequestGuildMembers:
        needsSession((session) => host.requestMembers(session, data));
        return;
      case GatewayOpcodes.RequestSoundboardSounds:
        needsSession((session) => host.requestSounds(session, data));
        return;
      case GatewayOpcodes.PresenceUpdate:
      case GatewayOpcodes.VoiceStateUpdate:
        needsSession(() => undefined);
        return;
      default:
        connection.close(GatewayCloseCodes.UnknownOpcode);
    }
  }

  socket.on('message', (raw: Buffer) => {
    if (closedWith !== null) {
      return;
    }
    const payload = parse(raw);
    if (payload === null) {
      connection.close(GatewayCloseCodes.DecodeError);
    } else if (tooMany()) {
      connection.close(GatewayCloseCodes.RateLimited);
    } else {
      receive(payload.op, payload.d);
    }
  });
  socket.on('error', () => socket.terminate());
  socket.on('close', (code) => {
    forgetTimeout();
    const { session } = connection;
    if (session?.send === sendEvent) {
      session.send = null;
    }
    host.closed(connection, session, endsSession(closedWith ?? code));
  });

  if (settings.refuseConnections !== null) {
    connection.close(settings.refuseConnections);
  } else if (version !== '10') {
    connection.close(GatewayCloseCodes.InvalidAPIVersion);
  } else {
    connection.send(GatewayOpcodes.Hello, { heartbeat_interval: settings.heartbeatIntervalMs, _trace: [] });
    expectHeartbeat();
  }
  return connection;
}
