import type { APIEmbed, RESTAPIAttachment } from 'discord-api-types/v10';
import type { Description } from '#src/alerts/description.ts';
import type { MessageSize } from '#src/alerts/settings.ts';
import type { Chart } from '#src/charts/chart.ts';
import type { DrawnChart, DrawnCharts } from '#src/charts/drawn-charts.ts';
import { type Described, isMarket } from './describe.ts';

/** Returns the chart that the layout of an alert shows; `null` for none, as in the two-line layout. */
export function shownChart(description: Description, size: MessageSize): Chart | null {
  if (description.layout !== 'any') return null;
  return size === 'compact' && description.sections === undefined ? null : description.chart;
}

/** A chart as a file of a message. */
interface ChartFile {
  readonly name: string;
  readonly chart: DrawnChart;
}

/** Names the chart files of a message. The same message always has the same names. */
const filesOf = (charts: DrawnCharts): readonly (ChartFile & { readonly alertKey: string })[] =>
  [...charts].map(([alertKey, chart], position) => ({ alertKey, chart, name: `chart-${position + 1}.png` }));

const addressOf = (name: string): string => `attachment://${name}`;

/** Returns the name by which an embed refers to the chart of an alert; `null` if it was not drawn. */
export function chartAddress(alertKey: string, charts: DrawnCharts): string | null {
  const file = filesOf(charts).find((one) => one.alertKey === alertKey);
  return file === undefined ? null : addressOf(file.name);
}

/**
 * Adds a chart in the large picture slot of the first embed; an existing picture moves beside the text.
 * @param address `null` for none
 */
export function withChart(embeds: readonly APIEmbed[], address: string | null): readonly APIEmbed[] {
  const [first, ...others] = embeds;
  if (first === undefined || address === null) return embeds;
  const { image, thumbnail = image, ...embed } = first;
  return [
    { ...embed, image: { url: address }, ...(thumbnail === undefined ? {} : { thumbnail }) },
    ...others,
  ];
}

/** Returns the charts that a message's embeds show, in the order of the files in its request. */
export function attachedCharts(embeds: readonly APIEmbed[], charts: DrawnCharts): readonly ChartFile[] {
  const shown = new Set(embeds.map(({ image }) => image?.url));
  return filesOf(charts).filter(({ name }) => shown.has(addressOf(name)));
}

/**
 * Returns the attachments of a message (Discord docs: Uploading Files). All charts are listed, so that an edit removes
 * charts that it replaces or could not draw.
 */
export function chartAttachments(
  alerts: readonly Described[],
  embeds: readonly APIEmbed[],
  charts: DrawnCharts,
): { attachments?: RESTAPIAttachment[] } {
  if (!alerts.filter(isMarket).some(({ description }) => description.chart !== null)) return {};
  return {
    attachments: attachedCharts(embeds, charts).map(({ name, chart }, position) => ({
      id: String(position),
      filename: name,
      description: chart.text,
    })),
  };
}
