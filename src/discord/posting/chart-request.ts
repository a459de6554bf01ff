import type { APIEmbed } from 'discord-api-types/v10';
import type { DrawnCharts } from '#src/charts/drawn-charts.ts';
import { attachedCharts } from '../render/alert-charts.ts';
import { multipartRequest } from './multipart.ts';

/** What a request carries: the body of a message, with the charts that its embeds show. */
export function requestWith(
  body: { readonly embeds?: readonly APIEmbed[] | undefined },
  charts: DrawnCharts,
) {
  const files = attachedCharts(body.embeds ?? [], charts);
  if (files.length === 0) return { body };
  return multipartRequest(
    body,
    files.map(({ name, chart }) => ({ name, bytes: chart.png })),
  );
}
