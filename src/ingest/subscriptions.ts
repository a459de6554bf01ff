import type { Matcher } from '#src/alerts/matcher.ts';
import type { ChannelSettings } from '#src/alerts/settings.ts';
import type { Silences } from '#src/alerts/silences/silences.ts';
import type { NewSubscription, Rule, Subscription } from '#src/alerts/subscription.ts';
import type { LimitExceeded, RuleChanges, RuleChangesResult } from '#src/alerts/subscription-revision.ts';
import { personTarget } from '#src/alerts/target.ts';
import type { HeldVerdict } from '#src/store/model/held.ts';
import type { Store } from '#src/store/open.ts';

/** Adds, changes and removes rules. Changes apply to matching and to the channel queues at once. */
export interface Subscriptions {
  /** Adds a rule. `created` is `false` if the channel already has this rule, which is then returned. */
  add(
    subscription: NewSubscription,
  ): Promise<
    { readonly type: 'added'; readonly subscription: Subscription; readonly created: boolean } | LimitExceeded
  >;
  /** Applies several changes in one transaction; changes nothing if a limit would be exceeded. */
  revise(guildId: string, revision: RuleChanges): Promise<RuleChangesResult | LimitExceeded>;
  /**
   * Changes a rule. Here and below, `null` if the server has no such subscription; `'same'` if the channel already has
   * that rule.
   */
  change(guildId: string, id: number, rule: Rule): Promise<Subscription | 'same' | null>;
  pause(guildId: string, id: number): Promise<Subscription | null>;
  /** Resumes a rule and the channel's queue. */
  resume(guildId: string, id: number): Promise<Subscription | null>;
  /** Resumes the channel's queue; its paused rules stay paused. */
  reopen(guildId: string, channelId: string): Promise<void>;
  remove(guildId: string, id: number): Promise<Subscription | null>;
  /** Deletes all data of the server: rules, settings, queued alerts. */
  eraseGuild(guildId: string): Promise<void>;
  /** Deletes all data of a user (`PeopleStore.forget`). @param userId Discord user id */
  forgetPerson(userId: string): Promise<void>;
  /**
   * Retries messages to a user that are on hold (`PeopleStore.resume`); `false` if they have no watch. @param userId
   * Discord user id
   */
  resumePerson(userId: string): Promise<boolean>;
  /** Records whether a held message was posted. Resolves to its channel, or to `null` if it was already settled. */
  resolveHeldPost(guildId: string, postId: number, verdict: HeldVerdict): Promise<string | null>;
}

/** @param deps.now epoch ms */
export function createSubscriptions(deps: {
  readonly store: Pick<
    Store,
    | 'reviseSubscriptions'
    | 'changeSubscription'
    | 'pauseSubscription'
    | 'resumeSubscription'
    | 'reopenChannel'
    | 'removeSubscription'
    | 'resolveHeldPost'
    | 'subscriptionsOf'
    | 'eraseGuild'
    | 'people'
  >;
  readonly index: Pick<Matcher, 'remove' | 'replace'>;
  readonly channelGuilds: { learn(rule: Subscription): void };
  readonly wake: (channelIds: readonly string[]) => void;
  /** Called with a server whose rules changed, or whose channel settings changed with them. */
  readonly onRules: (guildId: string) => void;
  readonly settings: {
    /** Caches channel settings that were saved with a revision. */
    cacheChannel(channelId: string, settings: ChannelSettings): void;
    /** Removes a server whose data was deleted. */
    forget(guildId: string): void;
  };
  readonly silences: Pick<Silences, 'replaceServer'>;
  readonly now: () => number;
}): Subscriptions {
  const { store, index, channelGuilds, wake, onRules, settings: cachedSettings, now } = deps;

  /** Updates the index with a changed subscription. */
  function updateIndex(subscription: Subscription | null): Subscription | null {
    if (subscription !== null) index.replace(subscription);
    return subscription;
  }

  /**
   * Applies one transaction, then updates index, settings and channel queues synchronously, before anything else runs.
   */
  async function revise(guildId: string, revision: RuleChanges): Promise<RuleChangesResult | LimitExceeded> {
    const revised = await store.reviseSubscriptions(guildId, revision, now());
    if (revised.type === 'over') return revised;
    for (const { subscription } of revised.added) {
      index.replace(subscription);
      channelGuilds.learn(subscription);
    }
    for (const id of [...revised.paused, ...revised.removed]) index.remove({ id });
    for (const subscription of revised.resumed) index.replace(subscription);
    for (const { channelId, settings } of revision.settings ?? [])
      cachedSettings.cacheChannel(channelId, settings);
    const changed = [...revised.added.map(({ subscription }) => subscription), ...revised.resumed];
    const channelIds = [...changed, ...(revision.settings ?? [])].map(({ channelId }) => channelId);
    onRules(guildId);
    wake([...new Set(channelIds)]);
    return revised;
  }

  /** Deletes the data of a server or user with `erase`, then removes its rules from the index. */
  async function eraseRules(guildId: string, erase: () => Promise<void>): Promise<void> {
    const erased = await store.subscriptionsOf(guildId);
    await erase();
    for (const rule of erased) index.remove(rule);
    cachedSettings.forget(guildId);
    deps.silences.replaceServer(guildId, []);
    onRules(guildId);
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
    async change(guildId, id, rule) {
      const changed = await store.changeSubscription(guildId, id, rule);
      if (changed === 'same') return changed;
      onRules(guildId);
      return updateIndex(changed);
    },
    async pause(guildId, id) {
      const paused = updateIndex(await store.pauseSubscription(guildId, id, now()));
      onRules(guildId);
      return paused;
    },
    async resume(guildId, id) {
      const resumed = updateIndex(await store.resumeSubscription(guildId, id));
      onRules(guildId);
      if (resumed !== null) wake([resumed.channelId]);
      return resumed;
    },
    async reopen(guildId, channelId) {
      if (await store.reopenChannel(guildId, channelId)) wake([channelId]);
    },
    async remove(guildId, id) {
      const removed = await store.removeSubscription(guildId, id);
      if (removed !== null) index.remove(removed);
      onRules(guildId);
      return removed;
    },
    eraseGuild: (guildId) => eraseRules(guildId, () => store.eraseGuild(guildId)),
    forgetPerson: (userId) => eraseRules(personTarget(userId), () => store.people.forget(userId)),
    async resumePerson(userId) {
      const resumed = await store.people.resume(userId);
      if (resumed) wake([personTarget(userId)]);
      return resumed;
    },
    async resolveHeldPost(guildId, postId, verdict) {
      const channelId = await store.resolveHeldPost(guildId, postId, verdict);
      if (channelId !== null) wake([channelId]);
      return channelId;
    },
  };
}
