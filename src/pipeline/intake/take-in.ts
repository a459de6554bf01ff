import type { Logger } from 'pino';
import type { Activity } from '../../domain/activity.ts';
import type { MarketAlert } from '../../domain/alert.ts';
import { tokenKey } from '../../domain/alert-filter.ts';
import type { AlertKind } from '../../domain/alert-kind.ts';
import type { AddressedAlert } from '../../domain/intake.ts';
import type { Topic } from '../../domain/topic.ts';
import type { Trade, TradeHistory } from '../../domain/trade.ts';
import type { Clock, CollectionSource, Inbox, TokenSource } from '../ports.ts';
import { explainedHandover, handoverOf } from './detect/handover.ts';
import type { Finding } from './detect/happening.ts';
import { foldStorms, isStormUpdate } from './detect/storms.ts';
import { detect } from './detect.ts';
import { enrich } from './enrich.ts';
import { marksOf } from './marks.ts';
import type { FeedReading } from './read-feed.ts';
import { storiedItems, tellStories } from './stories.ts';
import type { SubscriptionIndex } from './subscription-index.ts';
import { tradesOf } from './trades.ts';

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

/**
 * One tick of the pipeline, from the feed to the outbox: read, detect, remember, fold storms, match, enrich, and write it all
 * in one transaction. A crash before the transaction repeats the tick, a crash after it finds everything seen.
 */
export function createIntake(deps: {
  readonly readFeed: (signal: AbortSignal) => Promise<FeedReading>;
  readonly inbox: Inbox;
  readonly tokens: TokenSource;
  readonly collections: Pick<CollectionSource, 'worth'>;
  readonly index: Pick<SubscriptionIndex, 'mayMatch' | 'readsTokens' | 'match'>;
  readonly clock: Clock;
  readonly log: Logger;
  /** Called with the channels that have something new to send. */
  readonly wake: (channelIds: readonly string[]) => void;
}): (signal: AbortSignal) => Promise<TickReport> {
  const { readFeed, inbox, tokens, collections, index, clock, log, wake } = deps;

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
  ): Promise<readonly MarketAlert[]> {
    const wanted = alerts.filter(index.mayMatch);
    if (wanted.length === 0) return alerts;
    const facts = await enrich(wanted, { tokens, collections, log, signal, readsTokens: index.readsTokens });
    const byKey = new Map(facts.map((alert) => [alert.key, alert]));
    return alerts.map((alert) => byKey.get(alert.key) ?? alert);
  }

  async function gather(news: readonly Activity[], now: number, signal: AbortSignal): Promise<Gathered> {
    const handovers = news.map(handoverOf).filter((mark) => mark !== null);
    const explained = handovers.length === 0 ? new Set<string>() : await inbox.known(handovers);
    const { findings, stale, incomplete } = detect(news, now, explained);
    const histories = await historiesOf(findings);
    const folding = foldStorms(findings, histories);
    const trades = findings.flatMap((finding) => finding.trades);
    const alerts = await enriched(tellStories(folding.findings, trades, histories), signal);

    const addressed = alerts.flatMap((alert): readonly AddressedAlert[] => {
      const unlessShown = isStormUpdate(alert);
      const channels = index.match(alert).map((channel) => ({ ...channel, unlessShown }));
      return channels.length === 0 ? [] : [{ alert, channels }];
    });
    const states = new Map([...folding.storms, ...alerts].map((alert) => [alert.topic, alert]));
    const topics = [...states].flatMap(([key, state]) => (key === null ? [] : [{ key, state }]));
    return { alerts: addressed, topics, stale, incomplete };
  }

  return async (signal) => {
    const reading = await readFeed(signal);
    const now = clock.now();
    const { alerts, topics, stale, incomplete } = await gather(await newsOf(reading), now, signal);
    const at = clock.now();
    const gap = reading.gap ? { noticedAt: at, oldestReadAt: reading.fresh.at(-1)?.timestamp ?? null } : null;
    const channelIds = await inbox.intake({
      at,
      seen: [...reading.fresh, ...(reading.crowdedOut ?? [])].flatMap((activity) => {
        const mark = explainedHandover(activity);
        return mark === null ? marksOf(activity) : [...marksOf(activity), mark];
      }),
      alerts,
      topics,
      trades: tradesOf(reading.fresh, now),
      gap,
      newsAfter: reading.baseline ? endOfHistory(reading) : null,
    });
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
