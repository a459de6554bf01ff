import type { LocalDiscord } from '../discord/local-discord.ts';
import type { RuleHistory } from './rule-history.ts';
import type { RulesReader } from './rules-reader.ts';
import type { Scenario } from './scenario.ts';

/** Tracks rule changes that users make. Disposing it stops that. */
export interface RuleWatcher extends Disposable {
  /** Resolves once all changes are known; a bot that is offline is asked again until it responds. */
  settled(): Promise<void>;
}

const RETRY_AFTER_MS = 500;

/** Reads the rules of a server after every interaction there, so no way of changing a rule or a setting is missed. */
export function watchRules(
  discord: LocalDiscord,
  scenario: Scenario,
  reader: RulesReader,
  history: RuleHistory,
  now: () => number,
): RuleWatcher {
  const channelsOf = (guildId: string): readonly string[] =>
    scenario.channels.filter((one) => one.guildId === guildId).map(({ id }) => id);
  /** Number of interactions by server that are not read yet. */
  const actionCounts = new Map<string, number>();
  /** When the last interaction there was answered: its changes were made by then. Epoch ms. */
  const lastAtMs = new Map<string, number>();
  const reading = new Map<string, Promise<void>>();
  const stopped = new AbortController();

  /** A read is only valid when no interaction took place meanwhile. */
  async function readUntilUnchanged(guildId: string): Promise<void> {
    while (!stopped.signal.aborted) {
      const before = actionCounts.get(guildId);
      const rules = await reader.read(guildId);
      if (rules !== null && actionCounts.get(guildId) === before) {
        history.changeRead(channelsOf(guildId), rules, lastAtMs.get(guildId));
        reading.delete(guildId);
        return;
      }
      if (rules === null)
        await new Promise<void>((resolve) => void setTimeout(resolve, RETRY_AFTER_MS).unref());
    }
  }

  const stop = discord.onInteraction(({ userId, guildId }) => {
    if (guildId === null || userId === reader.userId) return;
    actionCounts.set(guildId, (actionCounts.get(guildId) ?? 0) + 1);
    lastAtMs.set(guildId, now());
    history.changeStarted(channelsOf(guildId));
    if (!reading.has(guildId)) reading.set(guildId, readUntilUnchanged(guildId));
  });
  return {
    async settled() {
      await Promise.all(reading.values());
    },
    [Symbol.dispose]() {
      stopped.abort();
      stop();
    },
  };
}
