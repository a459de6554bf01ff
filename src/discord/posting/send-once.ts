import type { REST } from 'discord.js';
import { type APIEmbed, Routes } from 'discord-api-types/v10';
import { type DrawnCharts, NO_CHARTS } from '#src/charts/drawn-charts.ts';
import type { SendOutcome } from '#src/outbox/posting.ts';
import { attachedCharts } from '../render/alert-charts.ts';
import type { AlertMessage } from '../render/alert-message.ts';
import { outcomeOfFailure } from './failures.ts';
import { multipartRequest } from './multipart.ts';

/** Builds a request: the body of a message, with the charts in its embeds. */
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

const REQUEST_TIMEOUT_MS = 6_000;

/** Posts a message with its charts in a single request, without storing or retrying anything. Never rejects. */
export async function sendOnce(
  rest: REST,
  channelId: string,
  body: AlertMessage,
  charts: DrawnCharts = NO_CHARTS,
): Promise<SendOutcome> {
  try {
    const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
    const answer = await rest.post(Routes.channelMessages(channelId), {
      ...requestWith(body, charts),
      signal,
    });
    const id = typeof answer === 'object' && answer !== null && 'id' in answer ? answer.id : null;
    return typeof id === 'string'
      ? { type: 'sent', messageId: id }
      : { type: 'ambiguous', detail: 'the answer is not a message', serverError: false };
  } catch (error) {
    return outcomeOfFailure(error);
  }
}
