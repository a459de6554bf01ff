import type { Logger } from 'pino';
import { tradeKeysOf, tradesIn } from '#src/alerts/activity-trade.ts';
import type { MarketAlert } from '#src/alerts/alert.ts';
import { burnKeysOf, burnsIn } from '#src/alerts/burn.ts';
import { detect } from '#src/alerts/detect/detect.ts';
import type { DetectedAlert } from '#src/alerts/detect/feed-event.ts';
import { groupRepeatTrades, isRepeatTradesUpdate } from '#src/alerts/detect/repeat-trades.ts';
import { sweepsAmong } from '#src/alerts/detect/sales.ts';
import { explainedTransferKeys, transferKey } from '#src/alerts/detect/transfer-key.ts';
import { factsOf, type NewFeedRecord } from '#src/alerts/feed-record.ts';
import type { Topic } from '#src/alerts/kinds/registry.ts';
import type { Matcher } from '#src/alerts/matcher.ts';
import { NO_MISSING_DETAILS, tokenKey } from '#src/alerts/missing-details.ts';
import type { TradeHistory } from '#src/alerts/repeat-trades.ts';
import { NO_SILENCES, type Silences } from '#src/alerts/silences/silences.ts';
import { singleTokens } from '#src/alerts/single-tokens.ts';
import type { Trade } from '#src/alerts/trade.ts';
import { type UnreadCounts, unreadTotal } from '#src/alerts/unread-reason.ts';
import type { Clock } from '#src/chain/clock.ts';
import { detectClockChanges } from '#src/chain/elapsed.ts';
import type { FiatRate } from '#src/chain/fiat.ts';
import type { Activity } from '#src/marketplace/resources/activity/activity.ts';
import type { FeedStore } from '#src/store/feed.ts';
import type { LateFactsStore } from '#src/store/late-facts.ts';
import type { DetectedEvent } from '#src/store/model/detected-event.ts';
import type { AddressedAlert, AlertsDue, RecordCounts } from '#src/store/model/ingest-batch.ts';
import type { LiveState } from '#src/store/model/live-state.ts';
import { MAX_DECISION_MS, type RevisedAlert } from '#src/store/model/undecided.ts';
import { type LookupResult, lookUpDetails } from './enrich.ts';
import { type KnownRecordUpdates, type RebuiltAlert, refreshKnownRecords } from './known-records.ts';
import { addPriceContext, pricedItems } from './price-context.ts';
import type { FeedReading, KnownRecord } from './read-feed.ts';
import { isWithheld, recordKeys } from './record-keys.ts';
import { type RuledBy, undecidedBy } from './rules-that-apply.ts';
import type { CollectionSource, TokenSource } from './sources.ts';
import { createUnreadAlarm } from './unread-alarm.ts';

/**
 * Returns the trades of a poll to store, announced or not. A settled auction that is also reported as a sale is one
 * trade.
 *
 * @param now epoch ms, for records without a time
 */
export function tradesOf(fresh: readonly Activity[], now: number): readonly Trade[] {
  const sold = new Set(
    fresh.filter(({ kind }) => kind === 'sale').flatMap((activity) => explainedTransferKeys(activity)),
  );
  const sweeps = sweepsAmong(fresh);
  return fresh.flatMap((activity) => {
    const isReportedAsSale =
      activity.kind === 'auction_settled' && explainedTransferKeys(activity).some((key) => sold.has(key));
    const trades = isReportedAsSale ? [] : tradesIn(activity, Math.floor(now / 1_000));
    return trades.map((trade) => {
      const soldIn = sweeps.get(trade.key);
      return soldIn === undefined ? trade : { ...trade, soldIn };
    });
  });
}

/**
 * Margin before the first poll of an empty feed. The bot's clock may be ahead of the chain's by this much, so records
 * of the minutes before the poll may still count as new.
 */
const EMPTY_FEED_MARGIN_SECONDS = 10 * 60;

/** Result of one poll of the feed, for the log and the metrics. */
export interface TickReport {
  readonly read: number;
  readonly fresh: number;
  readonly unreadable: number;
  /** Alerts with a matching or undecided rule, by kind; kinds without any are absent. */
  readonly alerts: Readonly<Partial<Record<Topic, number>>>;
  readonly stale: number;
  /** Records that lack the data to say what they are. */
  readonly unread: UnreadCounts;
  /** Counts of the last hour, if too many of its new records could not be read; otherwise `null`. */
  readonly alarm: RecordCounts | null;
  readonly gap: boolean;
}

/** The alerts and topics of one poll. */
interface PreparedAlerts {
  readonly alerts: readonly AddressedAlert[];
  readonly topics: readonly LiveState[];
  readonly revised: readonly RevisedAlert[];
  readonly detected: readonly DetectedEvent[];
  /** Alert key of each record, by the record's first key. */
  readonly alertOf: ReadonlyMap<string, string>;
  readonly stale: number;
  readonly counts: RecordCounts;
}

/** For an event that no rule is matched against. */
const NOT_MATCHED = { missingDetails: null, isDecided: true } as const;

function byToken<Keyed extends Pick<Trade, 'collection' | 'tokenId'>>(
  keyed: readonly Keyed[],
): Map<string, Keyed> {
  return new Map(keyed.map((one) => [tokenKey(one.collection, one.tokenId), one]));
}

function countKinds(alerts: readonly AddressedAlert[]): TickReport['alerts'] {
  const topics = Map.groupBy(alerts, ({ alert }) => alert.topic);
  return Object.fromEntries([...topics].map(([kind, { length }]) => [kind, length]));
}

const fingerprints = new WeakMap<Activity, string>();

/** Returns the facts and keys of a record that may change later, as one string for comparison. */
function fingerprint(activity: Activity): string {
  const known = fingerprints.get(activity);
  if (known !== undefined) return known;
  const parts = [factsOf(activity), ...activity.keys].join('|');
  fingerprints.set(activity, parts);
  return parts;
}

/**
 * Creates the poll of the feed: read, detect, load stored trades, group repeat trades, match, enrich, and write
 * everything in one transaction. After a crash before the commit the poll is repeated; after it, every record counts as
 * seen.
 */
export function createIngest(deps: {
  readonly readFeed: (signal: AbortSignal) => Promise<FeedReading>;
  readonly store: FeedStore & LateFactsStore;
  readonly tokens: TokenSource;
  readonly collections: Pick<CollectionSource, 'collectionPrices'>;
  /** Returns the fiat price of one coin, which is stored with alerts; none by default. */
  readonly fiat?: (() => FiatRate | null) | undefined;
  readonly index: Pick<Matcher, 'mayMatch' | 'needsTokens' | 'match' | 'isUndecided'>;
  /** Leaves alerts out; none by default. */
  readonly silences?: Pick<Silences, 'split'>;
  readonly clock: Clock;
  readonly ruledBy: RuledBy;
  readonly log: Logger;
  /** Called with the channels that have new messages or edits. */
  readonly wake: (channelIds: readonly string[]) => void;
  /** Called after the commit. */
  readonly report: (event: AlertsDue) => void;
}): (signal: AbortSignal) => Promise<TickReport> {
  const { readFeed, store, tokens, collections, index, clock, ruledBy, log, wake, report } = deps;
  const { silences = NO_SILENCES } = deps;
  /** Fingerprints of the known records in the last written poll, by their first keys. */
  let lastFingerprints: ReadonlyMap<string, string> = new Map();
  const alarmOf = createUnreadAlarm({ log, now: clock.now });
  const isClockUnchanged = detectClockChanges(clock);

  /** Returns the new records without history. A poll that reads further back than the first one finds older events. */
  async function newRecordsOf(reading: FeedReading): Promise<readonly Activity[]> {
    const newRecordsAfter = await store.newRecordsAfter();
    if (newRecordsAfter === null || reading.baseline) return [];
    return reading.fresh.filter(({ timestamp }) => timestamp === null || timestamp > newRecordsAfter);
  }

  /**
   * Returns the start time for new records, epoch seconds. Records older than the oldest one of the first poll are
   * history; newer ones only appeared late.
   */
  function endOfHistory(reading: FeedReading): number {
    const times = reading.fresh.flatMap(({ timestamp }) => (timestamp === null ? [] : [timestamp]));
    return times.length > 0
      ? Math.min(...times)
      : Math.floor(clock.now() / 1_000) - EMPTY_FEED_MARGIN_SECONDS;
  }

  /** Reads the stored trades of the tokens with a price, by `tokenKey`. */
  async function historiesOf(
    detectedAlerts: readonly DetectedAlert<MarketAlert>[],
  ): Promise<ReadonlyMap<string, TradeHistory>> {
    const priced = byToken(detectedAlerts.flatMap(({ alert }) => pricedItems(alert)));
    if (priced.size === 0) return new Map();
    const histories = await store.tradeHistories([...priced.values()]);
    return new Map(
      [...priced.keys()].flatMap((key, position) => {
        const history = histories[position];
        return history === undefined ? [] : [[key, history]];
      }),
    );
  }

  /** Looks up details of alerts that any rule may match; the others stay unchanged. */
  async function enrichWanted(
    alerts: readonly MarketAlert[],
    signal: AbortSignal,
  ): Promise<LookupResult & { isWanted(alert: MarketAlert): boolean }> {
    const wanted = alerts.filter(index.mayMatch);
    const asked = new Set(wanted.map(({ key }) => key));
    const { needsTokens } = index;
    if (wanted.length === 0)
      return { alerts, missingDetailsOf: () => NO_MISSING_DETAILS, isWanted: () => false };
    const lookup = await lookUpDetails(wanted, {
      tokens,
      collections,
      fiat: deps.fiat,
      log,
      signal,
      needsTokens,
    });
    const byKey = new Map(lookup.alerts.map((alert) => [alert.key, alert]));
    return {
      alerts: alerts.map((alert) => byKey.get(alert.key) ?? alert),
      missingDetailsOf: lookup.missingDetailsOf,
      isWanted: ({ key }) => asked.has(key),
    };
  }

  /**
   * Returns whether the alert is recent enough. It is too old only if it is old both by the time of the event and by
   * the time it was first seen, because the latter is wrong if the clock was set in between.
   */
  const isInTime = ({ since, alert }: RebuiltAlert, now: number): boolean =>
    Math.abs(now - since) <= MAX_DECISION_MS || Math.abs(now - alert.occurredAt * 1_000) <= MAX_DECISION_MS;

  /** Returns the known records that differ from the last poll. */
  function changedSince(knownRecords: readonly KnownRecord[]): readonly KnownRecord[] {
    return knownRecords.filter(
      ({ activity, record }) =>
        record !== null || lastFingerprints.get(activity.keys[0]) !== fingerprint(activity),
    );
  }

  async function prepareAlerts(
    newRecords: readonly Activity[],
    { rebuiltAlerts }: KnownRecordUpdates,
    now: number,
    signal: AbortSignal,
  ): Promise<PreparedAlerts> {
    // While the clock may be wrong, no alert counts as too late, because the next poll does not report the change of a
    // record again.
    const isTimeKnown = isClockUnchanged(MAX_DECISION_MS);
    const transferKeys = newRecords.flatMap(singleTokens).flatMap((one) => transferKey(one) ?? []);
    const explained = transferKeys.length === 0 ? new Set<string>() : await store.known(transferKeys);
    const { detectedAlerts, stale, staleAlerts, unread } = detect(newRecords, now, explained);
    const histories = await historiesOf(detectedAlerts);
    const grouped = groupRepeatTrades(detectedAlerts, histories);
    const trades = detectedAlerts.flatMap((detected) => detected.trades);
    const withContext = addPriceContext(grouped.detectedAlerts, trades, histories);
    const lookup = await enrichWanted([...withContext, ...rebuiltAlerts.map(({ alert }) => alert)], signal);
    const alerts = lookup.alerts.slice(0, withContext.length);
    const open = (alert: MarketAlert, since?: number) =>
      lookup.isWanted(alert) ? undecidedBy(index, alert, lookup.missingDetailsOf(alert), since) : null;

    const detailsMissingOf = (alert: MarketAlert) =>
      lookup.isWanted(alert) ? lookup.missingDetailsOf(alert) : null;
    const detected = staleAlerts.map((alert): DetectedEvent => ({ alert, ...NOT_MATCHED, dropped: 'stale' }));
    const addressed = alerts.flatMap((alert): readonly AddressedAlert[] => {
      const skipIfLive = isRepeatTradesUpdate(alert);
      const matched = index.match(alert).map((channel) => ({ ...channel, skipIfLive }));
      const undecided = open(alert);
      const missingDetails = detailsMissingOf(alert);
      detected.push({ alert, missingDetails, isDecided: undecided === null, dropped: null });
      return matched.length === 0 && undecided === null
        ? []
        : [{ alert, ...silences.split(alert, matched), undecided }];
    });
    const revised = rebuiltAlerts.map((rebuilt, position): RevisedAlert | null => {
      const { since } = rebuilt;
      const alert = lookup.alerts[withContext.length + position];
      if (alert === undefined) return null;
      // A reverted alert gets no new recipients, and no rule waits for its details.
      if (alert.reverted === true) {
        const seen = { ...NOT_MATCHED, dropped: 'reverted' } as const;
        return { alert, channels: [], undecided: null, since, version: null, detected: seen };
      }
      if (isTimeKnown && !isInTime(rebuilt, now)) {
        const seen = { ...NOT_MATCHED, dropped: 'late' } as const;
        return { alert, channels: [], since, version: null, detected: seen };
      }
      const madeBy = ruledBy(since, alert);
      const matched = index.match(alert, madeBy).map((channel) => ({ ...channel, skipIfLive: false }));
      const addressees = silences.split(alert, matched);
      const undecided = open(alert, madeBy);
      const missingDetails = detailsMissingOf(alert);
      const seen = { missingDetails, isDecided: undecided === null, dropped: null };
      return { alert, ...addressees, undecided, since, version: null, detected: seen };
    });
    const states = new Map([...grouped.repeatTrades, ...alerts].map((alert) => [alert.liveKey, alert]));
    const topics = [...states].flatMap(([key, state]) => (key === null ? [] : [{ key, state }]));
    return {
      alerts: addressed,
      detected,
      topics,
      revised: revised.filter((one) => one !== null),
      alertOf: new Map(
        grouped.detectedAlerts.flatMap(({ alert, records }) =>
          records.map((record) => [record, alert.key] as const),
        ),
      ),
      stale,
      counts: { records: newRecords.length, unread },
    };
  }

  /** Returns the new records to store, in order of time. */
  function recordsOf(
    fresh: readonly Activity[],
    alertOf: PreparedAlerts['alertOf'],
    now: number,
  ): readonly NewFeedRecord[] {
    return fresh
      .filter((activity) => !isWithheld(activity))
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
    const refreshed = await refreshKnownRecords(changedSince(reading.knownRecords), store);
    const { alerts, detected, topics, revised, alertOf, stale, counts } = await prepareAlerts(
      await newRecordsOf(reading),
      refreshed,
      now,
      signal,
    );
    const at = clock.now();
    const gap = reading.gap ? { noticedAt: at, oldestReadAt: reading.fresh.at(-1)?.timestamp ?? null } : null;
    const channelIds = await store.ingest({
      at,
      seen: [
        ...[...reading.fresh, ...(reading.overBudget ?? [])].flatMap((activity) => [
          ...recordKeys(activity),
          ...explainedTransferKeys(activity),
        ]),
        ...refreshed.records.flatMap(({ activity }) => [
          ...activity.keys,
          ...explainedTransferKeys(activity),
        ]),
      ],
      records: recordsOf(reading.fresh, alertOf, now),
      changedRecords: refreshed.records,
      alerts,
      detected,
      revised,
      topics,
      trades: tradesOf([...refreshed.reinstated.map(({ activity }) => activity), ...reading.fresh], now),
      correctedTrades: refreshed.records.flatMap(({ activity, occurredAt }) =>
        tradesIn(activity, occurredAt),
      ),
      revokedTrades: refreshed.records.flatMap(({ activity }) =>
        activity.reverted ? tradeKeysOf(activity) : [],
      ),
      burns: [
        ...refreshed.records.flatMap(({ activity, occurredAt }) => burnsIn(activity, occurredAt)),
        ...reading.fresh.flatMap((activity) => burnsIn(activity, Math.floor(now / 1_000))),
      ],
      // Includes records that are still burns: whether a record is a burn may become known late, or change.
      removedBurns: refreshed.records.flatMap(({ activity }) => burnKeysOf(activity)),
      counts,
      gap,
      newRecordsAfter: reading.baseline ? endOfHistory(reading) : null,
    });
    report({ type: 'due', alerts });
    lastFingerprints = new Map(
      reading.knownRecords.map(({ activity }) => [activity.keys[0], fingerprint(activity)]),
    );
    if (reading.baseline)
      log.info({ records: reading.read }, 'first poll of the feed done; new events are announced');
    if (gap !== null) log.warn({ read: reading.read, oldestReadAt: gap.oldestReadAt }, 'gap in the feed');
    if (stale > 0) log.info({ stale }, 'events older than six hours skipped');
    const { unread } = counts;
    if (unreadTotal(unread) > 0) log.warn({ unread }, 'unreadable records skipped');
    wake(channelIds);
    return {
      read: reading.read,
      fresh: reading.fresh.length,
      unreadable: reading.unreadable,
      alerts: countKinds(alerts),
      stale,
      unread,
      alarm: alarmOf(counts),
      gap: reading.gap,
    };
  };
}
