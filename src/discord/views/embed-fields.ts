import { truncate } from '../text.ts';
import type { ViewContext } from './context.ts';

/** No amount of 256 bits is longer. */
const UNITS_LENGTH = 120;

/** A count of units, cut where nobody could read it. */
export function unitsCount(quantity: bigint, { messages }: ViewContext): string {
  return truncate(messages.writer.number(quantity), UNITS_LENGTH);
}
