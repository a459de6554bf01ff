import type { MatchFacts } from '#src/alerts/match-subject.ts';
import { createMatcher, type Matcher } from '#src/alerts/matcher.ts';
import { createSilences, type Silences } from '#src/alerts/silences/silences.ts';
import { type ChannelGuilds, createChannelGuilds } from '#src/discord/guilds/channel-guilds.ts';
import { type CachedSettings, createCachedSettings } from '#src/store/cached-settings.ts';
import type { ChangeStore } from '#src/store/changes.ts';
import type { Store } from '#src/store/open.ts';

/** The rules and settings of all servers that a process keeps in memory. */
export interface RuleCache {
  readonly index: Matcher;
  readonly channelGuilds: ChannelGuilds;
  readonly settings: CachedSettings;
  readonly silences: Silences;
  /**
   * Reads the changes of other processes so far. Rejects if the database cannot be read; the cached state may then be
   * old.
   */
  refresh(): Promise<void>;
  /**
   * Reads them unless everything up to this version is cached.
   * @param changeVersion as reported by `LeaseStore.readLeases`
   */
  catchUp(changeVersion: number): Promise<void>;
}

/**
 * Loads everything. A process updates its cache with each of its own changes. A repeated read returns the state at that
 * time or later.
 *
 * @param deps.changes `null` if no other process changes anything
 * @param deps.fromGateway returns the server of a channel as reported by the gateway; `null` if unknown
 * @param deps.wake called with channels whose settings changed
 * @param deps.onServers called with servers whose rules or channel settings changed
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
  // Read the version first, so that changes made during the load are read again.
  let version = (await changes?.changedGuildsSince(0))?.version ?? 0;
  const rules = await store.allSubscriptions();
  const index = createMatcher(rules, deps.facts);
  const channelGuilds = createChannelGuilds(rules, deps.fromGateway);
  const silences = createSilences(await store.silences.all(), channelGuilds.guildIdOf);
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
    silences.replaceServer(guildId, state.silences);
    wake(settings.replaceServer(guildId, state.settings));
  }

  /** @param known a version that was already committed */
  async function read(from: ChangeStore, known: number): Promise<void> {
    const changed = await from.changedGuildsSince(version);
    for (const guildId of changed.guildIds) await refreshServer(guildId, from);
    // Only after reading, so that failed reads are repeated. Servers that changed more than a day ago are not listed.
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
    silences,
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
