import type { GapEvidence, GapSize, OpenGaps, ReadingSpan, SalesCount } from '../../domain/gap-size.ts';

const MINUTE_MS = 60_000;
/** The marketplace keeps its totals for up to five minutes before it counts anew (seen, not documented). */
const EARLIER_MS = 5 * MINUTE_MS;
/** Reading all pages takes a while, and the chain's clock may be ahead of ours. */
const LATER_MS = MINUTE_MS;
/** Records come up to five minutes late: before that, what the feed does not show may still come. */
const LATE_MS = LATER_MS + 5 * MINUTE_MS;
/** After so long it is no use to wait any more. */
const GIVE_UP_MS = 6 * 60 * MINUTE_MS;

/** What to do about the gaps that are open. */
export type SizingPlan =
  | { readonly do: 'wait' }
  /** Nothing can be said of these. */
  | { readonly do: 'close' }
  | { readonly do: 'size'; readonly span: ReadingSpan };

/**
 * Which two readings hold all open gaps between them: one from before the first of them, and one whose totals, old as they
 * may be, are from after the last. Nothing is said where they would hold a gap that was closed earlier as well, since its
 * sales would be counted once more.
 *
 * @param readAt when the feed was last read without a failure, epoch ms; `null` before the first time
 * @param now epoch ms
 */
export function planSizing(open: OpenGaps, readAt: number | null, now: number): SizingPlan {
  const { gaps, readings, closedUntil } = open;
  const first = gaps[0];
  const last = gaps.at(-1);
  if (first === undefined || last === undefined) return { do: 'wait' };
  const { since } = first;
  const freeFrom = (closedUntil ?? Number.NEGATIVE_INFINITY) + EARLIER_MS;
  const before = readings.findLast((at) => since !== null && at + LATER_MS <= since);
  if (before === undefined || before < freeFrom) return { do: 'close' };
  const after = readings.find((at) => at - EARLIER_MS >= last.noticedAt);
  if (after === undefined || readAt === null || readAt < after + LATE_MS)
    return { do: now - first.noticedAt > GIVE_UP_MS ? 'close' : 'wait' };
  const control = readings.find((at) => at >= freeFrom && at + LATER_MS < before - EARLIER_MS) ?? null;
  return { do: 'size', span: { control, before, after, earlier: EARLIER_MS, later: LATER_MS } };
}

function agrees({ counted, shown }: SalesCount): boolean {
  return counted >= shown.fewest && counted <= shown.most;
}

/**
 * What the marketplace counted beyond what the feed showed, the most first. A collection is left out whose total fell, or of
 * which the two did not agree while there was no gap: there the marketplace counts something else than its feed shows.
 */
export function sizesOf(evidence: readonly GapEvidence[]): readonly GapSize[] {
  return evidence
    .filter(({ shrank, control }) => !shrank && (control === null || agrees(control)))
    .map(({ collection, counted, shown }) => ({
      collection,
      atLeast: counted - shown.most,
      atMost: counted - shown.fewest,
    }))
    .filter(({ atLeast }) => atLeast > 0)
    .toSorted((a, b) => b.atLeast - a.atLeast);
}
