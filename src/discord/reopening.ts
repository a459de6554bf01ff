import { type Client, Events } from 'discord.js';
import type { Logger } from 'pino';
import { heldReason } from '../domain/held.ts';
import type { ChannelAccess } from './channel-access.ts';
import { serverOf } from './servers/server-events.ts';
import type { Subscriptions } from './services.ts';

/** Opens channels that were stopped once the bot may post there again. */
export interface Reopening extends AsyncDisposable {
  /** Looks at every server: permissions may have come back while the bot was away. */
  lookEverywhere(): void;
  /** Whether the channel was opened only to see whether it goes on, after people had been told of this very refusal. */
  toldBefore(stopped: { readonly channelId: string; readonly code: number }): Promise<boolean>;
}

/** A channel that was opened though nothing was seen to have changed: why it was stopped, and when it last got a message. */
interface Trial {
  readonly code: number | null;
  readonly lastPostAt: number | null;
}

/**
 * Looks at a server's stopped channels whenever the gateway tells of something that permissions depend on, and opens those
 * in which nothing is missing any more.
 *
 * Discord may refuse where the gateway shows nothing to be missing (a bot in time-out, say). So a channel is opened once,
 * and then only after something was seen to be missing in it: a refusal costs one request, not one for every event. If such
 * a try comes to the same refusal, nobody is told of it again.
 */
export function createReopening(deps: {
  readonly client: Client;
  readonly channelAccess: Pick<ChannelAccess, 'missingForAlerts' | 'historyAccess'>;
  readonly subscriptions: Pick<Subscriptions, 'of' | 'laneStatuses' | 'resume'>;
  readonly board: { noticesDue(): Promise<readonly { readonly channelId: string }[]> };
  readonly log: Logger;
}): Reopening {
  const { client, channelAccess, subscriptions, board, log } = deps;
  /** Channels that were opened since something was last seen to be missing in them. */
  const opened = new Set<string>();
  const lacking = new Set<string>();
  /** Channels that the bot was seen not to be able to read. */
  const blind = new Set<string>();
  const trials = new Map<string, Trial>();
  const asked = new Set<string>();
  let looking: Promise<void> | null = null;
  let stopping = false;

  async function isUntold(channelId: string): Promise<boolean> {
    return (await board.noticesDue()).some((due) => due.channelId === channelId);
  }

  async function lookAt(guildId: string): Promise<void> {
    const rules = new Map(
      (await subscriptions.of(guildId))
        .filter(({ pausedAt }) => pausedAt === null)
        .map((rule) => [rule.channelId, rule]),
    );
    for (const lane of await subscriptions.laneStatuses([...rules.keys()])) {
      const { channelId, state, problemCode: code, lastPostAt } = lane;
      const rule = rules.get(channelId);
      const held = heldReason(code);
      const isBlind = channelAccess.historyAccess(channelId) !== 'readable';
      if (isBlind) blind.add(channelId);
      // What is written there does not become less: only people can say what became of the message.
      if (held === 'crowded') continue;
      if (channelAccess.missingForAlerts(channelId).length > 0 || (held === 'unreadable' && isBlind)) {
        lacking.add(channelId);
        opened.delete(channelId);
        trials.delete(channelId);
        continue;
      }
      const sees = held === 'unreadable' && blind.has(channelId);
      const isGivenBack = lacking.delete(channelId) || sees;
      if (sees) opened.delete(channelId);
      if (!isBlind) blind.delete(channelId);
      if (state !== 'open' && rule !== undefined && !opened.has(channelId)) {
        opened.add(channelId);
        if (!isGivenBack && !(await isUntold(channelId))) trials.set(channelId, { code, lastPostAt });
        // For a rule that is in force, to resume it is to open its channel.
        await subscriptions.resume(guildId, rule.id);
        log.info({ channelId }, 'the bot may post in the channel again; its alerts go on');
      }
    }
  }

  async function lookAtAll(): Promise<void> {
    for (const guildId of asked) {
      asked.delete(guildId);
      if (stopping) return;
      try {
        await lookAt(guildId);
      } catch (error) {
        log.error({ err: error, guildId }, 'the stopped channels of a server could not be looked at');
      }
    }
    looking = null;
  }

  function look(guildId: string): void {
    asked.add(guildId);
    if (!stopping) looking ??= lookAtAll();
  }

  client.on(Events.GuildAvailable, ({ id }) => look(id));
  client.on(Events.GuildCreate, ({ id }) => look(id));
  client.on(Events.GuildDelete, ({ id }) => look(id));
  client.on(Events.GuildMemberUpdate, (_before, { id, guild }) => {
    if (id === client.user?.id) look(guild.id);
  });
  client.on(Events.GuildRoleUpdate, (_before, { guild }) => look(guild.id));
  client.on(Events.GuildRoleDelete, ({ guild }) => look(guild.id));
  client.on(Events.ChannelUpdate, (_before, channel) => {
    if (!channel.isDMBased()) look(channel.guildId);
  });
  client.on(Events.ThreadCreate, ({ guildId }) => look(guildId));
  client.on(Events.ThreadMembersUpdate, (_joined, _left, { guildId }) => look(guildId));
  // The client's own event of it leaves out threads that it did not know: those that were archived before the start.
  client.on(Events.Raw, (packet: { readonly t: unknown; readonly d: unknown }) => {
    const guildId = packet.t === 'THREAD_UPDATE' ? serverOf(packet.d, packet.t) : null;
    if (guildId !== null) look(guildId);
  });

  return {
    lookEverywhere() {
      for (const guildId of client.guilds.cache.keys()) look(guildId);
    },
    async toldBefore({ channelId, code }) {
      const trial = trials.get(channelId);
      if (trial === undefined) return false;
      trials.delete(channelId);
      const [lane] = await subscriptions.laneStatuses([channelId]);
      return trial.code === code && trial.lastPostAt === (lane?.lastPostAt ?? null);
    },
    async [Symbol.asyncDispose]() {
      stopping = true;
      await looking;
    },
  };
}
