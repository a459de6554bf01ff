import type { APIEmbedField } from 'discord-api-types/v10';
import { truncate } from '../text.ts';
import type { ViewContext } from './context.ts';

/** A label and its value; `null` leaves the line out. */
export type Labelled = readonly [label: string, value: string | null];

/** Discord's limit for the value of a field, characters. */
const VALUE_LENGTH = 1_024;

/**
 * Builds a column of a screen: a heading, and a line for each value with its label in bold. Discord shows two of them
 * side by side, and one below the other on a phone.
 */
export function column(
  heading: string,
  lines: readonly Labelled[],
  { messages }: Pick<ViewContext, 'messages'>,
): APIEmbedField {
  const texts = lines.flatMap(([label, value]) =>
    value === null ? [] : [messages.lists.labelled(label, value)],
  );
  return { name: heading, value: truncate(texts.join('\n'), VALUE_LENGTH), inline: true };
}
