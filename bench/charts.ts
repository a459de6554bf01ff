import { monitorEventLoopDelay } from 'node:perf_hooks';
import { systemClock } from '#src/chain/clock.ts';
import type { Chart, ChartStyle } from '#src/charts/chart.ts';
import { chartSvg } from '#src/charts/drawing/draw-chart.ts';
import { createChartRenderer } from '#src/charts/renderer.ts';
import { messagesFor } from '#src/messages/messages.ts';
import type { Bench, BenchContext } from './harness/bench.ts';
import { seeded } from './harness/random.ts';
import { quantile } from './harness/statistics.ts';

const POINTS = [100, 1_000] as const;
const CHARTS = 100;
const QUICK_CHARTS = 10;
const DAY = 86_400;
const NOW = Date.UTC(2026, 10, 23) / 1_000;
const FINNEY = 10n ** 15n;
const STYLE: ChartStyle = {
  language: 'en-US',
  timeZone: 'Europe/Berlin',
  currency: { symbol: 'ETH', decimals: 18 },
};
const MESSAGES = messagesFor(STYLE.language);
/** The finest that Node's measurement of the event loop offers, ms. */
const RESOLUTION_MS = 1;

/** Half of the points a floor, half of them sales. */
function chartOf(points: number, random: () => number): Chart {
  const from = NOW - 30 * DAY;
  const count = points / 2;
  const series = Array.from({ length: count }, (_, index) => ({
    at: from + Math.floor((index * 30 * DAY) / count),
    value: BigInt(50_000 + Math.floor(random() * 20_000)) * FINNEY,
  }));
  return {
    shows: 'sales',
    from,
    to: NOW,
    line: series,
    dots: series.map(({ at, value }) => ({ at, value: value + FINNEY * 5_000n })),
    bars: [],
    mark: null,
    unit: 'amount',
    size: 'normal',
  };
}

const milliseconds = async (work: () => unknown): Promise<number> => {
  const since = performance.now();
  await work();
  return performance.now() - since;
};

async function run({ repeats, quick, seed, record, progress }: BenchContext): Promise<void> {
  const charts = quick ? QUICK_CHARTS : CHARTS;
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    progress(`drawing ${charts} charts one after the other, ${repeat + 1} of ${repeats}`);
    const random = seeded(seed + repeat);
    await using renderer = createChartRenderer({
      clock: systemClock,
      onFailure: (detail) => {
        throw new Error(detail);
      },
    });
    const first = await milliseconds(() => renderer.render(chartOf(100, random), STYLE, MESSAGES));
    record({ name: 'first chart, with the start of the thread', value: first, unit: 'ms', parameters: {} });
    for (const points of POINTS) {
      const parameters = { points };
      const loop = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
      const times: number[] = [];
      const onLoop: number[] = [];
      loop.enable();
      for (let count = 0; count < charts; count += 1) {
        const chart = chartOf(points, random);
        times.push(await milliseconds(() => renderer.render(chart, STYLE, MESSAGES)));
      }
      loop.disable();
      for (let count = 0; count < charts; count += 1) {
        const chart = chartOf(points, random);
        onLoop.push(await milliseconds(() => chartSvg(chart, STYLE, MESSAGES)));
      }
      record({ name: 'a chart, median', value: quantile(times, 0.5), unit: 'ms', parameters });
      record({ name: 'a chart, 95 of 100', value: quantile(times, 0.95), unit: 'ms', parameters });
      record({
        name: 'of that on the event loop, median',
        value: quantile(onLoop, 0.5),
        unit: 'ms',
        parameters,
      });
      record({ name: 'longest hold of the event loop', value: loop.max / 1e6, unit: 'ms', parameters });
    }
  }
}

export const charts: Bench = {
  name: 'charts',
  describe: 'Drawing charts as PNG in their thread, and what that takes of the event loop.',
  run,
};
