import type { Logger } from 'pino';
import { fullJitter } from '../chain/backoff.ts';
import type { Clock } from '../chain/clock.ts';
import type { Subscriptions } from '../ingest/subscriptions.ts';
import { heldReason } from '../store/model/held.ts';
import type { Store } from '../store/store.ts';
import type { ChannelAccess } from './channel-access.ts';
import type { GuildChange, Guilds } from './guilds/guilds.ts';

/** Resumes stopped channels once the bot may post in them again. */
export interface ChannelReopener extends AsyncDisposable {
  /** Checks every server: permissions may have been restored while the bot was offline. */
  checkAllServers(): void;
  /** Checks the server if the gateway event can have changed the bot's permissions in its channels. */
  noteChange(guildId: string, change: GuildChange, event: string): void;
  /** Whether the channel was resumed as a trial, after a notice about this same refusal had been posted. */
  wasNotifiedBefore(stopped: { readonly channelId: string; readonly code: number }): Promise<boolean>;
}

/** A channel that was resumed without a visible change: why it was stopped, and when it last got a message. */
interface UnconfirmedReopening {
  readonly code: number | null;
  readonly lastPostAt: number | null;
}

/** Backoff after a failure of the store. */
const RETRIES = { firstMs: 1_000, maxMs: 60_000 };
/** Time-outs last up to 28 days, which is more than a timer can. */
const MAX_TIMER_MS = 24 * 3_600_000;

/** Events after which the bot may have other permissions in a channel of the server. */
const PERMISSION_EVENTS: ReadonlySet<string> = new Set([
  'GUILD_MEMBER_UPDATE',
  'GUILD_ROLE_UPDATE',
  'GUILD_ROLE_DELETE',
  'CHANNEL_UPDATE',
  'THREAD_CREATE',
  'THREAD_UPDATE',
  'THREAD_LIST_SYNC',
  'THREAD_MEMBERS_UPDATE',
]);

/**
 * Checks a server's stopped channels after every gateway event that can change permissions, and resumes those where
 * none is missing any more.
 *
 * Discord may refuse although the gateway shows no missing permission. So a channel
 * is resumed once, and again only after a permission was seen to be missing in it: a refusal costs one request, not
 * one per event. If such a trial ends in the same refusal, no second notice is posted.
 */
export function createChannelReopener(deps: {
  readonly guilds: Pick<Guilds, 'ids' | 'get'>;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  /** A number in [0, 1), for the backoff. */
  readonly random: () => number;
  readonly channelAccess: Pick<ChannelAccess, 'missingForAlerts' | 'historyAccess'>;
  readonly subscriptions: Pick<Subscriptions, 'resume'>;
  readonly store: Pick<Store, 'subscriptionsOf' | 'queueStatuses' | 'dueNotices'>;
  readonly log: Logger;
}): ChannelReopener {
  const { guilds, clock, random, channelAccess, subscriptions, store, log } = deps;
  /** Channels resumed since a permission was last missing in them. */
  const reopened = new Set<string>();
  const missingPermissions = new Set<string>();
  /** Channels whose history was unreadable. */
  const unreadable = new Set<string>();
  const unconfirmed = new Map<string, UnconfirmedReopening>();
  const pending = new Set<string>();
  /** By server. */
  const timeOuts = new Map<string, NodeJS.Timeout>();
  const stopping = new AbortController();
  let running: Promise<void> | null = null;

  /** No event says that a time-out of the bot is over. */
  function checkAfterTimeOut(guildId: string): void {
    const until = guilds.get(guildId)?.self?.timedOutUntil ?? null;
    if (until === null || until <= clock.now() || timeOuts.has(guildId)) return;
    const timer = setTimeout(
      () => {
        timeOuts.delete(guildId);
        scheduleCheck(guildId);
      },
      Math.min(until - clock.now(), MAX_TIMER_MS),
    );
    timeOuts.set(guildId, timer.unref());
  }

  async function isNoticeDue(channelId: string): Promise<boolean> {
    return (await store.dueNotices()).some((due) => due.channelId === channelId);
  }

  async function checkServer(guildId: string): Promise<void> {
    checkAfterTimeOut(guildId);
    const rules = new Map(
      (await store.subscriptionsOf(guildId))
        .filter(({ pausedAt }) => pausedAt === null)
        .map((rule) => [rule.channelId, rule]),
    );
    for (const queue of await store.queueStatuses([...rules.keys()])) {
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
      const wasRestored = missingPermissions.has(channelId) || becameReadable;
      const isOnTrial = reopened.has(channelId) && !becameReadable;
      if (state !== 'open' && rule !== undefined && !isOnTrial) {
        if (!wasRestored && !(await isNoticeDue(channelId))) unconfirmed.set(channelId, { code, lastPostAt });
        // Resuming an active rule resumes its channel.
        await subscriptions.resume(guildId, rule.id);
        reopened.add(channelId);
        log.info({ channelId }, 'the bot may post in the channel again; its queue is resumed');
      }
      // Only now: where the store fails, the check is repeated with what was known.
      missingPermissions.delete(channelId);
      if (!isUnreadable) unreadable.delete(channelId);
    }
  }

  async function checkPending(): Promise<void> {
    let failures = 0;
    for (const guildId of pending) {
      pending.delete(guildId);
      if (stopping.signal.aborted) return;
      try {
        await checkServer(guildId);
        failures = 0;
      } catch (error) {
        failures += 1;
        log.error(
          { err: error, guildId, failures },
          'could not check the stopped channels of a server; retrying',
        );
        // No later event may come that has it checked.
        pending.add(guildId);
        await clock.sleep(fullJitter(failures, RETRIES, random), stopping.signal);
      }
    }
    running = null;
  }

  function scheduleCheck(guildId: string): void {
    pending.add(guildId);
    if (!stopping.signal.aborted) running ??= checkPending();
  }

  return {
    checkAllServers() {
      for (const guildId of guilds.ids()) scheduleCheck(guildId);
    },
    noteChange(guildId, change, event) {
      if (change !== 'changed' || PERMISSION_EVENTS.has(event)) scheduleCheck(guildId);
    },
    async wasNotifiedBefore({ channelId, code }) {
      const trial = unconfirmed.get(channelId);
      if (trial === undefined) return false;
      unconfirmed.delete(channelId);
      const [queue] = await store.queueStatuses([channelId]);
      return trial.code === code && trial.lastPostAt === (queue?.lastPostAt ?? null);
    },
    async [Symbol.asyncDispose]() {
      stopping.abort();
      for (const timer of timeOuts.values()) clearTimeout(timer);
      await running;
    },
  };
}
