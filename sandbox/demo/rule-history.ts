import type { Period, Rule } from './expected-alerts.ts';
import type { ChannelRules } from './rules-file.ts';

/** The rules of every channel over time. */
export interface RuleHistory {
  periods(channelId: string): readonly Period[];
  /** A user began an action that may change the rules of these channels. */
  changeStarted(channelIds: readonly string[]): void;
  /** The rules since that action (epoch ms); a channel that is not in `rules` has none. */
  changeRead(channelIds: readonly string[], rules: ReadonlyMap<string, ChannelRules>, sinceMs?: number): void;
}

const NOTHING: ChannelRules = { rules: [], delaysAlerts: false };

/** A canonical text of the rules, independent of their order. */
function canonicalText(rules: readonly Rule[]): string {
  const words = rules.map(({ kinds, collections, filter, outbid = [], won = [] }) =>
    JSON.stringify(
      [kinds.toSorted(), collections?.toSorted() ?? null, filter, outbid.toSorted(), won.toSorted()],
      (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
    ),
  );
  return words.toSorted().join('\n');
}

const isSameRules = (a: ChannelRules, b: ChannelRules): boolean =>
  a.delaysAlerts === b.delaysAlerts &&
  (a.cardOnly ?? false) === (b.cardOnly ?? false) &&
  canonicalText(a.rules) === canonicalText(b.rules);

/** @param planned the initial rules of each channel @param now epoch ms */
export function createRuleHistory(
  planned: ReadonlyMap<string, readonly Rule[]>,
  now: () => number,
): RuleHistory {
  const all = new Map<string, readonly Period[]>();
  const pendingSince = new Map<string, number>();
  const first = (channelId: string): Period => ({
    rules: planned.get(channelId) ?? [],
    delaysAlerts: false,
    fromMs: Number.NEGATIVE_INFINITY,
    toMs: Number.POSITIVE_INFINITY,
  });
  const periods = (channelId: string): readonly Period[] => all.get(channelId) ?? [first(channelId)];

  function changed(channelId: string, to: ChannelRules, fromMs: number): void {
    const before = periods(channelId);
    const last = before.at(-1);
    if (last === undefined || isSameRules(last, to)) return;
    const toMs = pendingSince.get(channelId) ?? now();
    const changeStarted: Period = { ...to, fromMs, toMs: Number.POSITIVE_INFINITY };
    all.set(channelId, [...before.slice(0, -1), { ...last, toMs }, changeStarted]);
  }

  return {
    periods,
    changeStarted(channelIds) {
      for (const id of channelIds) if (!pendingSince.has(id)) pendingSince.set(id, now());
    },
    changeRead(channelIds, rules, sinceMs = now()) {
      for (const id of channelIds) {
        changed(id, rules.get(id) ?? NOTHING, sinceMs);
        pendingSince.delete(id);
      }
    },
  };
}
