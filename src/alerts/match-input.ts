import type { Address } from '#src/chain/address.ts';
import type { Wei } from '#src/chain/wei.ts';
import { kindOf, type MarketAlert } from './kinds/registry.ts';
import type { MatchSubject } from './match-subject.ts';
import { NONE_PENDING, type PendingLookups } from './missing-details.ts';

/** The lowest price and the total, wei. Every price of an alert, or of a part of it, is between them. */
export interface PriceRange {
  readonly least: Wei;
  readonly most: Wei;
}

/** An alert of any type, prepared for matching. */
export interface MatchInput {
  readonly alert: MarketAlert;
  /** All known wallets, without duplicates. */
  readonly parties: readonly Address[];
  readonly prices: PriceRange | null;
  /** Whether a price is unknown and the marketplace may report it later. */
  readonly pricesPending: boolean;
  /** At least one. */
  readonly subjects: readonly MatchSubject[];
}

/**
 * Returns the prices that filters test; `null` for a price that is unknown or in another coin.
 * @param subjects the matching subjects of the alert
 */
export function pricesOf(alert: MarketAlert, subjects: readonly MatchSubject[]): readonly (Wei | null)[] {
  return kindOf(alert).prices(alert, subjects);
}

/** Returns the range of `pricesOf`; `null` if no price is known. */
export function priceRange(alert: MarketAlert, subjects: readonly MatchSubject[]): PriceRange | null {
  let least: Wei | null = null;
  let most = 0n;
  for (const price of pricesOf(alert, subjects)) {
    if (price === null) continue;
    if (least === null || price < least) least = price;
    most += price;
  }
  return least === null ? null : { least, most };
}

/** Returns whether an unknown price may be reported later. */
export function hasPendingPrices(alert: MarketAlert, subjects: readonly MatchSubject[]): boolean {
  return kindOf(alert).pricePending(alert, subjects);
}

/**
 * Prepares an alert once for all rules that are tested against it.
 * @param details details that were not looked up yet; none by default
 */
export function toMatchInput(alert: MarketAlert, details: PendingLookups = NONE_PENDING): MatchInput {
  const subjects = kindOf(alert).subjects(alert, details);
  return {
    alert,
    subjects,
    parties: [...new Set(subjects.flatMap(({ parties }) => parties.named))],
    prices: priceRange(alert, subjects),
    pricesPending: hasPendingPrices(alert, subjects),
  };
}
