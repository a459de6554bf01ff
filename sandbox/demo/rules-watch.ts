import type { LocalDiscord } from '../discord/local-discord.ts';
import type { RuleHistory } from './rule-history.ts';
import type { RulesReader } from './rules-reader.ts';
import type { Scene } from './scene.ts';

/** Follows what people change. Disposing it ends that. */
export interface RulesWatch extends Disposable {
  /** Resolves once what people did is known; a bot that is away is asked again and again. */
  settled(): Promise<void>;
}

const AGAIN_AFTER_MS = 500;

/**
 * Reads the rules of a server whenever somebody did something there: by command, button, menu, form or file. So no way to
 * change a rule or a setting can be forgotten.
 */
export function watchRules(
  discord: LocalDiscord,
  scene: Scene,
  reader: RulesReader,
  history: RuleHistory,
  now: () => number,
): RulesWatch {
  const channelsOf = (guildId: string): readonly string[] =>
    scene.channels.filter((one) => one.guildId === guildId).map(({ id }) => id);
  /** Servers in which something was done that is not read yet: how often. */
  const acts = new Map<string, number>();
  /** When something was done there last: what it changed was changed by the time of its answer. Epoch ms. */
  const lastAtMs = new Map<string, number>();
  const reading = new Map<string, Promise<void>>();
  const over = new AbortController();

  /** Once it was read without anybody acting meanwhile, it is known. */
  async function readUntilKnown(guildId: string): Promise<void> {
    while (!over.signal.aborted) {
      const before = acts.get(guildId);
      const rules = await reader.read(guildId);
      if (rules !== null && acts.get(guildId) === before) {
        history.found(channelsOf(guildId), rules, lastAtMs.get(guildId));
        reading.delete(guildId);
        return;
      }
      if (rules === null)
        await new Promise<void>((resolve) => void setTimeout(resolve, AGAIN_AFTER_MS).unref());
    }
  }

  const stop = discord.onInteraction(({ userId, guildId }) => {
    if (guildId === null || userId === reader.userId) return;
    acts.set(guildId, (acts.get(guildId) ?? 0) + 1);
    lastAtMs.set(guildId, now());
    history.begun(channelsOf(guildId));
    if (!reading.has(guildId)) reading.set(guildId, readUntilKnown(guildId));
  });
  return {
    async settled() {
      await Promise.all(reading.values());
    },
    [Symbol.dispose]() {
      over.abort();
      stop();
    },
  };
}
