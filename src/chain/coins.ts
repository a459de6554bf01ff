import type { Currency, Wei } from './wei.ts';

/**
 * A coin other than the chain's own: its contract, or `0x:` followed by the name if a record gives no contract. Older
 * versions on the same database treat any text that begins with `0x` as a contract.
 */
export type CoinId = `0x${string}`;

const NAMED = '0x:';
/** Longer than any symbol. The name is stored with every alert. */
const MAX_NAME_LENGTH = 32;

/** Returns the id of a coin that is known only by its name. */
export const namedCoin = (name: string): CoinId => `0x:${name.slice(0, MAX_NAME_LENGTH).toWellFormed()}`;

/** Returns the name of a coin that is known only by its name; `null` for a contract. */
export const nameOfCoin = (coin: CoinId): string | null =>
  coin.startsWith(NAMED) ? coin.slice(NAMED.length) : null;

/** Formats an amount in whole coins with every digit, without symbol and grouping: `12.5`. */
export function coinsText(amount: Wei, { decimals }: Pick<Currency, 'decimals'>): string {
  const digits = amount.toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/(?<!0)0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/** Parses such a text to wei; `null` if it has more decimal places than the currency. */
export function coinsIn(text: string, { decimals }: Pick<Currency, 'decimals'>): Wei | null {
  const [whole = '0', fraction = ''] = text.split('.');
  const kept = fraction.replace(/(?<!0)0+$/, '');
  if (kept.length > decimals) return null;
  return BigInt(whole + kept.padEnd(decimals, '0'));
}
