import type { APIEmbedField } from 'discord.js';
import type { ToldToken } from '../../domain/alert.ts';
import type { Wei } from '../../domain/wei.ts';
import { cut } from '../text.ts';
import type { ViewContext } from './context.ts';
import { numberText } from './numbers.ts';
import { amountText } from './price.ts';

/** A field that stands beside others; one without a value is left out. */
export type Field = readonly [name: string, value: string | null];

/** The fields that have something to say, beside one another. */
export function inlineFields(fields: readonly Field[]): APIEmbedField[] {
  return fields.flatMap(([name, value]) => (value === null ? [] : [{ name, value, inline: true }]));
}

/** A field of its own line. */
export function wideField(name: string, value: string | null): APIEmbedField[] {
  return value === null ? [] : [{ name, value, inline: false }];
}

/** No amount of 256 bits is longer. */
const UNITS_LENGTH = 120;

/** All units of several tokens together. */
export function unitsOf(tokens: readonly Pick<ToldToken, 'quantity'>[]): bigint {
  return tokens.reduce((sum, { quantity }) => sum + quantity, 0n);
}

/** A count of units, cut where nobody could read it. */
export function unitsCount(quantity: bigint, context: ViewContext): string {
  return cut(numberText(quantity, context), UNITS_LENGTH);
}

/** `5 units, 0.2 ETH each`; `null` for one unit. What each costs is told where it comes out even. */
export function unitsText(
  { quantity }: Pick<ToldToken, 'quantity'>,
  price: Wei | null,
  context: ViewContext,
): string | null {
  if (quantity <= 1n) return null;
  const units = `${unitsCount(quantity, context)} units`;
  const even = price !== null && price > 0n && price % quantity === 0n;
  return even ? `${units}, ${amountText(price / quantity, context)} each` : units;
}

/** A transaction's page as a link; `null` where there is none. */
export function transactionText(txHash: string | null, context: ViewContext): string | null {
  const page = txHash === null ? null : context.links.transaction(txHash);
  return page === null ? null : `[view](${page})`;
}
