import { type APIButtonComponent, ButtonStyle, ComponentType } from 'discord.js';
import type { AnswerContext, Row } from '../answer.ts';
import { writeTicket } from '../custom-id.ts';
import type { Place } from '../place.ts';

/** Discord: at most 5 buttons a row and 5 rows a message. */
const BUTTONS_A_ROW = 5;

/** A button that leads to a place. */
export function placeButton(
  label: string,
  place: Place,
  { asker }: Pick<AnswerContext, 'asker'>,
  options: { readonly disabled?: boolean; readonly primary?: boolean } = {},
): APIButtonComponent {
  return {
    type: ComponentType.Button,
    style: options.primary === true ? ButtonStyle.Primary : ButtonStyle.Secondary,
    label,
    custom_id: writeTicket({ place, asker }),
    ...(options.disabled === true ? { disabled: true } : {}),
  };
}

/** A button that opens a web page, or none where there is no page or its address is longer than Discord takes (512). */
export function linkButton(label: string, url: string | null): readonly APIButtonComponent[] {
  if (url === null || url.length > 512) return [];
  return [{ type: ComponentType.Button, style: ButtonStyle.Link, label, url }];
}

/** Buttons in as few rows as they need. */
export function buttonRows(buttons: readonly APIButtonComponent[]): readonly Row[] {
  const rows: Row[] = [];
  for (let start = 0; start < buttons.length; start += BUTTONS_A_ROW) {
    rows.push({ type: ComponentType.ActionRow, components: buttons.slice(start, start + BUTTONS_A_ROW) });
  }
  return rows;
}
