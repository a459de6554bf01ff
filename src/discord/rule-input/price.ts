import type { Currency, Wei } from '../../domain/wei.ts';
import { type Typed, unreadable } from './refusal.ts';

/** `100`, `1,000`, `0.5`, `.5`, `1.5k`. A comma stands only between thousands, so that `1,5` is never 15. */
const AMOUNT = /^(\d+|\d{1,3}(?:[, ]\d{3})+)?(?:\.(\d+))?\s*([km])?$/i;
const ZEROS: Readonly<Record<string, number>> = { k: 3, m: 6 };
/** Nothing on the chain can cost more. */
const LIMIT = 2n ** 256n;

function withoutSymbol(text: string, symbol: string): string {
  const [lower, mark] = [text.toLowerCase(), symbol.toLowerCase()];
  if (mark === '') return text;
  if (lower.endsWith(mark)) return text.slice(0, -mark.length).trim();
  return lower.startsWith(mark) ? text.slice(mark.length).trim() : text;
}

/**
 * A price in whole coins, exact to the smallest unit: `100`, `0.5 S`, `1,250.75`, `1.5k`, `2m`.
 * @returns wei
 * @throws UserError for what is no price, and for more decimal places than the currency has
 */
export function readPrice(typed: Typed, currency: Currency): Wei {
  const text = withoutSymbol(typed.text.trim(), currency.symbol);
  const [, whole = '', fraction = '', suffix = ''] = AMOUNT.exec(text) ?? [];
  const example = `Write a price like 100, 0.5 or 1.5k${currency.symbol === '' ? '' : `, in ${currency.symbol}`}.`;
  if (whole === '' && fraction === '') throw unreadable(typed, example);
  const places = currency.decimals + (ZEROS[suffix.toLowerCase()] ?? 0);
  const kept = fraction.replace(/(?<!0)0+$/, '');
  if (kept.length > places) {
    throw unreadable(
      typed,
      `Write it with ${currency.decimals === 0 ? 'no' : `at most ${currency.decimals}`} decimal places.`,
    );
  }
  const amount = BigInt(whole.replaceAll(/[, ]/g, '') + kept) * 10n ** BigInt(places - kept.length);
  if (amount >= LIMIT) throw unreadable(typed, `That is more than there can be. ${example}`);
  return amount;
}
