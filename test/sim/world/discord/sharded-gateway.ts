import type { GatewayConnection, GatewayPeer } from '../../edges/gateway-socket.ts';
import { currentProcess, type SimulatedProcess } from '../../virtual-time/owners.ts';
import type { Gateway } from './gateway.ts';
import { APPLICATION_ID, botUser, channelPayload, guildPayload } from './payloads.ts';
import { type DiscordState, GUILD_ID } from './state.ts';

/** Discord's gateway for several processes: each holds shards, whose sessions another one can resume. */
export interface ShardedGateway extends Gateway {
  /** Closes the connections of this shard; its session may be resumed. */
  dropShard(shard: number): void;
  /** The connections of a process that ended are closed. */
  processEnded(process: SimulatedProcess): void;
  /** Discord closes connections without heartbeats. To be called every few seconds. */
  closeSilent(): void;
}

const HELLO = 10;
const HEARTBEAT = 1;
const HEARTBEAT_ACK = 11;
const IDENTIFY = 2;
const RESUME = 6;
const INVALID_SESSION = 9;
const HEARTBEAT_INTERVAL_MS = 41_250;
/** Discord waits a little longer than its interval. */
const SILENT_MS = 1.5 * HEARTBEAT_INTERVAL_MS;
/** Discord's close code after which the same session may be resumed. */
const UNKNOWN_ERROR = 4000;
/** Closed by the bot with one of these, a session is over. */
const ENDING_CODES: readonly number[] = [1000, 1001];
const JOINED_AT = Date.UTC(2025, 0, 1);

interface Session {
  readonly id: string;
  readonly shard: number;
  readonly count: number;
  /** What was sent so far, or is kept until the session is resumed; the first has number 1. */
  readonly events: { readonly t: string; readonly d: object }[];
  connection: Connected | null;
}

interface Connected {
  readonly process: SimulatedProcess | null;
  readonly connection: GatewayConnection;
  heardAt: number;
}

const shardOfGuild = (guildId: string, count: number): number =>
  Number((BigInt(guildId) >> 22n) % BigInt(count));

/** @param now ms since the start of the history */
export function createShardedGateway(state: DiscordState, now: () => number): ShardedGateway {
  const sessions = new Map<string, Session>();
  let sessionNumber = 0;

  const isConnected = ({ shard, count, connection }: Session, guildId: string): boolean =>
    connection !== null && shard === shardOfGuild(guildId, count);
  const sessionsOf = (guildId: string): readonly Session[] =>
    [...sessions.values()].filter(({ shard, count }) => shard === shardOfGuild(guildId, count));

  function deliver({ events, connection }: Session, from: number): void {
    for (const [at, event] of events.entries())
      if (at >= from) connection?.connection.send({ op: 0, s: at + 1, ...event });
  }

  function add(session: Session, t: string, d: object): void {
    session.events.push({ t, d });
    deliver(session, session.events.length - 1);
  }

  function dispatch(event: string, data: object): void {
    const guildId = 'guild_id' in data && typeof data.guild_id === 'string' ? data.guild_id : GUILD_ID;
    for (const session of sessionsOf(guildId)) add(session, event, data);
  }

  function identify([shard, count]: readonly [number, number], connected: Connected): Session {
    sessionNumber += 1;
    const session: Session = {
      ...{ id: `session-${sessionNumber}`, shard, count },
      events: [],
      connection: connected,
    };
    sessions.set(session.id, session);
    const hasGuild = shard === shardOfGuild(GUILD_ID, count);
    add(session, 'READY', {
      v: 10,
      user: botUser,
      guilds: hasGuild ? [{ id: GUILD_ID, unavailable: true }] : [],
      session_id: session.id,
      resume_gateway_url: 'wss://gateway.simulated',
      shard: [shard, count],
      application: { id: APPLICATION_ID, flags: 0 },
    });
    if (hasGuild)
      add(session, 'GUILD_CREATE', guildPayload(state, { guildId: GUILD_ID, joinedAt: JOINED_AT }));
    return session;
  }

  function resume(id: string, seen: number, connected: Connected): Session | null {
    const session = sessions.get(id);
    if (session === undefined) return null;
    session.connection?.connection.close(UNKNOWN_ERROR);
    session.connection = connected;
    deliver(session, seen);
    add(session, 'RESUMED', {});
    return session;
  }

  function close(session: Session): void {
    session.connection?.connection.close(UNKNOWN_ERROR);
    session.connection = null;
  }

  function accept(_url: string, connection: GatewayConnection): GatewayPeer {
    const connected: Connected = { process: currentProcess(), connection, heardAt: now() };
    let session: Session | null = null;
    connection.send({ op: HELLO, d: { heartbeat_interval: HEARTBEAT_INTERVAL_MS } });
    return {
      received({ op, d }) {
        connected.heardAt = now();
        const data = d as { shard?: readonly [number, number]; session_id?: string; seq?: number } | null;
        if (op === HEARTBEAT) connection.send({ op: HEARTBEAT_ACK });
        if (op === IDENTIFY) session = identify(data?.shard ?? [0, 1], connected);
        if (op !== RESUME) return;
        session = resume(data?.session_id ?? '', data?.seq ?? 0, connected);
        if (session === null) connection.send({ op: INVALID_SESSION, d: false });
      },
      closed(code) {
        if (session?.connection !== connected) return;
        session.connection = null;
        if (ENDING_CODES.includes(code)) sessions.delete(session.id);
      },
    };
  }

  const connectedSessions = (): readonly Session[] =>
    [...sessions.values()].filter(({ connection }) => connection !== null);

  return {
    get isReady() {
      return [...sessions.values()].some((session) => isConnected(session, GUILD_ID));
    },
    accept,
    dispatch,
    channelChanged: (channel) => dispatch('CHANNEL_UPDATE', channelPayload(channel)),
    invited: () => undefined,
    removed: () => undefined,
    drop() {
      for (const session of connectedSessions()) close(session);
    },
    dropShard(shard) {
      for (const session of connectedSessions()) if (session.shard === shard) close(session);
    },
    lost: () => undefined,
    processEnded(process) {
      for (const session of connectedSessions())
        if (session.connection?.process === process) session.connection = null;
    },
    closeSilent() {
      for (const session of connectedSessions())
        if (now() - (session.connection?.heardAt ?? 0) > SILENT_MS) close(session);
    },
  };
}
