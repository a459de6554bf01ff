import { type Client, Events } from 'discord.js';
import type { Logger } from 'pino';
import { heldReason } from '../domain/held.ts';
import type { ChannelAccess } from './channel-access.ts';
import { serverOf } from './servers/server-events.ts';
import type { Subscriptions } from './services.ts';

/** Resumes stopped channels once the bot may post in them again. */
export interface ChannelReopener extends AsyncDisposable {
  /** Checks every server: permissions may have been restored while the bot was offline. */
  checkAllServers(): void;
  /** Whether the channel was resumed as a trial, after a notice about this same refusal had been posted. */
  wasNotifiedBefore(stopped: { readonly channelId: string; readonly code: number }): Promise<boolean>;
}

/** A channel that was resumed without a visible change: why it was stopped, and when it last got a message. */
interface UnconfirmedReopening {
  readonly code: number | null;
  readonly lastPostAt: number | null;
}

/**
 * Checks a server's stopped channels after every gateway event that can change permissions, and resumes those where
 * none is missing any more.
 *
 * Discord may refuse although the gateway shows no missing permission (a bot in time-out, for example). So a channel
 * is resumed once, and again only after a permission was seen to be missing in it: a refusal costs one request, not
 * one per event. If such a trial ends in the same refusal, no second notice is posted.
 */
export function createChannelReopener(deps: {
  readonly client: Client;
  readonly channelAccess: Pick<ChannelAccess, 'missingForAlerts' | 'historyAccess'>;
  readonly subscriptions: Pick<Subscriptions, 'of' | 'queueStatuses' | 'resume'>;
  readonly notices: { dueNotices(): Promise<readonly { readonly channelId: string }[]> };
  readonly log: Logger;
}): ChannelReopener {
  const { client, channelAccess, subscriptions, notices, log } = deps;
  /** Channels resumed since a permission was last missing in them. */
  const reopened = new Set<string>();
  const missingPermissions = new Set<string>();
  /** Channels whose history was unreadable. */
  const unreadable = new Set<string>();
  const unconfirmed = new Map<string, UnconfirmedReopening>();
  const pending = new Set<string>();
  let running: Promise<void> | null = null;
  let stopping = false;

  async function isNoticeDue(channelId: string): Promise<boolean> {
    return (await notices.dueNotices()).some((due) => due.channelId === channelId);
  }

  async function checkServer(guildId: string): Promise<void> {
    const rules = new Map(
      (await subscriptions.of(guildId))
        .filter(({ pausedAt }) => pausedAt === null)
        .map((rule) => [rule.channelId, rule]),
    );
    for (const queue of await subscriptions.queueStatuses([...rules.keys()])) {
      const { channelId, state, problemCode: code, lastPostAt } = queue;
      const rule = rules.get(channelId);
      const held = heldReason(code);
      const isUnreadable = channelAccess.historyAccess(channelId) !== 'readable';
      if (isUnreadable) unreadable.add(channelId);
      // Waiting does not help: only a moderator can say whether the message was posted.
      if (held === 'crowded') continue;
      if (channelAccess.missingForAlerts(channelId).length > 0 || (held === 'unreadable' && isUnreadable)) {
        missingPermissions.add(channelId);
        reopened.delete(channelId);
        unconfirmed.delete(channelId);
        continue;
      }
      const becameReadable = held === 'unreadable' && unreadable.has(channelId);
      const wasRestored = missingPermissions.delete(channelId) || becameReadable;
      if (becameReadable) reopened.delete(channelId);
      if (!isUnreadable) unreadable.delete(channelId);
      if (state !== 'open' && rule !== undefined && !reopened.has(channelId)) {
        reopened.add(channelId);
        if (!wasRestored && !(await isNoticeDue(channelId))) unconfirmed.set(channelId, { code, lastPostAt });
        // Resuming an active rule resumes its channel.
        await subscriptions.resume(guildId, rule.id);
        log.info({ channelId }, 'the bot may post in the channel again; its queue is resumed');
      }
    }
  }

  async function checkPending(): Promise<void> {
    for (const guildId of pending) {
      pending.delete(guildId);
      if (stopping) return;
      try {
        await checkServer(guildId);
      } catch (error) {
        log.error({ err: error, guildId }, 'could not check the stopped channels of a server');
      }
    }
    running = null;
  }

  function scheduleCheck(guildId: string): void {
    pending.add(guildId);
    if (!stopping) running ??= checkPending();
  }

  client.on(Events.GuildAvailable, ({ id }) => scheduleCheck(id));
  client.on(Events.GuildCreate, ({ id }) => scheduleCheck(id));
  client.on(Events.GuildDelete, ({ id }) => scheduleCheck(id));
  client.on(Events.GuildMemberUpdate, (_before, { id, guild }) => {
    if (id === client.user?.id) scheduleCheck(guild.id);
  });
  client.on(Events.GuildRoleUpdate, (_before, { guild }) => scheduleCheck(guild.id));
  client.on(Events.GuildRoleDelete, ({ guild }) => scheduleCheck(guild.id));
  client.on(Events.ChannelUpdate, (_before, channel) => {
    if (!channel.isDMBased()) scheduleCheck(channel.guildId);
  });
  client.on(Events.ThreadCreate, ({ guildId }) => scheduleCheck(guildId));
  client.on(Events.ThreadMembersUpdate, (_joined, _left, { guildId }) => scheduleCheck(guildId));
  // `Events.ThreadUpdate` leaves out threads that the client did not know: those archived before the start.
  client.on(Events.Raw, (packet: { readonly t: unknown; readonly d: unknown }) => {
    const guildId = packet.t === 'THREAD_UPDATE' ? serverOf(packet.d, packet.t) : null;
    if (guildId !== null) scheduleCheck(guildId);
  });

  return {
    checkAllServers() {
      for (const guildId of client.guilds.cache.keys()) scheduleCheck(guildId);
    },
    async wasNotifiedBefore({ channelId, code }) {
      const trial = unconfirmed.get(channelId);
      if (trial === undefined) return false;
      unconfirmed.delete(channelId);
      const [queue] = await subscriptions.queueStatuses([channelId]);
      return trial.code === code && trial.lastPostAt === (queue?.lastPostAt ?? null);
    },
    async [Symbol.asyncDispose]() {
      stopping = true;
      await running;
    },
  };
}
