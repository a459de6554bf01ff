import type { AlertKind } from '../../domain/alert-kind.ts';
import type { Collection } from '../../domain/collection.ts';
import { foldText } from '../../domain/finding.ts';
import type { Rule } from '../../domain/subscription.ts';
import { kindsText } from '../views/rule-words.ts';

/** What of a collection decides whether a filter can ever fit. */
export type CollectionFacts = Pick<Collection, 'rarity' | 'standard'>;

/** What is compared with the floor (`domain/rule-match.ts`). */
const MEASURED: readonly AlertKind[] = ['sale', 'listing', 'auction_ended'];

function aboutFloor({ kinds, filter }: Rule): string | null {
  if (filter.belowFloorPercent === null) return null;
  const never = kinds.filter((kind) => !MEASURED.includes(kind));
  if (never.length === 0) return null;
  if (never.length === kinds.length) {
    return 'Nothing can ever fit: only sales, listings and auction results are compared with the floor. Choose one of them, or clear **below_floor**.';
  }
  return `Only sales, listings and auction results are compared with the floor, so with **below_floor** there will be no ${kindsText(never, 'or')}.`;
}

function aboutPrice({ kinds, filter }: Rule): string | null {
  if ((filter.priceFrom === null && filter.priceTo === null) || !kinds.includes('transfer')) return null;
  return kinds.length === 1
    ? 'Nothing can ever fit: a transfer has no price. Clear **price_from** and **price_to**.'
    : 'Transfers have no price, so with **price_from** or **price_to** there will be none.';
}

function aboutOffers({ kinds, filter }: Rule): string | null {
  const wanted = filter.traits !== null ? 'traits' : filter.rankAtMost !== null ? 'rank' : null;
  if (!kinds.includes('offer') || wanted === null || filter.belowFloorPercent !== null) return null;
  return `Offers for a whole collection have no ${wanted}, so with **${wanted}** only offers for single tokens are told.`;
}

function aboutTraits({ filter }: Rule): string | null {
  if (filter.traits?.mode !== 'all') return null;
  const types = filter.traits.traits.map(({ type }) => foldText(type));
  if (new Set(types).size === types.length) return null;
  return 'Hardly anything can fit: a token usually has one value of each trait. Set **trait_mode** to “any”.';
}

function aboutCollections({ filter }: Rule, facts: readonly CollectionFacts[]): string | null {
  if (facts.length === 0) return null;
  const unranked = facts.every(({ rarity }) => !rarity.enabled && !rarity.calculated);
  if (filter.rankAtMost !== null && unranked) {
    return 'Nothing can ever fit: the marketplace ranks no token of what you chose. Clear **rank**.';
  }
  const single = facts.every(({ standard }) => standard === '721');
  if (filter.quantityFrom !== null && filter.quantityFrom > 1n && single) {
    return 'Nothing can ever fit: tokens of what you chose are single pieces. Clear **amount**.';
  }
  return null;
}

/**
 * Parts of a rule that can never hold, or never hold together, each as a sentence that says what to change.
 * @param facts of every chosen collection, or nothing where they are not all known
 */
export function contradictions(rule: Rule, facts: readonly CollectionFacts[]): readonly string[] {
  return [
    aboutFloor(rule),
    aboutPrice(rule),
    aboutOffers(rule),
    aboutTraits(rule),
    aboutCollections(rule, facts),
  ].filter((sentence) => sentence !== null);
}
