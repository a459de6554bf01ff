import type { GatewayConnection, GatewayPeer } from '../../edges/gateway-socket.ts';
import { APPLICATION_ID, botUser, channelPayload, guildPayload } from './payloads.ts';
import { type DiscordState, GUILD_ID, type Invitation, type SimulatedChannel } from './state.ts';

/** Discord's gateway: one connection at a time. */
export interface Gateway {
  accept(url: string, connection: GatewayConnection): GatewayPeer;
  /** Whether a bot is connected and ready. */
  readonly isReady: boolean;
  dispatch(event: string, data: object): void;
  channelChanged(channel: SimulatedChannel): void;
  /** Another server let the bot in, or removed it. */
  invited(invitation: Invitation): void;
  removed(invitation: Invitation): void;
  /** Closes the connection; the bot may connect again at once. */
  drop(): void;
  /** The bot's process ended. */
  lost(): void;
}

const HELLO = 10;
const HEARTBEAT = 1;
const HEARTBEAT_ACK = 11;
const IDENTIFY = 2;
const RESUME = 6;
const INVALID_SESSION = 9;
const HEARTBEAT_INTERVAL_MS = 41_250;
/** Discord's close code after which the same session may be resumed. */
const UNKNOWN_ERROR = 4000;

/** When the bot joined the first server, epoch ms. */
const JOINED_AT = Date.UTC(2025, 0, 1);

/** @param timeOf converts a time of the history to epoch ms */
export function createGateway(state: DiscordState, timeOf: (at: number) => number): Gateway {
  let current: GatewayConnection | null = null;
  let isReady = false;
  let sequence = 0;

  function dispatch(event: string, data: object): void {
    sequence += 1;
    current?.send({ op: 0, s: sequence, t: event, d: data });
  }

  function lost(): void {
    current = null;
    isReady = false;
  }

  const guestPayload = ({ guildId, at }: Invitation): object =>
    guildPayload(state, { guildId, joinedAt: timeOf(at) });

  function identify(): void {
    const guests = state.invitations.filter(({ removedAt }) => removedAt === null);
    dispatch('READY', {
      v: 10,
      user: botUser,
      guilds: [
        { id: GUILD_ID, unavailable: true },
        ...guests.map(({ guildId }) => ({ id: guildId, unavailable: true })),
      ],
      session_id: `session-${sequence}`,
      resume_gateway_url: 'wss://gateway.simulated',
      shard: [0, 1],
      application: { id: APPLICATION_ID, flags: 0 },
    });
    dispatch('GUILD_CREATE', guildPayload(state, { guildId: GUILD_ID, joinedAt: JOINED_AT }));
    for (const guest of guests) dispatch('GUILD_CREATE', guestPayload(guest));
    isReady = true;
  }

  return {
    get isReady() {
      return isReady;
    },
    accept(_url, connection) {
      current = connection;
      isReady = false;
      connection.send({ op: HELLO, d: { heartbeat_interval: HEARTBEAT_INTERVAL_MS } });
      return {
        received({ op }) {
          if (op === HEARTBEAT) connection.send({ op: HEARTBEAT_ACK });
          if (op === IDENTIFY) identify();
          // What changed meanwhile is not kept, so the bot has to identify anew.
          if (op === RESUME) connection.send({ op: INVALID_SESSION, d: false });
        },
        closed: () => {
          if (current === connection) lost();
        },
      };
    },
    dispatch(event, data) {
      if (isReady) dispatch(event, data);
    },
    channelChanged(channel) {
      if (isReady) dispatch('CHANNEL_UPDATE', channelPayload(channel));
    },
    invited(invitation) {
      if (isReady) dispatch('GUILD_CREATE', guestPayload(invitation));
    },
    removed({ guildId }) {
      if (isReady) dispatch('GUILD_DELETE', { id: guildId });
    },
    drop() {
      current?.close(UNKNOWN_ERROR);
      lost();
    },
    lost,
  };
}
