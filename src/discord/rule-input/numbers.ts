import { ENDING_LEADS, type EndingLead } from '../../domain/subscription.ts';
import { type Typed, unreadable } from './refusal.ts';

const MAX_RANK = 1_000_000_000;
/** Digits of a 256-bit number. */
const MAX_DIGITS = 78;

function digitsIn(text: string, form: RegExp): string | null {
  return form.exec(text.trim())?.[1]?.replaceAll(',', '') ?? null;
}

/**
 * A rarity rank: `500`, `#500`, `top 500`.
 * @throws UserError
 */
export function readRank(typed: Typed): number {
  const digits = digitsIn(typed.text, /^(?:top\s*)?#?\s*(\d{1,10}|\d{1,3}(?:,\d{3}){1,3})$/i);
  const rank = Number(digits);
  if (digits === null || rank < 1 || rank > MAX_RANK) {
    throw unreadable(typed, 'Write a rank like 500; 1 is the rarest.');
  }
  return rank;
}

/**
 * A share below the floor in whole percent: `10`, `10 %`.
 * @throws UserError
 */
export function readPercent(typed: Typed): number {
  const digits = digitsIn(typed.text, /^(\d{1,3})\s*%?$/);
  const percent = Number(digits);
  if (digits === null || percent < 1 || percent > 99) {
    throw unreadable(typed, 'Write a whole number from 1 to 99, like 10 for 10% below the floor.');
  }
  return percent;
}

/**
 * How many units of a token: `5`, `1,000`.
 * @throws UserError
 */
export function readQuantity(typed: Typed): bigint {
  const digits = digitsIn(
    typed.text,
    new RegExp(String.raw`^(\d{1,${MAX_DIGITS}}|\d{1,3}(?:,\d{3}){1,25})$`),
  );
  const quantity = digits === null ? 0n : BigInt(digits);
  if (quantity < 1n) throw unreadable(typed, 'Write how many units it must be at least, like 5.');
  return quantity;
}

/**
 * How long before an auction's end: `30`, `30 min`, `1 h`.
 * @throws UserError
 */
export function readLead(typed: Typed): EndingLead {
  const text = typed.text.trim().toLowerCase();
  const minutes = /^1\s*h(?:our)?$/.test(text) ? '60' : digitsIn(text, /^(\d{1,3})\s*(?:m|min|minutes?)?$/);
  const lead = ENDING_LEADS.find((one) => one === Number(minutes));
  if (minutes === null || lead === undefined) {
    throw unreadable(typed, 'Auctions can be told 60, 30, 10 or 5 minutes before they end.');
  }
  return lead;
}
