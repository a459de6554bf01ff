import type { APIEmbed } from 'discord-api-types/v10';
import type { Chart } from '#src/charts/chart.ts';
import type { Answer } from './answer.ts';
import { chartFile, drawChart } from './draw-chart.ts';
import type { CommandServices } from './services.ts';

/** A chart in an answer. */
export interface AnswerChart {
  /** Alternative text. */
  readonly text: string;
  /** The embed's picture and its file; both are missing if it could not be drawn in time. */
  readonly image: Pick<APIEmbed, 'image'>;
  readonly files: NonNullable<Answer['files']>;
}

export const NO_CHART: AnswerChart = { text: '', image: {}, files: [] };

const NAME = 'chart.png';

/** Draws the chart of an answer; an answer has at most one. Never rejects. */
export async function drawAnswerChart(
  chart: Chart,
  { charts, view }: Pick<CommandServices, 'charts' | 'view'>,
): Promise<AnswerChart> {
  const { text, png } = await drawChart(chart, view, charts);
  if (png === null) return { text, image: {}, files: [] };
  return {
    text,
    image: { image: { url: `attachment://${NAME}` } },
    files: [chartFile(NAME, { png, text })],
  };
}
