import { setImmediate } from 'node:timers/promises';
import type { Matcher } from '../alerts/matcher.ts';
import type { ChannelSettings } from '../alerts/settings.ts';
import type { Subscription } from '../alerts/subscription.ts';
import type { LimitExceeded, RuleChanges, RuleChangesResult } from '../alerts/subscription-revision.ts';
import type { Subscriptions } from '../discord/services.ts';
import type { SubscriptionStore } from '../store/store.ts';
import type { ChannelGuilds } from './channel-guilds.ts';

/**
 * Rules that are paused, resumed or removed in one transaction, which blocks the event loop. Only servers with rules from
 * before the limits need more than one.
 */
const BATCH_SIZE = 1_000;

function toBatches({
  pause = [],
  resume = [],
  remove = [],
  ...first
}: RuleChanges): readonly [RuleChanges, ...RuleChanges[]] {
  const part = (at: number): RuleChanges => ({
    pause: pause.slice(at, at + BATCH_SIZE),
    resume: resume.slice(at, at + BATCH_SIZE),
    remove: remove.slice(at, at + BATCH_SIZE),
  });
  const others: RuleChanges[] = [];
  for (let at = BATCH_SIZE; at < Math.max(pause.length, resume.length, remove.length); at += BATCH_SIZE)
    others.push(part(at));
  return [{ ...first, ...part(0) }, ...others];
}

/** Subscriptions for commands: saved in the store, with the index and the channel queues updated immediately. */
export function createSubscriptions(deps: {
  readonly store: SubscriptionStore;
  readonly index: Pick<Matcher, 'remove' | 'replace'>;
  readonly channelGuilds: Pick<ChannelGuilds, 'learn'>;
  readonly wake: (channelIds: readonly string[]) => void;
  /** Called with channel settings that were saved with a revision. */
  readonly cacheSettings: (channelId: string, settings: ChannelSettings) => void;
  /** Epoch ms. */
  readonly now: () => number;
}): Subscriptions {
  const { store, index, channelGuilds, wake, cacheSettings, now } = deps;

  /** Updates the index with a changed subscription. */
  function updateIndex(subscription: Subscription | null): Subscription | null {
    if (subscription !== null) index.replace(subscription);
    return subscription;
  }

  /** Applies one transaction and updates index, settings and channel queues before anything else can run. */
  async function applyBatch(
    guildId: string,
    revision: RuleChanges,
  ): Promise<RuleChangesResult | LimitExceeded> {
    const revised = await store.reviseSubscriptions(guildId, revision, now());
    if (revised.type === 'over') return revised;
    for (const { subscription } of revised.added) {
      index.replace(subscription);
      channelGuilds.learn(subscription);
    }
    for (const id of [...revised.paused, ...revised.removed]) index.remove({ id });
    for (const subscription of revised.resumed) index.replace(subscription);
    for (const { channelId, settings } of revision.settings ?? []) cacheSettings(channelId, settings);
    const changed = [...revised.added.map(({ subscription }) => subscription), ...revised.resumed];
    const channelIds = [...changed, ...(revision.settings ?? [])].map(({ channelId }) => channelId);
    wake([...new Set(channelIds)]);
    return revised;
  }

  async function revise(guildId: string, revision: RuleChanges): Promise<RuleChangesResult | LimitExceeded> {
    const [first, ...others] = toBatches(revision);
    const revised = await applyBatch(guildId, first);
    if (revised.type === 'over') return revised;
    let all = revised;
    for (const batch of others) {
      await setImmediate();
      const more = await applyBatch(guildId, batch);
      if (more.type === 'over') throw new Error('A revision without additions exceeds a limit.');
      all = {
        ...all,
        paused: [...all.paused, ...more.paused],
        resumed: [...all.resumed, ...more.resumed],
        removed: [...all.removed, ...more.removed],
      };
    }
    return all;
  }

  return {
    async add(wanted) {
      const revised = await revise(wanted.guildId, { add: [wanted] });
      if (revised.type === 'over') return revised;
      const [added] = revised.added;
      if (added === undefined) throw new Error(`The rule for channel ${wanted.channelId} was not added.`);
      return { type: 'added', ...added };
    },
    revise,
    counts: (guildId) => store.subscriptionCounts(guildId),
    async change(guildId, id, rule) {
      const changed = await store.changeSubscription(guildId, id, rule);
      return changed === 'same' ? changed : updateIndex(changed);
    },
    pause: async (guildId, id) => updateIndex(await store.pauseSubscription(guildId, id, now())),
    async resume(guildId, id) {
      const resumed = updateIndex(await store.resumeSubscription(guildId, id));
      if (resumed !== null) wake([resumed.channelId]);
      return resumed;
    },
    async remove(guildId, id) {
      const removed = await store.removeSubscription(guildId, id);
      if (removed !== null) index.remove(removed);
      return removed;
    },
    of: (guildId) => store.subscriptionsOf(guildId),
    async resolveHeldPost(guildId, postId, verdict) {
      const channelId = await store.resolveHeldPost(guildId, postId, verdict);
      if (channelId !== null) wake([channelId]);
      return channelId;
    },
    queueStatuses: (channelIds) => store.queueStatuses(channelIds),
    saveDraft: (draft) => store.saveDraft(draft),
    loadDraft: (id) => store.loadDraft(id),
    draftsOf: (guildId) => store.draftsOf(guildId),
    removeDraft: (id) => store.removeDraft(id),
  };
}
