import type { Logger } from 'pino';
import type { Activity } from '../../domain/activity.ts';
import type { AddressedAlert } from '../../domain/intake.ts';
import type { Clock, Inbox, TokenSource } from '../ports.ts';
import { detect } from './detect.ts';
import { enrich } from './enrich.ts';
import type { FeedReading } from './read-feed.ts';
import type { SubscriptionIndex } from './subscription-index.ts';

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
  readonly alerts: number;
  readonly stale: number;
  readonly gap: boolean;
}

/**
 * One tick of the pipeline, from the feed to the outbox: read, detect, match, enrich, and write it all in one
 * transaction. A crash before the transaction repeats the tick, a crash after it finds everything seen.
 */
export function createIntake(deps: {
  readonly readFeed: (signal: AbortSignal) => Promise<FeedReading>;
  readonly inbox: Inbox;
  readonly tokens: TokenSource;
  readonly index: SubscriptionIndex;
  readonly clock: Clock;
  readonly log: Logger;
  /** Called with the channels that have something new to send. */
  readonly wake: (channelIds: readonly string[]) => void;
}): (signal: AbortSignal) => Promise<TickReport> {
  const { readFeed, inbox, tokens, index, clock, log, wake } = deps;

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

  async function addressed(reading: FeedReading, signal: AbortSignal) {
    const detection = detect(await newsOf(reading), clock.now());
    const matched = detection.alerts
      .map((alert) => ({ alert, channelIds: index.channelsFor(alert) }))
      .filter(({ channelIds }) => channelIds.length > 0);
    if (matched.length === 0) return { detection, alerts: [] };
    const enriched = await enrich(
      matched.map(({ alert }) => alert),
      { tokens, log, signal },
    );
    const alerts = matched.map(
      (entry, position): AddressedAlert => ({ ...entry, alert: enriched[position] ?? entry.alert }),
    );
    return { detection, alerts };
  }

  return async (signal) => {
    const reading = await readFeed(signal);
    const { detection, alerts } = await addressed(reading, signal);
    const at = clock.now();
    const gap = reading.gap ? { noticedAt: at, oldestReadAt: reading.fresh.at(-1)?.timestamp ?? null } : null;
    const channelIds = await inbox.intake({
      at,
      seen: reading.fresh.flatMap((activity) => [...activity.keys]),
      alerts,
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
    if (detection.stale > 0) log.info({ stale: detection.stale }, 'sales older than six hours are not told');
    if (detection.incomplete > 0)
      log.warn({ incomplete: detection.incomplete }, 'sales without a token are not told');
    wake(channelIds);
    return {
      read: reading.read,
      fresh: reading.fresh.length,
      unreadable: reading.unreadable,
      alerts: alerts.length,
      stale: detection.stale,
      gap: reading.gap,
    };
  };
}
