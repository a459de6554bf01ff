import { auctionEventAlert, endingAlert } from '#src/alerts/auctions/auction-alerts.ts';
import { dueLeads } from '#src/alerts/auctions/auction-endings.ts';
import { overBudget, trackedBytes } from '#src/alerts/auctions/auction-limit.ts';
import { type AuctionEvent, MAX_EVENT_AGE_SECONDS, progress } from '#src/alerts/auctions/auction-progress.ts';
import { isClosed, markMissing, reasonToDrop } from '#src/alerts/auctions/auction-retention.ts';
import type { TrackedAuction } from '#src/alerts/auctions/tracked-auction.ts';
import type { EndingLead } from '#src/alerts/kinds/auction/ending-lead.ts';
import { AUCTION_TOPIC } from '#src/alerts/kinds/auction/schema.ts';
import { eachInSteps, type StepGenerator } from '#src/chain/steps.ts';
import type { ChangedAuction } from './address-auctions.ts';
import type { AuctionReading } from './read-auctions.ts';

/** The watched auctions by id; `null` before the first poll. */
export type WatchedAuctions = ReadonlyMap<string, TrackedAuction> | null;

/** What a poll changes. */
export interface ReadingOutcome {
  readonly changes: readonly ChangedAuction[];
  readonly dropped: readonly {
    readonly tracked: TrackedAuction;
    readonly reason: NonNullable<ReturnType<typeof reasonToDrop>> | 'over limit';
  }[];
  /** Listed auctions that are not watched because of the limit. */
  readonly leftOut: number;
  /** Alerts that are not posted because their event is older than six hours. */
  readonly stale: number;
  /** Approximate heap use of the watched auctions, bytes. */
  readonly bytes: number;
}

/** Corrects a `seenAt` in the future. Polls are sequential, so it was written before the clock was set back. */
function withCorrectedSeenAt(takenAt: number, tracked: TrackedAuction | undefined): TrackedAuction | null {
  if (tracked === undefined) return null;
  const seenAt = Math.min(tracked.seenAt, takenAt - tracked.behindMs);
  return seenAt === tracked.seenAt ? tracked : { ...tracked, seenAt };
}

/** Returns the tracked auction with these lead times marked as posted, and the alert that posts them. */
function announceEnding(before: TrackedAuction, leads: readonly EndingLead[], at: number): ChangedAuction {
  const { announced } = before;
  const tracked = { ...before, announced: { ...announced, endings: [...announced.endings, ...leads] } };
  return { tracked, alerts: [endingAlert(tracked, leads, at)] };
}

/**
 * Builds the alerts of a snapshot. Lead times that are due when the start is posted are merged into it, so that a
 * channel does not get two messages at once (`address-auctions.ts`).
 */
function alertsOf(tracked: TrackedAuction, news: readonly AuctionEvent[]): ChangedAuction {
  const alerts = news.map((one) => auctionEventAlert(one, tracked));
  const starts = news.some(({ kind }) => kind === AUCTION_TOPIC.started);
  const leads = starts ? dueLeads(tracked, tracked.seenAt) : [];
  if (leads.length === 0) return { tracked, alerts };
  const ending = announceEnding(tracked, leads, tracked.seenAt);
  return { tracked: ending.tracked, alerts: [...alerts, ...ending.alerts] };
}

/**
 * Applies a reading to the watched auctions. Events that are too old are marked as posted without an alert.
 * @param previousReadingAt when the previous poll started, epoch ms; `null` if unknown
 * @param maxBytes heap that all watched auctions may use
 */
export function* applyReadingInSteps(
  watched: WatchedAuctions,
  reading: AuctionReading,
  { previousReadingAt, maxBytes }: { readonly previousReadingAt: number | null; readonly maxBytes: number },
): StepGenerator<ReadingOutcome> {
  const { seen, missing, at } = reading;
  const notBefore = at / 1_000 - MAX_EVENT_AGE_SECONDS;
  const changed = new Map<string, ChangedAuction>();
  let stale = 0;
  let latenessMs = 0;
  for (const one of watched?.values() ?? []) latenessMs = Math.max(latenessMs, one.latenessMs);
  for (const [id, snapshot] of seen) {
    yield;
    const before = withCorrectedSeenAt(snapshot.takenAt, watched?.get(id));
    const step = progress(before, { ...snapshot, previousReadingAt, latenessMs }, watched === null);
    if (step.tracked === null || !step.changed) continue;
    const { tracked, alerts } = alertsOf(step.tracked, step.news);
    const fresh = alerts.filter(({ occurredAt }) => occurredAt >= notBefore);
    stale += alerts.length - fresh.length;
    changed.set(id, { tracked, alerts: fresh });
  }
  for (const id of missing) {
    const before = watched?.get(id);
    const tracked = before === undefined ? undefined : markMissing(before, at);
    if (tracked !== undefined && tracked !== before) changed.set(id, { tracked, alerts: [] });
  }
  const unchanged = [...(watched ?? [])].flatMap(([id, tracked]) => (changed.has(id) ? [] : [tracked]));
  const dropped: ReadingOutcome['dropped'][number][] = [];
  const kept = Array.from(changed.values(), ({ tracked }) => tracked);
  for (const tracked of unchanged) {
    const reason = reasonToDrop(tracked, at);
    if (reason === null) kept.push(tracked);
    else dropped.push({ tracked, reason });
  }
  const known = (id: string) => watched?.has(id) === true;
  yield* eachInSteps(kept, 1, trackedBytes);
  const out = overBudget(kept, { known, listed: (id) => seen.has(id) }, maxBytes);
  for (const tracked of out) {
    // Auctions over the limit get no alerts, because every poll would report them as new.
    if (known(tracked.auction.id)) dropped.push({ tracked, reason: 'over limit' });
    else changed.delete(tracked.auction.id);
  }
  const left = out.filter((tracked) => seen.has(tracked.auction.id) && !isClosed(tracked)).length;
  const bytesOf = (tracked: readonly TrackedAuction[]) =>
    tracked.reduce((sum, one) => sum + trackedBytes(one), 0);
  return {
    changes: [...changed.values()],
    dropped,
    leftOut: left + reading.unread,
    stale,
    bytes: bytesOf(kept) - bytesOf(out),
  };
}

/** Returns the auctions for which an ending alert is due at `at` (epoch ms), each with that alert. */
export function dueEndings(watched: WatchedAuctions, at: number): readonly ChangedAuction[] {
  return [...(watched ?? new Map<string, TrackedAuction>()).values()].flatMap((before) => {
    const leads = dueLeads(before, at);
    if (leads.length === 0) return [];
    return [announceEnding(before, leads, at)];
  });
}
