import {
  type APIButtonComponent,
  type APIButtonComponentWithCustomId,
  ButtonStyle,
  ComponentType,
} from 'discord-api-types/v10';
import type { Row } from '../answer.ts';
import { writeCustomId, writeDisabledId } from './custom-id.ts';
import type { Destination } from './link.ts';

/** Discord allows at most 5 buttons per row and 5 rows per message. */
const BUTTONS_PER_ROW = 5;

const STYLES = {
  primary: ButtonStyle.Primary,
  secondary: ButtonStyle.Secondary,
  success: ButtonStyle.Success,
  danger: ButtonStyle.Danger,
} as const;

/** A button that leads to a component. Two buttons of one message must differ in where they lead. */
export function button(
  label: string,
  to: Destination,
  asker: { readonly requester: string },
  style: keyof typeof STYLES = 'secondary',
): APIButtonComponentWithCustomId {
  return {
    type: ComponentType.Button,
    style: STYLES[style],
    label,
    custom_id: writeCustomId(to, asker),
  };
}

/** A button that cannot be pressed. @param name differs from that of the others in the message */
export function disabledButton(label: string, name: string | number): APIButtonComponentWithCustomId {
  return {
    type: ComponentType.Button,
    style: ButtonStyle.Secondary,
    label,
    custom_id: writeDisabledId(name),
    disabled: true,
  };
}

/** Builds a link button; none without a URL, or if the URL exceeds Discord's limit (512). */
export function linkButton(label: string, url: string | null): readonly APIButtonComponent[] {
  if (url === null || url.length > 512) return [];
  return [{ type: ComponentType.Button, style: ButtonStyle.Link, label, url }];
}

/** Builds a button for each of several choices; the present one stands out. */
export function choiceButtons<T>(
  choices: readonly T[],
  {
    chosen,
    label,
    to,
  }: {
    readonly chosen: T | undefined;
    readonly label: (choice: T) => string;
    readonly to: (choice: T) => Destination;
  },
  asker: { readonly requester: string },
): readonly APIButtonComponent[] {
  return choices.map((one) => button(label(one), to(one), asker, one === chosen ? 'primary' : 'secondary'));
}

/** Arranges buttons in the minimum number of rows. */
export function buttonRows(buttons: readonly APIButtonComponent[]): readonly Row[] {
  const rows: Row[] = [];
  for (let start = 0; start < buttons.length; start += BUTTONS_PER_ROW) {
    rows.push({ type: ComponentType.ActionRow, components: buttons.slice(start, start + BUTTONS_PER_ROW) });
  }
  return rows;
}
