import type { GapEvidence, GapSize, OpenGaps, ReadingSpan, SalesCount } from '../store/model/gap-size.ts';

const MINUTE_MS = 60_000;
/** The marketplace caches its totals for up to five minutes (observed, not documented). */
const TOTALS_MAX_AGE_MS = 5 * MINUTE_MS;
/** Margin for the time to read all pages, and for a chain clock ahead of ours. */
const READ_MARGIN_MS = MINUTE_MS;
/** Records appear in the feed up to five minutes late. */
const RECORD_DELAY_MS = READ_MARGIN_MS + 5 * MINUTE_MS;
/** Gaps that could not be sized until then are closed without a size. */
const GIVE_UP_MS = 6 * 60 * MINUTE_MS;

/** What to do with the open gaps. */
export type EstimatePlan =
  | { readonly do: 'wait' }
  /** Their size cannot be estimated. */
  | { readonly do: 'close' }
  | { readonly do: 'size'; readonly span: ReadingSpan };

/**
 * Chooses two readings of the totals that enclose all open gaps: one before the first gap, and one whose totals, even if
 * cached, are from after the last. No estimate is made where they would also enclose a gap that was closed earlier, because
 * its sales would be counted twice.
 *
 * @param readAt when the feed was last read without a failure, epoch ms; `null` for never
 * @param now epoch ms
 */
export function planEstimate(open: OpenGaps, readAt: number | null, now: number): EstimatePlan {
  const { gaps, readings, closedUntil } = open;
  const first = gaps[0];
  const last = gaps.at(-1);
  if (first === undefined || last === undefined) return { do: 'wait' };
  const { since } = first;
  const freeFrom = (closedUntil ?? Number.NEGATIVE_INFINITY) + TOTALS_MAX_AGE_MS;
  const before = readings.findLast((at) => since !== null && at + READ_MARGIN_MS <= since);
  if (before === undefined || before < freeFrom) return { do: 'close' };
  const after = readings.find((at) => at - TOTALS_MAX_AGE_MS >= last.noticedAt);
  if (after === undefined || readAt === null || readAt < after + RECORD_DELAY_MS)
    return { do: now - first.noticedAt > GIVE_UP_MS ? 'close' : 'wait' };
  const control =
    readings.find((at) => at >= freeFrom && at + READ_MARGIN_MS < before - TOTALS_MAX_AGE_MS) ?? null;
  return { do: 'size', span: { control, before, after, earlier: TOTALS_MAX_AGE_MS, later: READ_MARGIN_MS } };
}

function agrees({ counted, shown }: SalesCount): boolean {
  return counted >= shown.fewest && counted <= shown.most;
}

/**
 * Sales in the marketplace's totals that the feed did not contain, by collection, most first. Collections are skipped when
 * their total decreased, or when totals and feed disagree in a period without a gap: there the marketplace counts differently.
 */
export function estimateSizes(evidence: readonly GapEvidence[]): readonly GapSize[] {
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
