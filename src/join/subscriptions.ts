import { setImmediate } from 'node:timers/promises';
import type { Subscriptions } from '../discord/services.ts';
import type { ChannelSettings } from '../domain/settings.ts';
import type { Subscription } from '../domain/subscription.ts';
import type { OverCap, Revised, Revision } from '../domain/subscription-revision.ts';
import type { SubscriptionIndex } from '../pipeline/intake/subscription-index.ts';
import type { SubscriptionStore } from '../store/store.ts';
import type { ChannelHomes } from './channel-homes.ts';

/**
 * So many rules are paused, resumed or removed in one transaction, which nothing can interrupt. Within the caps nobody has
 * more; a server from before them has it done in several.
 */
const STEP = 1_000;

function stepsOf({
  pause = [],
  resume = [],
  remove = [],
  ...first
}: Revision): readonly [Revision, ...Revision[]] {
  const part = (at: number): Revision => ({
    pause: pause.slice(at, at + STEP),
    resume: resume.slice(at, at + STEP),
    remove: remove.slice(at, at + STEP),
  });
  const others: Revision[] = [];
  for (let at = STEP; at < Math.max(pause.length, resume.length, remove.length); at += STEP)
    others.push(part(at));
  return [{ ...first, ...part(0) }, ...others];
}

/** Subscriptions as commands see them: kept in the store, and known to the index and the lanes at once. */
export function joinSubscriptions(deps: {
  readonly store: SubscriptionStore;
  readonly index: Pick<SubscriptionIndex, 'remove' | 'replace'>;
  readonly homes: Pick<ChannelHomes, 'learn'>;
  readonly wake: (channelIds: readonly string[]) => void;
  /** How a channel is told from now on; the store knows it already. */
  readonly learnSettings: (channelId: string, settings: ChannelSettings) => void;
  /** Epoch ms. */
  readonly now: () => number;
}): Subscriptions {
  const { store, index, homes, wake, learnSettings, now } = deps;

  /** What the store has changed, as the index is to have it. */
  function replaced(subscription: Subscription | null): Subscription | null {
    if (subscription !== null) index.replace(subscription);
    return subscription;
  }

  /** One transaction, and everybody who has to know of it told before anything else can happen. */
  async function reviseAtOnce(guildId: string, revision: Revision): Promise<Revised | OverCap> {
    const revised = await store.reviseSubscriptions(guildId, revision, now());
    if (revised.type === 'over') return revised;
    for (const { subscription } of revised.added) {
      index.replace(subscription);
      homes.learn(subscription);
    }
    for (const id of [...revised.paused, ...revised.removed]) index.remove({ id });
    for (const subscription of revised.resumed) index.replace(subscription);
    for (const { channelId, settings } of revision.settings ?? []) learnSettings(channelId, settings);
    const told = [...revised.added.map(({ subscription }) => subscription), ...revised.resumed];
    const channelIds = [...told, ...(revision.settings ?? [])].map(({ channelId }) => channelId);
    wake([...new Set(channelIds)]);
    return revised;
  }

  async function revise(guildId: string, revision: Revision): Promise<Revised | OverCap> {
    const [first, ...others] = stepsOf(revision);
    const revised = await reviseAtOnce(guildId, first);
    if (revised.type === 'over') return revised;
    let all = revised;
    for (const step of others) {
      await setImmediate();
      const more = await reviseAtOnce(guildId, step);
      if (more.type === 'over') throw new Error('What only goes is over a cap.');
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
      return changed === 'same' ? changed : replaced(changed);
    },
    pause: async (guildId, id) => replaced(await store.pauseSubscription(guildId, id, now())),
    async resume(guildId, id) {
      const resumed = replaced(await store.resumeSubscription(guildId, id));
      if (resumed !== null) wake([resumed.channelId]);
      return resumed;
    },
    async remove(guildId, id) {
      const removed = await store.removeSubscription(guildId, id);
      if (removed !== null) index.remove(removed);
      return removed;
    },
    of: (guildId) => store.subscriptionsOf(guildId),
    async decideHeld(guildId, postId, verdict) {
      const channelId = await store.decideHeld(guildId, postId, verdict);
      if (channelId !== null) wake([channelId]);
      return channelId;
    },
    laneStatuses: (channelIds) => store.laneStatuses(channelIds),
    saveDraft: (draft) => store.saveDraft(draft),
    loadDraft: (id) => store.loadDraft(id),
    draftsOf: (guildId) => store.draftsOf(guildId),
    removeDraft: (id) => store.removeDraft(id),
  };
}
