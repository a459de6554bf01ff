import { type GatewayDispatchPayload, GatewayIntentBits } from 'discord-api-types/v10';
import { allows, channelPermissions } from '../state/permissions.ts';
import type { Dispatch } from '../state/records.ts';
import type { World } from '../state/world.ts';

/** How many events are kept for a resume. */
const REPLAY_LIMIT = 2_000;
const VIEW_CHANNEL = 1n << 10n;

/** A sent event: `s` is its number within the session. */
export interface SentEvent {
  readonly s: number;
  readonly t: string;
  readonly d: unknown;
}

/** A gateway session, which outlives its socket and keeps what it sent. */
export interface Session {
  readonly id: string;
  readonly applicationId: string;
  readonly intents: number;
  readonly shard: readonly [number, number] | null;
  /** Sends one event to the present socket; null while there is none. */
  send: ((event: SentEvent) => void) | null;
  readonly sequence: () => number;
  /** Numbers an event, keeps it for a resume and sends it if there is a socket. */
  deliver(event: string, data: unknown): void;
  /** The events after `sequence`, or null when they are no longer kept. */
  since(sequence: number): readonly SentEvent[] | null;
}

/** Opens a session for an identified client. */
export function createSession(fields: {
  id: string;
  applicationId: string;
  intents: number;
  shard: readonly [number, number] | null;
}): Session {
  const replay: SentEvent[] = [];
  let sequence = 0;
  const session: Session = {
    ...fields,
    send: null,
    sequence: () => sequence,
    deliver(event, data) {
      sequence += 1;
      const sent: SentEvent = { s: sequence, t: event, d: data };
      replay.push(sent);
      if (replay.length > REPLAY_LIMIT) {
        replay.shift();
      }
      session.send?.(sent);
    },
    since(after) {
      const oldest = replay[0];
      if (oldest !== undefined && oldest.s > after + 1) {
        return null;
      }
      return replay.filter((event) => event.s > after);
    },
  };
  return session;
}

/** The payload of one event as it goes over the wire. */
export function dispatchPayload(event: SentEvent): Pick<GatewayDispatchPayload, 'op' | 's'> & SentEvent {
  return { op: 0, ...event };
}

/** Whether a guild (or, with null, direct messages) belongs to the session's shard. */
export function isOnShard(session: Session, guildId: string | null): boolean {
  if (session.shard === null) {
    return true;
  }
  const [index, count] = session.shard;
  return guildId === null ? index === 0 : Number((BigInt(guildId) >> 22n) % BigInt(count)) === index;
}

/** Whether a session receives an event: by application, shard, intents and what its bot may view. */
export function receivesEvent(world: World, session: Session, dispatch: Dispatch): boolean {
  const application = world.applications.get(session.applicationId);
  if (application === undefined || !isOnShard(session, dispatch.guildId)) {
    return false;
  }
  if (dispatch.intents !== 0 && (session.intents & dispatch.intents) === 0) {
    return false;
  }
  if (dispatch.event === 'INTERACTION_CREATE' && application.interactionsEndpointUrl !== null) {
    return false;
  }
  if (dispatch.applicationId !== null) {
    return dispatch.applicationId === session.applicationId;
  }
  const guild = dispatch.guildId === null ? undefined : world.guilds.get(dispatch.guildId);
  if (guild === undefined || guild.unavailable || !guild.members.has(application.botId)) {
    return false;
  }
  const channel = dispatch.channelId === undefined ? undefined : world.channels.get(dispatch.channelId);
  return channel === undefined || allows(channelPermissions(world, channel, application.botId), VIEW_CHANNEL);
}

function isMessage(
  data: unknown,
): data is { author: { id: string }; guild_id?: string; mentions: { id: string }[] } {
  return typeof data === 'object' && data !== null && 'author' in data && 'mentions' in data;
}

/** An event's data for a session: without the Message Content intent, the content of other users' messages is blank. */
export function dataFor(world: World, session: Session, dispatch: Dispatch): unknown {
  const { data } = dispatch;
  if (
    dispatch.channelId === undefined ||
    (session.intents & GatewayIntentBits.MessageContent) !== 0 ||
    !isMessage(data)
  ) {
    return data;
  }
  const botId = world.applications.get(session.applicationId)?.botId;
  const own = data.author.id === botId || data.mentions.some((user) => user.id === botId);
  return own || data.guild_id === undefined
    ? data
    : { ...data, content: '', embeds: [], attachments: [], components: [] };
}
