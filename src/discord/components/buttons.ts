import { type APIButtonComponent, ButtonStyle, ComponentType } from 'discord-api-types/v10';
import { type Destination, writeScreenId } from '../screens/link.ts';
import type { Row } from './row.ts';

/** Discord allows at most 5 buttons per row and 5 rows per message. */
const BUTTONS_PER_ROW = 5;

/** Builds a button that opens a screen. */
export function screenButton(
  label: string,
  destination: Destination,
  { requester }: { readonly requester: string },
  options: { readonly disabled?: boolean; readonly primary?: boolean } = {},
): APIButtonComponent {
  return {
    type: ComponentType.Button,
    style: options.primary === true ? ButtonStyle.Primary : ButtonStyle.Secondary,
    label,
    custom_id: writeScreenId({ destination, requester }),
    ...(options.disabled === true ? { disabled: true } : {}),
  };
}

/** Builds a link button; none without a URL, or if the URL exceeds Discord's limit (512). */
export function linkButton(label: string, url: string | null): readonly APIButtonComponent[] {
  if (url === null || url.length > 512) return [];
  return [{ type: ComponentType.Button, style: ButtonStyle.Link, label, url }];
}

/** Arranges buttons in the minimum number of rows. */
export function buttonRows(buttons: readonly APIButtonComponent[]): readonly Row[] {
  const rows: Row[] = [];
  for (let start = 0; start < buttons.length; start += BUTTONS_PER_ROW) {
    rows.push({ type: ComponentType.ActionRow, components: buttons.slice(start, start + BUTTONS_PER_ROW) });
  }
  return rows;
}
