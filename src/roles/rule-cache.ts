import type { MatchFacts } from '#src/alerts/match-subject.ts';
import { createMatcher, type Matcher } from '#src/alerts/matcher.ts';
import { type ChannelGuilds, createChannelGuilds } from '#src/discord/guilds/channel-guilds.ts';
import { type CachedSettings, createCachedSettings } from '#src/store/cached-settings.ts';
import type { ChangeStore } from '#src/store/changes.ts';
import type { Store } from '#src/store/open.ts';

/** The rules and settings of all servers, as a process keeps them in memory. */
export interface RuleCache {
  readonly index: Matcher;
  readonly channelGuilds: ChannelGuilds;
  readonly settings: CachedSettings;
  /**
   * Reads again what other processes changed by now. Rejects when the database cannot be read: what is remembered may
   * be old.
   */
  refresh(): Promise<void>;
  /**
   * The same, unless everything up to this version is remembered. @param changeVersion as `LeaseStore.readLeases`
   * reports it
   */
  catchUp(changeVersion: number): Promise<void>;
}

/**
 * Loads everything. A process changes its cache with each change of its own; what is read again is as it is then, or
 * later.
 *
 * @param deps.changes `null` where no other process changes anything
 * @param deps.fromGateway the server of a channel as the gateway reports it; `null` if it does not
 * @param deps.wake called with channels whose settings changed
 * @param deps.onServers called with servers whose rules, or settings of channels, changed
 * @param deps.onChange called when this process has saved settings
 */
export async function loadRuleCache(deps: {
  readonly store: Store;
  readonly changes: ChangeStore | null;
  readonly facts: MatchFacts;
  readonly fromGateway: (channelId: string) => string | null;
  readonly wake: (channelIds: readonly string[]) => void;
  readonly onServers: (guildIds: readonly string[]) => void;
  readonly onChange: () => void;
}): Promise<RuleCache> {
  const { store, changes, wake, onServers, onChange } = deps;
  // Before everything else, so that what changes meanwhile is read again.
  let version = (await changes?.changedGuildsSince(0))?.version ?? 0;
  const rules = await store.allSubscriptions();
  const index = createMatcher(rules, deps.facts);
  const channelGuilds = createChannelGuilds(rules, deps.fromGateway);
  const settings = await createCachedSettings({
    store,
    guildIdOf: channelGuilds.guildIdOf,
    wake,
    onChannel: (guildId) => onServers([guildId]),
  });

  async function refreshServer(guildId: string, from: ChangeStore): Promise<void> {
    const state = await from.serverState(guildId);
    const kept = new Set(state.rules.map(({ id }) => id));
    for (const id of index.idsOf(guildId)) if (!kept.has(id)) index.remove({ id });
    for (const rule of state.rules) {
      index.replace(rule);
      channelGuilds.learn(rule);
    }
    wake(settings.replaceServer(guildId, state.settings));
  }

  /** @param known a version that was committed before */
  async function read(from: ChangeStore, known: number): Promise<void> {
    const changed = await from.changedGuildsSince(version);
    for (const guildId of changed.guildIds) await refreshServer(guildId, from);
    // Only now: what could not be read is read again. Servers that changed more than a day ago are not listed.
    version = Math.max(changed.version, known);
    if (changed.guildIds.length > 0) onServers(changed.guildIds);
  }

  let last: Promise<unknown> = Promise.resolve();
  async function readUpTo(known: number): Promise<void> {
    if (changes === null) return;
    const next = last.then(() => read(changes, known));
    last = next.catch(() => undefined);
    await next;
  }

  return {
    index,
    channelGuilds,
    settings: {
      ...settings,
      async saveGuild(guildId, chosen) {
        await settings.saveGuild(guildId, chosen);
        onChange();
      },
      async saveChannel(guildId, channelId, chosen) {
        await settings.saveChannel(guildId, channelId, chosen);
        onChange();
      },
    },
    refresh: () => readUpTo(0),
    async catchUp(changeVersion) {
      if (changeVersion > version) await readUpTo(changeVersion);
    },
  };
}
