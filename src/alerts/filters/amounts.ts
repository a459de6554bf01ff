import type { Wei } from '#src/chain/wei.ts';
import type { Segment } from '#src/messages/segment.ts';
import { type ReadContext, unreadable } from './filter.ts';

/** An amount after removal of thousands separators: `100`, `0.5`, `.5`, `1.5k`. */
const AMOUNT = /^(\d+)?(?:\.(\d+))?\s*([km])?$/i;
/** `1,000`, `1 000.5`, `1,250,000.75`: thousands separated by commas or spaces, decimals by a point. */
const POINT_BEFORE_DECIMALS = /^[1-9]\d{0,2}(?:[, ]\d{3})+(?:\.\d+)?\s*[km]?$/i;
/** `1,5`, `0,125`, `1.250,75`, `1 250,75`, `1.250.000`: the European format. */
const COMMA_BEFORE_DECIMALS =
  /^(?:\d*,\d+|[1-9]\d{0,2}(?:[. ]\d{3})+,\d+|[1-9]\d{0,2}(?:\.\d{3}){2,})\s*[km]?$/i;
const ZEROS: Readonly<Record<string, number>> = { k: 3, m: 6 };
/** Exceeds what the chain can represent. */
const LIMIT = 2n ** 256n;

function withoutSymbol(text: string, symbol: string): string {
  const [lower, mark] = [text.toLowerCase(), symbol.toLowerCase()];
  if (mark === '') return text;
  if (lower.endsWith(mark)) return text.slice(0, -mark.length).trim();
  return lower.startsWith(mark) ? text.slice(mark.length).trim() : text;
}

/**
 * Removes thousands separators and normalizes the decimal separator to a point. A single comma before three digits
 * separates thousands: `1,250` is 1250.
 */
function ungrouped(text: string): string {
  if (POINT_BEFORE_DECIMALS.test(text)) return text.replaceAll(/(?<=\d)[, ](?=\d)/g, '');
  if (COMMA_BEFORE_DECIMALS.test(text)) return text.replaceAll(/[. ](?=\d)/g, '').replace(',', '.');
  return text;
}

/**
 * Parses a price in whole coins, exact to the smallest unit: `100`, `0.5 S`, `1,250.75`, `1,5`, `1.5k`, `2m`. Returns
 * wei.
 */
export function readPrice(
  typed: string,
  context: Pick<ReadContext, 'option' | 'currency' | 'messages'>,
): { readonly value: Wei } | { readonly problem: readonly Segment[] } {
  const { currency, messages } = context;
  const text = withoutSymbol(typed.trim(), currency.symbol);
  const [, whole = '', fraction = '', suffix = ''] = AMOUNT.exec(ungrouped(text)) ?? [];
  const example = messages.price.example(currency.symbol);
  if (whole === '' && fraction === '') return unreadable(typed, context, example);
  const places = currency.decimals + (ZEROS[suffix.toLowerCase()] ?? 0);
  const kept = fraction.replace(/(?<!0)0+$/, '');
  if (kept.length > places) {
    return unreadable(typed, context, messages.price.tooExact(currency.decimals));
  }
  const amount = BigInt(whole + kept) * 10n ** BigInt(places - kept.length);
  return amount < LIMIT ? { value: amount } : unreadable(typed, context, messages.price.tooLarge(example));
}
