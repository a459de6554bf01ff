import type { Chart, ChartPoint } from '#src/charts/chart.ts';
import { fewerDots } from '#src/charts/fewer-dots.ts';
import { fewerPoints } from '#src/charts/fewer-points.ts';
import type { Auction } from '#src/marketplace/resources/auction.ts';

/** A single bid needs no chart. */
const MIN_BIDS = 2;
const MAX_POINTS = 600;

/**
 * Builds the chart of an auction's bids, from its start or first bid until now or its end; `null` for fewer than two
 * dated bids.
 * @param now epoch seconds
 */
export function bidsChart({ bids, startTime, endTime }: Auction, now: number): Chart | null {
  const dots: readonly ChartPoint[] = bids
    .flatMap(({ at, amount }) => (at === null ? [] : [{ at, value: amount }]))
    .toSorted((one, other) => one.at - other.at);
  const [first] = dots;
  const last = dots.at(-1);
  if (first === undefined || last === undefined || dots.length < MIN_BIDS) return null;
  const from = Math.min(startTime ?? first.at, first.at);
  const to = Math.max(Math.min(endTime ?? now, now), last.at, from + 60);
  let highest = first.value;
  const line = dots.map(({ at, value }) => {
    if (value > highest) highest = value;
    return { at, value: highest };
  });
  return {
    shows: 'bids',
    from,
    to,
    line: fewerPoints(line, MAX_POINTS, from),
    ...fewerDots(dots, MAX_POINTS),
    bars: [],
    mark: null,
    unit: 'amount',
    size: 'small',
  };
}
