import type { Forms, Writer } from '../writer.ts';

const UNITS: Forms = { one: 'unit', other: 'units' };

/** Amounts of coins and of units. The caller formats the amounts. */
export const amountMessages = ({ text, plural }: Writer) => ({
  exactly: (amount: string) => text`exactly ${amount}`,
  /** Title of the view with all digits. */
  exactlyTitle: (name: string) => text`${name}: exact amounts`,
  /** @param shown the formatted number */
  units: (quantity: bigint, shown: string) => text`${shown} ${plural(quantity, UNITS)}`,
  unitsEach: (units: string, each: string) => text`${units}, ${each} each`,
  floor: (amount: string) => text`floor ${amount}`,
  viewTransaction: text`view`,
  transaction: text`transaction`,
});
