import type { Wei } from '../../chain/wei.ts';
import type { Segment } from '../../messages/segment.ts';
import { type ReadContext, unreadable } from './filter.ts';

/** `100`, `1,000`, `0.5`, `.5`, `1.5k`. A comma stands only between thousands, so that `1,5` is never 15. */
const AMOUNT = /^(\d+|\d{1,3}(?:[, ]\d{3})+)?(?:\.(\d+))?\s*([km])?$/i;
const ZEROS: Readonly<Record<string, number>> = { k: 3, m: 6 };
/** More than the chain can hold. */
const LIMIT = 2n ** 256n;

function withoutSymbol(text: string, symbol: string): string {
  const [lower, mark] = [text.toLowerCase(), symbol.toLowerCase()];
  if (mark === '') return text;
  if (lower.endsWith(mark)) return text.slice(0, -mark.length).trim();
  return lower.startsWith(mark) ? text.slice(mark.length).trim() : text;
}

/** A price in whole coins, exact to the smallest unit: `100`, `0.5 S`, `1,250.75`, `1.5k`, `2m`. The value is in wei. */
export function readPrice(
  typed: string,
  context: Pick<ReadContext, 'option' | 'currency' | 'messages'>,
): { readonly value: Wei } | { readonly problem: readonly Segment[] } {
  const { currency, messages } = context;
  const text = withoutSymbol(typed.trim(), currency.symbol);
  const [, whole = '', fraction = '', suffix = ''] = AMOUNT.exec(text) ?? [];
  const example = messages.price.example(currency.symbol);
  if (whole === '' && fraction === '') return unreadable(typed, context, example);
  const places = currency.decimals + (ZEROS[suffix.toLowerCase()] ?? 0);
  const kept = fraction.replace(/(?<!0)0+$/, '');
  if (kept.length > places) {
    return unreadable(typed, context, messages.price.tooExact(currency.decimals));
  }
  const amount = BigInt(whole.replaceAll(/[, ]/g, '') + kept) * 10n ** BigInt(places - kept.length);
  return amount < LIMIT ? { value: amount } : unreadable(typed, context, messages.price.tooLarge(example));
}
