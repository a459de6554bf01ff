import type { APIEmbed } from 'discord-api-types/v10';
import { chartText } from '../charts/alternative-text.ts';
import type { Chart } from '../charts/chart.ts';
import type { ChartStyle } from '../charts/chart-style.ts';
import type { Answer } from './answer.ts';
import type { CommandServices } from './services.ts';
import type { ViewContext } from './views/context.ts';

/** A chart in an answer. */
export interface AnswerChart {
  /** What it shows in words. */
  readonly text: string;
  /** The embed's picture and the file with it; both are missing where it could not be drawn in time. */
  readonly image: Pick<APIEmbed, 'image'>;
  readonly files: NonNullable<Answer['files']>;
}

export const NO_CHART: AnswerChart = { text: '', image: {}, files: [] };

const NAME = 'chart.png';

/** How a server wants its charts written. */
const chartStyle = ({ settings, currency }: ViewContext): ChartStyle => ({
  language: settings.language,
  timeZone: settings.timeZone,
  currency,
});

/** Draws the chart of an answer. An answer has one at most. Never rejects. */
export async function drawAnswerChart(
  chart: Chart,
  { charts, view }: Pick<CommandServices, 'charts' | 'view'>,
): Promise<AnswerChart> {
  const style = chartStyle(view);
  const text = chartText(chart, style, view.messages);
  const png = await charts.render(chart, style, view.messages);
  if (png === null) return { text, image: {}, files: [] };
  const attachment = Buffer.from(png.buffer, png.byteOffset, png.byteLength);
  return {
    text,
    image: { image: { url: `attachment://${NAME}` } },
    files: [{ name: NAME, attachment, description: text }],
  };
}
