import type { AuctionAlert } from '../../domain/alert.ts';
import { endingAlert, newsAlert } from '../../domain/auction-alerts.ts';
import { crowdedOut } from '../../domain/auction-crowd.ts';
import { dueLeads } from '../../domain/auction-endings.ts';
import { NEWS_SECONDS, progress } from '../../domain/auction-progress.ts';
import { absent, isClosed, reasonToDrop } from '../../domain/auction-watching.ts';
import type { TrackedAuction } from '../../domain/tracked-auction.ts';
import type { ChangedAuction } from './address-auctions.ts';
import type { AuctionReading } from './read-auctions.ts';

/** The watched auctions by id; `null` before the first look. */
export type Watched = ReadonlyMap<string, TrackedAuction> | null;

/** What a look changes. */
export interface LookOutcome {
  readonly changes: readonly ChangedAuction[];
  readonly dropped: readonly {
    readonly tracked: TrackedAuction;
    readonly reason: NonNullable<ReturnType<typeof reasonToDrop>> | 'crowded out';
  }[];
  /** Auctions that the marketplace lists and that are not watched: there are too many. */
  readonly leftOut: number;
  /** Alerts that nobody gets: what they tell is older than six hours. */
  readonly stale: number;
}

/** Looks come one after the other, so an auction that was seen later than now was seen by a clock that was set back. */
function seenBy(takenAt: number, tracked: TrackedAuction | undefined): TrackedAuction | null {
  if (tracked === undefined) return null;
  const seenAt = Math.min(tracked.seenAt, takenAt - tracked.behindMs);
  return seenAt === tracked.seenAt ? tracked : { ...tracked, seenAt };
}

/**
 * Takes a reading into what is known. What happened too long ago is marked as told, and not told.
 * @param lookedBeforeAt when the look before it began; `null` where that is not known
 */
export function takeLook(
  watched: Watched,
  reading: AuctionReading,
  lookedBeforeAt: number | null,
): LookOutcome {
  const { seen, missing, at } = reading;
  const newsFrom = at / 1_000 - NEWS_SECONDS;
  const changed = new Map<string, ChangedAuction>();
  let stale = 0;
  for (const [id, snapshot] of seen) {
    const before = seenBy(snapshot.takenAt, watched?.get(id));
    const step = progress(before, { ...snapshot, lookedBeforeAt }, watched === null);
    const { tracked } = step;
    if (tracked === null || !step.changed) continue;
    const alerts = step.news.map((news) => newsAlert(news, tracked));
    const fresh = alerts.filter(({ occurredAt }) => occurredAt >= newsFrom);
    stale += alerts.length - fresh.length;
    changed.set(id, { tracked, alerts: fresh });
  }
  for (const id of missing) {
    const before = watched?.get(id);
    const tracked = before === undefined ? undefined : absent(before, at);
    if (tracked !== undefined && tracked !== before) changed.set(id, { tracked, alerts: [] });
  }
  const unchanged = [...(watched ?? [])].flatMap(([id, tracked]) => (changed.has(id) ? [] : [tracked]));
  const dropped: LookOutcome['dropped'][number][] = [];
  const kept = Array.from(changed.values(), ({ tracked }) => tracked);
  for (const tracked of unchanged) {
    const reason = reasonToDrop(tracked, at);
    if (reason === null) kept.push(tracked);
    else dropped.push({ tracked, reason });
  }
  const known = (id: string) => watched?.has(id) === true;
  const out = crowdedOut(kept, { known, listed: (id) => seen.has(id) });
  for (const tracked of out) {
    // What is not watched is not told of either: it would come anew at every look.
    if (known(tracked.auction.id)) dropped.push({ tracked, reason: 'crowded out' });
    else changed.delete(tracked.auction.id);
  }
  const left = out.filter((tracked) => seen.has(tracked.auction.id) && !isClosed(tracked)).length;
  return { changes: [...changed.values()], dropped, leftOut: left + reading.unread, stale };
}

/** The auctions whose end has come so near by `at` (epoch ms) that it is to be told, each with its alert. */
export function takeEndings(watched: Watched, at: number): readonly ChangedAuction[] {
  return [...(watched ?? new Map<string, TrackedAuction>()).values()].flatMap((before) => {
    const leads = dueLeads(before, at);
    if (leads.length === 0) return [];
    const { told } = before;
    const tracked = { ...before, told: { ...told, endings: [...told.endings, ...leads] } };
    const alert: AuctionAlert = endingAlert(tracked, leads, at);
    return [{ tracked, alerts: [alert] }];
  });
}
