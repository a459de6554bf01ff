import { chartText } from '#src/charts/alternative-text.ts';
import type { Chart } from '#src/charts/chart.ts';
import type { DrawnChart } from '#src/charts/drawn-charts.ts';
import type { ChartRenderer } from '#src/charts/renderer.ts';
import type { Answer } from './answer.ts';
import type { ViewContext } from './views/context.ts';

/** Wraps a chart as a file of an answer. */
export const chartFile = (name: string, { png, text }: DrawnChart): NonNullable<Answer['files']>[number] => ({
  name,
  attachment: Buffer.from(png.buffer, png.byteOffset, png.byteLength),
  description: text,
});

/** Alternative text of a chart and, if it could be drawn in time, the picture. */
export interface WrittenChart extends Pick<DrawnChart, 'text'> {
  readonly png: DrawnChart['png'] | null;
}

/** Draws a chart with the view's settings. Never rejects. */
export async function drawChart(
  chart: Chart,
  { messages, settings, currency }: ViewContext,
  charts: Pick<ChartRenderer, 'render'>,
): Promise<WrittenChart> {
  const style = { language: settings.language, timeZone: settings.timeZone, currency };
  const text = chartText(chart, style, messages);
  return { text, png: await charts.render(chart, style, messages) };
}
