import type { Forms, Writer } from '../writer.ts';

const UNITS: Forms = { one: 'unit', other: 'units' };

/** Amounts of coins and of units. Amounts are handed in as they are shown. */
export const amountMessages = ({ text, plural }: Writer) => ({
  exactly: (amount: string) => text`exactly ${amount}`,
  /** The title of what shows all digits. */
  exactlyTitle: (name: string) => text`${name}, exactly`,
  /** @param shown the number, as it is shown */
  units: (quantity: bigint, shown: string) => text`${shown} ${plural(quantity, UNITS)}`,
  unitsEach: (units: string, each: string) => text`${units}, ${each} each`,
  floor: (amount: string) => text`floor ${amount}`,
  viewTransaction: text`view`,
  transaction: text`transaction`,
});
