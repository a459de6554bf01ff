import type { Activity } from '#src/marketplace/resources/activity/activity.ts';
import { STALE_AFTER_SECONDS } from '../expiry.ts';
import { detectors, type MarketAlert } from '../kinds/registry.ts';
import { addUnread, type UnreadCounts, unreadReason } from '../unread-reason.ts';
import { type DetectedAlert, eventsOf, type FeedEvent } from './feed-event.ts';
import { explainedTransferKeys, transferKey } from './transfer-key.ts';

/** Events too old to announce of which alerts are made, for each detector. */
const MAX_STALE_ALERTS = 500;

/** The alerts of the new records, and counts of records that are not announced. */
export interface Detection {
  /** In chronological order. */
  readonly detectedAlerts: readonly DetectedAlert<MarketAlert>[];
  /** Number of events that are too old to announce. */
  readonly stale: number;
  /** Their alerts, in chronological order; the newest ones if there are many. */
  readonly staleAlerts: readonly MarketAlert[];
  /** Records whose meaning is unknown. */
  readonly unread: UnreadCounts;
}

/**
 * Turns new records into alerts, using the detectors of the kinds. Auction alerts come from snapshots instead. A
 * transfer that belongs to a sale or an auction in the same transaction is not announced separately. An alert's key is
 * derived only from the keys of its own records, so it does not depend on pages, order or other records.
 *
 * @param fresh new records, newest first as in the feed
 * @param now epoch ms; used for records without a time
 * @param explained transfer keys that records of earlier polls explained (`detect/transfer-key.ts`)
 */
export function detect(
  fresh: readonly Activity[],
  now: number,
  explained: ReadonlySet<string> = new Set(),
): Detection {
  const nowSeconds = Math.floor(now / 1_000);
  const transferKeys = new Set([...explained, ...fresh.flatMap(explainedTransferKeys)]);
  const events = new Map(detectors.map((detector): [typeof detector, FeedEvent[]] => [detector, []]));
  let stale = 0;
  const old = new Map(detectors.map((detector): [typeof detector, FeedEvent[]] => [detector, []]));
  let unread: UnreadCounts = {};

  const timed = fresh
    .toReversed()
    .map((activity) => ({ activity, occurredAt: activity.timestamp ?? nowSeconds }))
    .sort((a, b) => a.occurredAt - b.occurredAt);
  for (const [position, { activity, occurredAt }] of timed.entries()) {
    const detector = activity.reverted ? undefined : detectors.find(({ takes }) => takes(activity));
    const isUnknown = activity.kind === 'unknown' && !activity.reverted;
    if (detector === undefined && !isUnknown) continue;
    const reason = unreadReason(activity, detector?.needsToken ?? true);
    if (reason !== null) unread = addUnread(unread, { [reason]: 1 });
    if (reason !== null || detector === undefined) continue;
    const unexplained = eventsOf(activity, { position, occurredAt }).filter((event) => {
      const ownTransferKey = transferKey(event.activity);
      return ownTransferKey === null || !transferKeys.has(ownTransferKey);
    });
    if (unexplained.length === 0) continue;
    if (occurredAt < nowSeconds - STALE_AFTER_SECONDS) {
      stale += 1;
      old.get(detector)?.push(...unexplained);
    } else events.get(detector)?.push(...unexplained);
  }

  const found = (taken: typeof events, limit: number) =>
    [...taken]
      .flatMap(([detector, all]) => detector.find(all.slice(-limit)))
      .sort((a, b) => a.position - b.position);
  const staleAlerts = found(old, MAX_STALE_ALERTS).map(({ alert }) => alert);
  return { detectedAlerts: found(events, Number.POSITIVE_INFINITY), stale, staleAlerts, unread };
}
