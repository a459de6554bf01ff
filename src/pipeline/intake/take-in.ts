import type { Logger } from 'pino';
import type { Activity } from '../../domain/activity.ts';
import { tradeOf } from '../../domain/activity-trade.ts';
import type { MarketAlert } from '../../domain/alert.ts';
import { tokenKey } from '../../domain/alert-filter.ts';
import type { AlertKind } from '../../domain/alert-kind.ts';
import { factsOf, type NewFeedRecord } from '../../domain/feed-record.ts';
import type { AddressedAlert } from '../../domain/intake.ts';
import { NOTHING_LACKING } from '../../domain/lacking.ts';
import type { Topic } from '../../domain/topic.ts';
import type { Trade, TradeHistory } from '../../domain/trade.ts';
import { DECIDED_WITHIN_MS, type RevisedAlert } from '../../domain/undecided.ts';
import type { Clock, CollectionSource, Inbox, LateBook, TokenSource } from '../ports.ts';
import { explainedHandover, handoverOf } from './detect/handover.ts';
import type { Finding } from './detect/happening.ts';
import { foldStorms, isStormUpdate } from './detect/storms.ts';
import { detect } from './detect.ts';
import { type LookedUp, lookUp } from './enrich.ts';
import { type HeardAgain, hearAgain, type Retold } from './hear-again.ts';
import { isInPart, marksOf } from './marks.ts';
import type { FeedReading, ShownAgain } from './read-feed.ts';
import { storiedItems, tellStories } from './stories.ts';
import type { SubscriptionIndex } from './subscription-index.ts';
import { tradesOf } from './trades.ts';
import { undecidedBy } from './undecided-by.ts';

/**
 * Where a first look that saw nothing leaves room: the bot's clock may be ahead of the chain's by so much, and a record
 * of the minutes before it is as good as news.
 */
const EMPTY_FEED_MARGIN_SECONDS = 10 * 60;

/** What one tick did, for the log and the counters. */
export interface TickReport {
  readonly read: number;
  readonly fresh: number;
  readonly unreadable: number;
  /** Alerts that somebody is to have, by kind; kinds without any are left out. */
  readonly alerts: Readonly<Partial<Record<AlertKind, number>>>;
  readonly stale: number;
  readonly incomplete: number;
  readonly gap: boolean;
}

/** What the news of one look comes to. */
interface Gathered {
  readonly alerts: readonly AddressedAlert[];
  readonly topics: readonly Topic[];
  readonly revised: readonly RevisedAlert[];
  /** By the first key of each record, the key of the alert that tells it. */
  readonly alertOf: ReadonlyMap<string, string>;
  readonly stale: number;
  readonly incomplete: number;
}

function byToken<Named extends Pick<Trade, 'collection' | 'tokenId'>>(
  named: readonly Named[],
): Map<string, Named> {
  return new Map(named.map((one) => [tokenKey(one.collection, one.tokenId), one]));
}

function countKinds(alerts: readonly AddressedAlert[]): TickReport['alerts'] {
  const kinds = Map.groupBy(alerts, ({ alert }) => alert.kind);
  return Object.fromEntries([...kinds].map(([kind, { length }]) => [kind, length]));
}

/** What of a record may be told late, or otherwise, as one text: its facts and what it is known by. */
const shownAs = (activity: Activity): string => [factsOf(activity), ...activity.keys].join('|');

/**
 * One tick of the pipeline, from the feed to the outbox: read, detect, remember, fold storms, match, enrich, and write it all
 * in one transaction. A crash before the transaction repeats the tick, a crash after it finds everything seen.
 */
export function createIntake(deps: {
  readonly readFeed: (signal: AbortSignal) => Promise<FeedReading>;
  readonly inbox: Inbox & LateBook;
  readonly tokens: TokenSource;
  readonly collections: Pick<CollectionSource, 'worth'>;
  readonly index: Pick<SubscriptionIndex, 'mayMatch' | 'readsTokens' | 'match' | 'isUndecided'>;
  readonly clock: Clock;
  readonly log: Logger;
  /** Called with the channels that have something new to send. */
  readonly wake: (channelIds: readonly string[]) => void;
}): (signal: AbortSignal) => Promise<TickReport> {
  const { readFeed, inbox, tokens, collections, index, clock, log, wake } = deps;
  /** The known records of the last look that was written, as they were shown, by their first keys. */
  let lastShown: ReadonlyMap<string, string> = new Map();

  /** What is new and not only unseen: a look that reaches further back than the first one did finds history. */
  async function newsOf(reading: FeedReading): Promise<readonly Activity[]> {
    const newsAfter = await inbox.newsAfter();
    if (newsAfter === null || reading.baseline) return [];
    return reading.fresh.filter(({ timestamp }) => timestamp === null || timestamp > newsAfter);
  }

  /**
   * Where history ends, by the times of the feed itself: what a later look finds beyond the oldest record of the first
   * one had happened before, and what it finds between had only come late.
   */
  function endOfHistory(reading: FeedReading): number {
    const times = reading.fresh.flatMap(({ timestamp }) => (timestamp === null ? [] : [timestamp]));
    return times.length > 0
      ? Math.min(...times)
      : Math.floor(clock.now() / 1_000) - EMPTY_FEED_MARGIN_SECONDS;
  }

  /** What is remembered of the tokens whose prices are told, by `tokenKey`. */
  async function historiesOf(findings: readonly Finding[]): Promise<ReadonlyMap<string, TradeHistory>> {
    const priced = byToken(findings.flatMap(({ alert }) => storiedItems(alert)));
    if (priced.size === 0) return new Map();
    const histories = await inbox.tradeHistories([...priced.values()]);
    return new Map(
      [...priced.keys()].flatMap((key, place) => {
        const history = histories[place];
        return history === undefined ? [] : [[key, history]];
      }),
    );
  }

  /** Looks up what somebody may want; the rest, in its place, stays as the feed told it. */
  async function enriched(
    alerts: readonly MarketAlert[],
    signal: AbortSignal,
  ): Promise<LookedUp & { isWanted(alert: MarketAlert): boolean }> {
    const wanted = alerts.filter(index.mayMatch);
    const asked = new Set(wanted.map(({ key }) => key));
    const { readsTokens } = index;
    if (wanted.length === 0) return { alerts, lackingOf: () => NOTHING_LACKING, isWanted: () => false };
    const looked = await lookUp(wanted, { tokens, collections, log, signal, readsTokens });
    const byKey = new Map(looked.alerts.map((alert) => [alert.key, alert]));
    return {
      alerts: alerts.map((alert) => byKey.get(alert.key) ?? alert),
      lackingOf: looked.lackingOf,
      isWanted: ({ key }) => asked.has(key),
    };
  }

  const isInTime = ({ since }: Pick<Retold, 'since'>, now: number): boolean =>
    Math.abs(now - since) <= DECIDED_WITHIN_MS;

  /** The records that may tell something new: they are not as this process saw them last. */
  function changedAmong(again: readonly ShownAgain[]): readonly ShownAgain[] {
    return again.filter(
      ({ activity, record }) => record !== null || lastShown.get(activity.keys[0]) !== shownAs(activity),
    );
  }

  async function gather(
    news: readonly Activity[],
    { retold }: HeardAgain,
    now: number,
    signal: AbortSignal,
  ): Promise<Gathered> {
    const handovers = news.map(handoverOf).filter((mark) => mark !== null);
    const explained = handovers.length === 0 ? new Set<string>() : await inbox.known(handovers);
    const { findings, stale, incomplete } = detect(news, now, explained);
    const histories = await historiesOf(findings);
    const folding = foldStorms(findings, histories);
    const trades = findings.flatMap((finding) => finding.trades);
    const told = tellStories(folding.findings, trades, histories);
    const looked = await enriched([...told, ...retold.map(({ alert }) => alert)], signal);
    const alerts = looked.alerts.slice(0, told.length);
    const open = (alert: MarketAlert, since?: number) =>
      looked.isWanted(alert) ? undecidedBy(index, alert, looked.lackingOf(alert), since) : null;

    const addressed = alerts.flatMap((alert): readonly AddressedAlert[] => {
      const unlessShown = isStormUpdate(alert);
      const channels = index.match(alert).map((channel) => ({ ...channel, unlessShown }));
      const undecided = open(alert);
      return channels.length === 0 && undecided === null ? [] : [{ alert, channels, undecided }];
    });
    const revised = retold.map(({ since }, place): RevisedAlert | null => {
      const alert = looked.alerts[told.length + place];
      if (alert === undefined) return null;
      if (!isInTime({ since }, now)) return { alert, channels: [], since, version: null };
      const channels = index.match(alert, since).map((channel) => ({ ...channel, unlessShown: false }));
      return { alert, channels, undecided: open(alert, since), since, version: null };
    });
    const states = new Map([...folding.storms, ...alerts].map((alert) => [alert.topic, alert]));
    const topics = [...states].flatMap(([key, state]) => (key === null ? [] : [{ key, state }]));
    return {
      alerts: addressed,
      topics,
      revised: revised.filter((one) => one !== null),
      alertOf: new Map(
        folding.findings.flatMap(({ alert, records }) =>
          records.map((record) => [record, alert.key] as const),
        ),
      ),
      stale,
      incomplete,
    };
  }

  /** What is remembered of the new records, in the order in which they happened. */
  function recordsOf(
    fresh: readonly Activity[],
    alertOf: Gathered['alertOf'],
    now: number,
  ): readonly NewFeedRecord[] {
    return fresh
      .filter((activity) => !isInPart(activity) && activity.kind !== 'ignored')
      .toReversed()
      .map((activity) => ({
        activity,
        alertKey: alertOf.get(activity.keys[0]) ?? null,
        occurredAt: activity.timestamp ?? Math.floor(now / 1_000),
      }))
      .sort((a, b) => a.occurredAt - b.occurredAt);
  }

  return async (signal) => {
    const reading = await readFeed(signal);
    const now = clock.now();
    const heard = await hearAgain(changedAmong(reading.again), inbox);
    const { alerts, topics, revised, alertOf, stale, incomplete } = await gather(
      await newsOf(reading),
      heard,
      now,
      signal,
    );
    const at = clock.now();
    const gap = reading.gap ? { noticedAt: at, oldestReadAt: reading.fresh.at(-1)?.timestamp ?? null } : null;
    const channelIds = await inbox.intake({
      at,
      seen: [
        ...reading.fresh,
        ...(reading.crowdedOut ?? []),
        ...heard.records.map(({ activity }) => activity),
      ].flatMap((activity) => {
        const mark = explainedHandover(activity);
        return mark === null ? marksOf(activity) : [...marksOf(activity), mark];
      }),
      records: recordsOf(reading.fresh, alertOf, now),
      shownAgain: heard.records,
      alerts,
      revised,
      topics,
      trades: tradesOf(reading.fresh, now),
      correctedTrades: heard.records.flatMap(
        ({ activity, occurredAt }) => tradeOf(activity, occurredAt) ?? [],
      ),
      gap,
      newsAfter: reading.baseline ? endOfHistory(reading) : null,
    });
    lastShown = new Map(reading.again.map(({ activity }) => [activity.keys[0], shownAs(activity)]));
    if (reading.baseline)
      log.info({ records: reading.read }, 'first look at the feed taken; news is told from here on');
    if (gap !== null)
      log.warn(
        { read: reading.read, oldestReadAt: gap.oldestReadAt },
        'a gap in the feed: records were missed',
      );
    if (stale > 0) log.info({ stale }, 'what happened more than six hours ago is not told');
    if (incomplete > 0) log.warn({ incomplete }, 'events without a token or collection are not told');
    wake(channelIds);
    return {
      read: reading.read,
      fresh: reading.fresh.length,
      unreadable: reading.unreadable,
      alerts: countKinds(alerts),
      stale,
      incomplete,
      gap: reading.gap,
    };
  };
}
