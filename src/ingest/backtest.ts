import { createSaleCounter } from '#src/alerts/backtest/count-sales.ts';
import { type BacktestFigures } from '#src/alerts/backtest/figures.ts';
import { type BacktestSettings, createMessageCounter } from '#src/alerts/backtest/message-counter.ts';
import { chosenCollections } from '#src/alerts/filters/collection.ts';
import { isMadeForRules, type Topic } from '#src/alerts/kinds/registry.ts';
import { saleTopic } from '#src/alerts/kinds/sale.ts';
import type { MatchFacts } from '#src/alerts/match-subject.ts';
import { REPEAT_WINDOW_SECONDS } from '#src/alerts/repeat-rule.ts';
import type { PingSettings } from '#src/alerts/settings.ts';
import type { Rule } from '#src/alerts/subscription.ts';
import { DAY_SECONDS } from '#src/chain/durations.ts';
import { localTime, momentOf } from '#src/chain/local-time.ts';
import type { BacktestStore } from '#src/store/backtest.ts';

/** Days of a backtest, with today. */
export const SALE_DAYS = 30;
/** Detected events are stored for two weeks. */
export const EVENT_DAYS = 14;
/** More events are not counted, because each of them is parsed. */
const MAX_EVENTS = 10_000;

/** What a rule would have posted recently, without alerts that are made for it, such as recaps. */
export interface Backtest {
  /** Of sales; `null` without that topic. */
  readonly sales: BacktestFigures | null;
  /** Of all other events, or of the newest ones; `null` without such a topic. */
  readonly others: BacktestFigures | null;
}

export interface BacktestRequest {
  readonly rule: Rule;
  /** Of the server, an IANA name. */
  readonly timeZone: string;
  /** Of the channel; `null` for none. */
  readonly ping: PingSettings | null;
}

/** Counts what a rule would have posted. Resolves to `null` before the first poll of the feed. */
export type RunBacktest = (
  request: BacktestRequest,
  options?: {
    /** Rejects with its reason. */
    readonly signal?: AbortSignal;
    /** Called with the counted share of the sales, 0 to 1. */
    readonly onProgress?: (share: number) => void;
  },
) => Promise<Backtest | null>;

/**
 * Returns the starts of the last days, the first one no earlier than `since`.
 * @param now epoch seconds
 */
function daysUntil(
  now: number,
  count: number,
  since: number,
  timeZone: string,
): readonly [number, ...number[]] {
  const today = localTime(Math.floor(now), timeZone);
  const starts = Array.from({ length: count }, (_, index) =>
    momentOf({ ...today, day: today.day - (count - 1 - index), minutes: 0 }, timeZone),
  );
  const first = Math.min(Math.max(starts[0] ?? now, since), now);
  return [first, ...starts.filter((at) => at > first)];
}

const isOther = (topic: Topic): boolean => topic !== saleTopic.value && !isMadeForRules(topic);

/** @param deps.now epoch ms */
export function createBacktest(deps: {
  readonly store: BacktestStore;
  readonly facts: MatchFacts;
  readonly now: () => number;
}): RunBacktest {
  const { store, facts, now } = deps;

  async function countSales(
    settings: BacktestSettings,
    { signal, onProgress }: NonNullable<Parameters<RunBacktest>[1]>,
  ): Promise<BacktestFigures> {
    const { rule, days, to } = settings;
    const counter = createMessageCounter(settings);
    const from = days[0] - REPEAT_WINDOW_SECONDS;
    const collections = chosenCollections(rule.filter);
    const sales = createSaleCounter(counter, await store.tokensSoldOften({ collections, from }, signal));
    for await (const part of store.salesInParts({ collections, from, to }, signal)) {
      for (const sale of part) sales.add(sale);
      onProgress?.(((part.at(-1)?.at ?? from) - from) / (to - from));
    }
    sales.finish();
    return counter.figures();
  }

  async function countEvents(
    topics: readonly Topic[],
    storedSince: number,
    {
      settingsSince,
      signal,
    }: {
      readonly settingsSince: (since: number) => BacktestSettings;
      readonly signal?: AbortSignal | undefined;
    },
  ): Promise<BacktestFigures> {
    const since = Math.max(storedSince, now() / 1_000 - EVENT_DAYS * DAY_SECONDS);
    const events = await store.recentEvents(topics, { since, limit: MAX_EVENTS }, signal);
    const counter = createMessageCounter(settingsSince(events.since));
    for await (const part of events.inParts()) for (const alert of part) counter.add(alert);
    return counter.figures();
  }

  return async ({ rule, timeZone, ping }, { signal, onProgress } = {}) => {
    const since = await store.storedSince();
    if (since === null) return null;
    const to = now() / 1_000;
    const settings = (days: BacktestSettings['days'], topics: readonly Topic[]): BacktestSettings => ({
      ...{ rule: { ...rule, topics }, facts, ping, days, to },
    });
    const sale = rule.topics.filter((topic) => topic === saleTopic.value);
    const others = rule.topics.filter(isOther);
    const options = {
      ...(signal === undefined ? {} : { signal }),
      ...(onProgress === undefined ? {} : { onProgress }),
    };
    return {
      sales:
        sale.length === 0
          ? null
          : await countSales(settings(daysUntil(to, SALE_DAYS, since.sales, timeZone), sale), options),
      others:
        others.length === 0
          ? null
          : await countEvents(others, since.events, {
              settingsSince: (at) => settings(daysUntil(to, EVENT_DAYS, at, timeZone), others),
              signal,
            }),
    };
  };
}
