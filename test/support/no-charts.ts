import { NO_CHARTS } from '#src/charts/drawn-charts.ts';
import type { ChartRenderer } from '#src/charts/renderer.ts';
import type { Notifier } from '#src/outbox/notifier.ts';

/** What a notifier has to do with charts, where there are none. */
export const WITHOUT_CHARTS: Pick<Notifier, 'hasCharts' | 'drawCharts'> = {
  hasCharts: () => false,
  drawCharts: async () => NO_CHARTS,
};

/** Draws no chart. */
export const NO_PICTURES: Pick<ChartRenderer, 'render'> = { render: async () => null };
