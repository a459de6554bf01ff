import type { Period, Rule } from './owed.ts';
import type { ChannelRules } from './rules-file.ts';

/** What every channel asked for, and when. */
export interface RuleHistory {
  periods(channelId: string): readonly Period[];
  /** Somebody began to do something that may change the rules of these channels. */
  begun(channelIds: readonly string[]): void;
  /** What they ask for since it was done (epoch ms); whoever is not named asks for nothing. */
  found(channelIds: readonly string[], rules: ReadonlyMap<string, ChannelRules>, sinceMs?: number): void;
}

const NOTHING: ChannelRules = { rules: [], holds: false };

/** The same rules in the same words, whatever their order. */
function wordsOf(rules: readonly Rule[]): string {
  const words = rules.map(({ kinds, collections, filter }) =>
    JSON.stringify([kinds.toSorted(), collections?.toSorted() ?? null, filter], (_key, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    ),
  );
  return words.toSorted().join('\n');
}

const isSame = (a: ChannelRules, b: ChannelRules): boolean =>
  a.holds === b.holds && wordsOf(a.rules) === wordsOf(b.rules);

/** @param planned the rules of each channel at first @param now epoch ms */
export function createRuleHistory(
  planned: ReadonlyMap<string, readonly Rule[]>,
  now: () => number,
): RuleHistory {
  const all = new Map<string, readonly Period[]>();
  const pendingSince = new Map<string, number>();
  const first = (channelId: string): Period => ({
    rules: planned.get(channelId) ?? [],
    holds: false,
    fromMs: Number.NEGATIVE_INFINITY,
    toMs: Number.POSITIVE_INFINITY,
  });
  const periods = (channelId: string): readonly Period[] => all.get(channelId) ?? [first(channelId)];

  function changed(channelId: string, to: ChannelRules, fromMs: number): void {
    const before = periods(channelId);
    const last = before.at(-1);
    if (last === undefined || isSame(last, to)) return;
    const toMs = pendingSince.get(channelId) ?? now();
    const begun: Period = { ...to, fromMs, toMs: Number.POSITIVE_INFINITY };
    all.set(channelId, [...before.slice(0, -1), { ...last, toMs }, begun]);
  }

  return {
    periods,
    begun(channelIds) {
      for (const id of channelIds) if (!pendingSince.has(id)) pendingSince.set(id, now());
    },
    found(channelIds, rules, sinceMs = now()) {
      for (const id of channelIds) {
        changed(id, rules.get(id) ?? NOTHING, sinceMs);
        pendingSince.delete(id);
      }
    },
  };
}
