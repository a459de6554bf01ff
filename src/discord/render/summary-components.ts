import { type APIButtonComponent, ButtonStyle, ComponentType } from 'discord-api-types/v10';
import type { MarketDescription } from '#src/alerts/description.ts';
import { buttonRows } from '../components/buttons.ts';
import { writeSummaryId } from '../components/custom-id.ts';
import type { ViewContext } from '../views/context.ts';
import type { AlertComponents } from './alert-buttons.ts';
import type { Described } from './describe.ts';
import { namesAll } from './layouts/summary.ts';

/**
 * Builds the button under a summary that leads to all of its alerts, with their number; `null` if the summary names
 * each of them. The label counts them even where the embeds are not shown.
 * @param id number of the post, and the reference of the message's first alert
 */
export function summaryComponents(
  alerts: readonly Described<MarketDescription>[],
  id: { readonly post: number; readonly mark: string },
  { messages }: ViewContext,
): AlertComponents | null {
  if (namesAll(alerts.map(({ description }) => description))) return null;
  const all: APIButtonComponent = {
    type: ComponentType.Button,
    style: ButtonStyle.Secondary,
    label: messages.layouts.all(alerts.length),
    custom_id: writeSummaryId(id),
  };
  return { rows: buttonRows([all]), marked: new Set([id.mark]), linksTransaction: false };
}
