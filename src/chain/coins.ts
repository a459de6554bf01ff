import type { Currency, Wei } from './wei.ts';

/** An amount in whole coins with every digit, without symbol and grouping: `12.5`. */
export function coinsText(amount: Wei, { decimals }: Pick<Currency, 'decimals'>): string {
  const digits = amount.toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/(?<!0)0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/** The amount that such a text stands for, wei; `null` where it has more decimal places than the currency. */
export function coinsIn(text: string, { decimals }: Pick<Currency, 'decimals'>): Wei | null {
  const [whole = '0', fraction = ''] = text.split('.');
  const kept = fraction.replace(/(?<!0)0+$/, '');
  if (kept.length > decimals) return null;
  return BigInt(whole + kept.padEnd(decimals, '0'));
}
