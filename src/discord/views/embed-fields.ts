import { truncate } from '../text.ts';
import type { ViewContext } from './context.ts';

/** Longer than any 256-bit amount. */
const UNITS_LENGTH = 120;

/** Formats a number of units, truncated if it is unreadably long. */
export function unitsCount(quantity: bigint, { messages }: ViewContext): string {
  return truncate(messages.writer.number(quantity), UNITS_LENGTH);
}
