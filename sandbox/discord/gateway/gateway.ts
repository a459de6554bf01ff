import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import { GatewayCloseCodes, GatewayOpcodes } from 'discord-api-types/v10';
import { WebSocketServer } from 'ws';
import { isOfProgram, NO_PAGE } from '../../loopback/guard.ts';
import { createListeners } from '../state/listeners.ts';
import type { World } from '../state/world.ts';
import { guildCreatePayload, memberPayload } from '../wire/guild.ts';
import { type Connection, type ConnectionHost, serveConnection } from './connection.ts';
import { createIdentifyLimits, type IdentifyLimits } from './identify-limits.ts';
import { applicationOfToken, guildsOf, readIdentify, readResume, readyData } from './login.ts';
import { createSession, dataFor, isOnShard, receivesEvent, type Session } from './session.ts';
import { defaultGatewaySettings, type GatewaySettings } from './settings.ts';

/** How long a session can be resumed after its socket closed, in ms. */
const SESSION_LIFETIME_MS = 180_000;

/** The gateway of a local Discord, and methods that disturb it. */
export interface Gateway {
  readonly settings: GatewaySettings;
  /** Closes every socket with a code (4000 lets clients resume), or cuts the connections when none is given. */
  dropAll(code?: number): void;
  /** Discards every session, so that a resume gets INVALID_SESSION. */
  forgetSessions(): void;
  /** Asks every client to reconnect and resume (opcode 7). */
  askToReconnect(): void;
  /** Sends INVALID_SESSION to every client (opcode 9). */
  invalidateSessions(resumable: boolean): void;
  /** Recommends so many shards from now on, and closes every session with fewer with 4011. */
  requireShards(count: number): void;
  /** Number of sockets with a session. */
  connected(): number;
  /** The shards that have a socket, as `0/2`, in order; twice where two sessions share one. */
  shards(): readonly string[];
  /** Identifies accepted since the start; Discord allows 1,000 a day. */
  identifies(): number;
  /** Identifies that broke a limit: too soon after another one of their bucket, or beyond those of a day. */
  refusedIdentifies(): number;
  readonly startLimit: IdentifyLimits['startLimit'];
  /** Resumes accepted since the start. */
  resumes(): number;
  /** Resolves once `count` sockets have a session. */
  whenConnected(count?: number): Promise<void>;
  /** Calls back when the first socket has a session, and when none has one any more; returns a function that unsubscribes. */
  onPresence(listener: (online: boolean) => void): () => void;
  close(): void;
}

/** Why a connection is refused that asks for an unsupported encoding or compression. All ASCII. */
function transportRefusal(query: URLSearchParams): string | null {
  const encoding = query.get('encoding') ?? 'json';
  const compress = query.get('compress') ?? '';
  if (encoding !== 'json') return `The local Discord has no encoding=${encoding.slice(0, 20)}: use json.`;
  return compress === '' ? null : 'The local Discord does not compress: leave out compress.';
}

/** Names this server in what is sent as the client did, so that one behind a proxy gets to files and back to its session by it. */
function asAddressed(url: string, clientHost: string | undefined): (text: string) => string {
  const { host } = new URL(url);
  return clientHost === undefined || clientHost === host
    ? (text) => text
    : (text) => text.replaceAll(`//${host}`, `//${clientHost}`);
}

/** Serves the gateway on the upgrade requests of an HTTP server. */
export function createGateway(world: World, server: Server, urlOf: () => string): Gateway {
  const settings = defaultGatewaySettings();
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  const connections = new Set<Connection>();
  const sessions = new Map<string, Session>();
  /** Cancels the expiry of sessions whose client is disconnected. */
  const expiries = new Map<string, () => void>();
  const waiting = new Set<() => void>();
  const counts = { resumes: 0 };
  const identifyLimits = createIdentifyLimits(world.clock, settings);

  const presence = createListeners<boolean>();
  let online = false;

  const connected = (): number => [...connections].filter((connection) => connection.session !== null).length;

  function updatePresence(): void {
    const now = connected() > 0;
    if (now === online) return;
    online = now;
    presence.emit(now);
  }

  function attach(connection: Connection, session: Session): void {
    connection.attach(session);
    updatePresence();
    expiries.get(session.id)?.();
    expiries.delete(session.id);
    for (const check of waiting) {
      check();
    }
  }

  const shardCountOf = (session: Session | null): number => session?.shard?.[1] ?? 1;

  /** Ends the sessions and closes their sockets. */
  function endSessions(code: number, isMeant: (session: Session) => boolean): void {
    for (const [id, session] of sessions) if (isMeant(session)) sessions.delete(id);
    for (const connection of connections) {
      if (connection.session !== null && isMeant(connection.session)) connection.close(code);
    }
  }

  function identify(connection: Connection, data: unknown): void {
    if (settings.refuseIdentify !== null) {
      connection.close(settings.refuseIdentify);
      return;
    }
    const login = readIdentify(world, data);
    if ('closeCode' in login) {
      connection.close(login.closeCode);
      return;
    }
    const { application, intents, shard } = login;
    if ((shard?.[1] ?? 1) < settings.minShards) {
      connection.close(GatewayCloseCodes.ShardingRequired);
      return;
    }
    const answer = identifyLimits.take(application.id, shard?.[0] ?? 0);
    if (answer === 'too soon') {
      connection.send(GatewayOpcodes.InvalidSession, false);
      return;
    }
    if (answer === 'beyond the limit of a day') {
      connection.close(GatewayCloseCodes.AuthenticationFailed);
      endSessions(
        GatewayCloseCodes.AuthenticationFailed,
        ({ applicationId }) => applicationId === application.id,
      );
      return;
    }
    const session = createSession({
      id: randomUUID().replaceAll('-', ''),
      applicationId: application.id,
      intents,
      shard,
    });
    const guildIds = guildsOf(world, application).filter((id) => isOnShard(session, id));
    sessions.set(session.id, session);
    attach(connection, session);
    session.deliver('READY', readyData(world, application, session, guildIds, urlOf()));
    for (const id of guildIds) {
      const guild = world.guilds.get(id);
      if (guild !== undefined && !guild.unavailable && (intents & 1) !== 0) {
        session.deliver('GUILD_CREATE', guildCreatePayload(world, guild, application.botId));
      }
    }
  }

  function resume(connection: Connection, data: unknown): void {
    if (settings.refuseResume !== 'no') {
      connection.send(GatewayOpcodes.InvalidSession, settings.refuseResume === 'resumable');
      return;
    }
    const application = applicationOfToken(world, data);
    const wanted = readResume(data);
    if (application === undefined) {
      connection.close(GatewayCloseCodes.AuthenticationFailed);
      return;
    }
    const session = sessions.get(wanted?.sessionId ?? '');
    if (wanted === null || session === undefined || session.applicationId !== application.id) {
      connection.send(GatewayOpcodes.InvalidSession, false);
      return;
    }
    if (wanted.sequence > session.sequence()) {
      connection.close(GatewayCloseCodes.InvalidSeq);
      return;
    }
    const missed = session.since(wanted.sequence);
    if (missed === null) {
      sessions.delete(session.id);
      connection.send(GatewayOpcodes.InvalidSession, false);
      return;
    }
    counts.resumes += 1;
    attach(connection, session);
    for (const event of missed) {
      session.send?.(event);
    }
    session.deliver('RESUMED', { _trace: [] });
  }

  function requestMembers(session: Session, data: unknown): void {
    const guildId: unknown =
      typeof data === 'object' && data !== null && 'guild_id' in data ? data.guild_id : null;
    const guild = typeof guildId === 'string' ? world.guilds.get(guildId) : undefined;
    const nonce: unknown =
      typeof data === 'object' && data !== null && 'nonce' in data ? data.nonce : undefined;
    if (guild !== undefined) {
      const members = [...guild.members.values()].map((member) => memberPayload(world, member));
      session.deliver('GUILD_MEMBERS_CHUNK', {
        guild_id: guild.id,
        members,
        chunk_index: 0,
        chunk_count: 1,
        nonce,
      });
    }
  }

  /** No server has sounds: an empty list is sent for each requested server that the session knows. */
  function requestSounds(session: Session, data: unknown): void {
    const asked: unknown =
      typeof data === 'object' && data !== null && 'guild_ids' in data ? data.guild_ids : null;
    const application = world.applications.get(session.applicationId);
    if (!Array.isArray(asked) || application === undefined) return;
    for (const id of guildsOf(world, application).filter((own) => asked.includes(own)))
      session.deliver('SOUNDBOARD_SOUNDS', { guild_id: id, soundboard_sounds: [] });
  }

  function closed(connection: Connection, session: Session | null, ended: boolean): void {
    connections.delete(connection);
    updatePresence();
    if (session === null || session.send !== null) {
      return;
    }
    if (ended) {
      sessions.delete(session.id);
    } else {
      expiries.set(
        session.id,
        world.clock.after(SESSION_LIFETIME_MS, () => sessions.delete(session.id)),
      );
    }
  }

  const host: ConnectionHost = {
    clock: world.clock,
    settings,
    identify,
    resume,
    requestMembers,
    requestSounds,
    closed,
  };
  const stopListening = world.dispatches.add((dispatch) => {
    for (const session of sessions.values()) {
      if (receivesEvent(world, session, dispatch)) {
        session.deliver(dispatch.event, dataFor(world, session, dispatch));
      }
    }
  });
  server.on('upgrade', (request: IncomingMessage, socket, head) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const isAllowed = isOfProgram(request.headers);
    const refusal = isAllowed ? transportRefusal(searchParams) : NO_PAGE;
    if (refusal !== null) {
      const status = isAllowed ? '400 Bad Request' : '403 Forbidden';
      socket.end(
        `HTTP/1.1 ${status}\r\nContent-Type: text/plain\r\nContent-Length: ${refusal.length}\r\nConnection: close\r\n\r\n${refusal}`,
      );
      return;
    }
    sockets.handleUpgrade(request, socket, head, (client) => {
      const addressed = asAddressed(urlOf(), request.headers.host);
      connections.add(serveConnection(client, searchParams.get('v'), host, addressed));
    });
  });

  return {
    settings,
    dropAll(code) {
      for (const connection of connections) {
        if (code === undefined) {
          connection.cut();
        } else {
          connection.close(code);
        }
      }
    },
    forgetSessions: () => sessions.clear(),
    askToReconnect() {
      for (const connection of connections) {
        connection.send(GatewayOpcodes.Reconnect, null);
      }
    },
    invalidateSessions(resumable) {
      for (const connection of connections) {
        connection.send(GatewayOpcodes.InvalidSession, resumable);
      }
    },
    requireShards(count) {
      Object.assign(settings, { recommendedShards: count, minShards: count });
      endSessions(GatewayCloseCodes.ShardingRequired, (session) => shardCountOf(session) < count);
    },
    connected,
    shards: () =>
      [...connections]
        .flatMap(({ session }) => (session === null ? [] : [(session.shard ?? [0, 1]).join('/')]))
        .toSorted(),
    identifies: identifyLimits.accepted,
    refusedIdentifies: identifyLimits.refused,
    startLimit: identifyLimits.startLimit,
    resumes: () => counts.resumes,
    whenConnected: (count = 1) =>
      new Promise((resolve) => {
        const check = (): void => {
          if (connected() >= count) {
            waiting.delete(check);
            resolve();
          }
        };
        waiting.add(check);
        check();
      }),
    onPresence: presence.add,
    close() {
      stopListening();
      for (const connection of connections) {
        connection.cut();
      }
      sockets.close();
    },
  };
}
