import type { LocalDiscord } from '../discord/local-discord.ts';
import type { RuleHistory } from './rule-history.ts';
import type { ChannelRules } from './rules-file.ts';
import type { RulesReader } from './rules-reader.ts';
import { personTarget, type Scenario } from './scenario.ts';
import type { WatchesReader } from './watches-reader.ts';

/** Tracks rule changes that users make. Disposing it stops that. */
export interface RuleWatcher extends Disposable {
  /** Resolves once all changes are known; a bot that is offline is asked again until it responds. */
  settled(): Promise<void>;
}

/** Rules that one interaction may change, and how they are read. */
interface RuleSet {
  /** A server's id, or a person's target. */
  readonly id: string;
  /** Where their alerts are posted. */
  readonly targets: readonly string[];
  /** `null` where the bot did not respond in time. */
  readonly read: () => Promise<ReadonlyMap<string, ChannelRules> | null>;
}

const RETRY_AFTER_MS = 500;

/** How the rules are read. */
interface Readers {
  readonly servers: RulesReader;
  readonly people: WatchesReader;
}

/**
 * Reads the rules of a server after every interaction there, and what a person watches after every interaction of theirs, so no
 * way of changing a rule or a setting is missed.
 */
export function watchRules(
  discord: LocalDiscord,
  scenario: Scenario,
  readers: Readers,
  history: RuleHistory,
  now: () => number,
): RuleWatcher {
  const people = new Set(scenario.people.map(({ id }) => id));
  /** Number of interactions by set that are not read yet. */
  const actionCounts = new Map<string, number>();
  /** When the last interaction was answered: its changes were made by then. Epoch ms. */
  const lastAtMs = new Map<string, number>();
  const reading = new Map<string, Promise<void>>();
  const stopped = new AbortController();

  const ofServer = (guildId: string): RuleSet => ({
    id: guildId,
    targets: scenario.channels.filter((one) => one.guildId === guildId).map(({ id }) => id),
    read: () => readers.servers.read(guildId),
  });

  function ofPerson(userId: string): RuleSet {
    const target = personTarget(userId);
    return {
      id: target,
      targets: [target],
      async read() {
        const rules = await readers.people.read(userId);
        return rules === null ? null : new Map([[target, rules]]);
      },
    };
  }

  /** A read is only valid when no interaction took place meanwhile. */
  async function readUntilUnchanged({ id, targets, read }: RuleSet): Promise<void> {
    while (!stopped.signal.aborted) {
      const before = actionCounts.get(id);
      const rules = await read();
      if (rules !== null && actionCounts.get(id) === before) {
        history.changeRead(targets, rules, lastAtMs.get(id));
        reading.delete(id);
        return;
      }
      if (rules === null)
        await new Promise<void>((resolve) => void setTimeout(resolve, RETRY_AFTER_MS).unref());
    }
  }

  const stop = discord.onInteraction(({ userId, guildId }) => {
    if (userId === readers.servers.userId) return;
    const sets = [
      ...(guildId === null ? [] : [ofServer(guildId)]),
      ...(people.has(userId) ? [ofPerson(userId)] : []),
    ];
    for (const set of sets) {
      actionCounts.set(set.id, (actionCounts.get(set.id) ?? 0) + 1);
      lastAtMs.set(set.id, now());
      history.changeStarted(set.targets);
      if (!reading.has(set.id)) reading.set(set.id, readUntilUnchanged(set));
    }
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
