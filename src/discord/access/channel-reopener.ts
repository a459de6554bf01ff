import type { Logger } from 'pino';
import { reached } from '#src/chain/points.ts';
import type { Subscriptions } from '#src/ingest/subscriptions.ts';
import { heldReason } from '#src/store/model/held.ts';
import type { Store } from '#src/store/open.ts';

import type { ChannelAccess } from './channel-access.ts';

/** Resumes stopped channels once the bot may post in them again. */
export interface ChannelReopener {
  /** Resumes the stopped channels of the server that lack no permission any more. Rejects while the store fails. */
  checkServer(guildId: string): Promise<void>;
  /** Returns whether the channel was resumed as a trial, after a notice about the same refusal had been posted. */
  wasNotifiedBefore(stopped: { readonly channelId: string; readonly code: number }): Promise<boolean>;
}

/** A channel that was resumed without a visible change: the reason of its stop, and the time of its last message. */
interface UnconfirmedReopening {
  readonly code: number | null;
  readonly lastPostAt: number | null;
}

/**
 * Checks a server's stopped channels, and resumes those without missing permissions (`server-checks.ts`).
 *
 * Discord may refuse although the gateway shows no missing permission. A channel is therefore resumed once, and again
 * only after a permission was seen to be missing, so that a refusal costs one request instead of one per event. If such
 * a trial ends in the same refusal, no second notice is posted.
 */
export function createChannelReopener(deps: {
  readonly channelAccess: Pick<ChannelAccess, 'missingForAlerts' | 'historyAccess'>;
  readonly subscriptions: Pick<Subscriptions, 'reopen'>;
  readonly store: Pick<Store, 'subscriptionsOf' | 'queueStatuses' | 'dueNotices'>;
  readonly log: Logger;
}): ChannelReopener {
  const { channelAccess, subscriptions, store, log } = deps;
  /** Channels resumed since a permission was last missing in them. */
  const reopened = new Set<string>();
  const missingPermissions = new Set<string>();
  /** Channels whose history was unreadable. */
  const unreadable = new Set<string>();
  const unconfirmed = new Map<string, UnconfirmedReopening>();

  async function isNoticeDue(channelId: string): Promise<boolean> {
    return (await store.dueNotices()).some((due) => due.channelId === channelId);
  }

  async function checkServer(guildId: string): Promise<void> {
    const rules = await store.subscriptionsOf(guildId);
    // Include channels whose rules are all paused, because earlier alerts may still be waiting.
    const channelIds = new Set(rules.map(({ channelId }) => channelId));
    for (const queue of await store.queueStatuses([...channelIds])) {
      const { channelId, state, problemCode: code, lastPostAt } = queue;
      const held = heldReason(code);
      const isUnreadable = channelAccess.historyAccess(channelId) !== 'readable';
      if (isUnreadable) unreadable.add(channelId);
      // No permission helps, because only a moderator can tell whether the message was posted.
      if (held !== null && held !== 'unreadable') continue;
      if (channelAccess.missingForAlerts(channelId).length > 0 || (held === 'unreadable' && isUnreadable)) {
        missingPermissions.add(channelId);
        reopened.delete(channelId);
        unconfirmed.delete(channelId);
        continue;
      }
      const becameReadable = held === 'unreadable' && unreadable.has(channelId);
      const wasRestored = missingPermissions.has(channelId) || becameReadable;
      const isOnTrial = reopened.has(channelId) && !becameReadable;
      if (state !== 'open' && !isOnTrial) {
        if (!wasRestored && !(await isNoticeDue(channelId))) unconfirmed.set(channelId, { code, lastPostAt });
        await subscriptions.reopen(guildId, channelId);
        reached('a stopped channel is opened');
        reopened.add(channelId);
        log.info({ channelId }, 'permissions restored; queue resumed');
      }
      // Only after the store succeeded; otherwise the check is repeated with the same information.
      missingPermissions.delete(channelId);
      if (!isUnreadable) unreadable.delete(channelId);
    }
  }

  return {
    checkServer,
    async wasNotifiedBefore({ channelId, code }) {
      const trial = unconfirmed.get(channelId);
      if (trial === undefined) return false;
      unconfirmed.delete(channelId);
      const [queue] = await store.queueStatuses([channelId]);
      return trial.code === code && trial.lastPostAt === (queue?.lastPostAt ?? null);
    },
  };
}
