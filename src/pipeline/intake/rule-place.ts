import { type PriceSpan, type SubjectSight, traitKey } from '../../domain/alert-sight.ts';
import { percentBelowFloor } from '../../domain/rule-match.ts';
import type { Subscription } from '../../domain/subscription.ts';
import type { Wei } from '../../domain/wei.ts';
import { createLadder, type Ladder, putOn, seekAll, seekUpTo, takeOff } from './ladder.ts';
import { type Piles, putInto, seekIn, takeFrom } from './rule-piles.ts';

type Visit = (rule: Subscription) => boolean;

/** Below every price: who sets no lowest price also takes what has none. */
const NO_MINIMUM = -1n;

interface Ladders {
  quantities: Ladder<bigint, Subscription> | null;
  ranks: Ladder<number, Subscription> | null;
  discounts: Ladder<number, Subscription> | null;
  maximums: Ladder<Wei, Subscription> | null;
  minimums: Ladder<Wei, Subscription> | null;
  /** Those that cannot be decided before tokens and floors are looked up, once more, by their lowest price. */
  undecided: Ladder<Wei, Subscription> | null;
}

/** The rules about one collection, each under what is most selective of it. Most have only some of these. */
export interface RulePlace extends Ladders {
  traits: Piles<string> | null;
}

/** A place without rules. */
export function createPlace(): RulePlace {
  return {
    traits: null,
    quantities: null,
    ranks: null,
    discounts: null,
    maximums: null,
    minimums: null,
    undecided: null,
  };
}

type Numbered = 'ranks' | 'discounts';
type Step =
  | { readonly ladder: Numbered; readonly level: number }
  | { readonly ladder: Exclude<keyof Ladders, Numbered>; readonly level: bigint };

/** Where a rule without traits stands: by the first of its tests in the order of how much they keep out. */
function stepOf({ filter }: Subscription): Step {
  const { quantityFrom, rankAtMost, belowFloorPercent, priceFrom, priceTo } = filter;
  if (quantityFrom !== null && quantityFrom > 1n) return { ladder: 'quantities', level: quantityFrom };
  if (rankAtMost !== null) return { ladder: 'ranks', level: -rankAtMost };
  if (belowFloorPercent !== null) return { ladder: 'discounts', level: belowFloorPercent };
  if (priceFrom === null && priceTo !== null) return { ladder: 'maximums', level: -priceTo };
  return { ladder: 'minimums', level: priceFrom ?? NO_MINIMUM };
}

/** By what else a rule stands there, for what is asked before tokens and floors are looked up. */
function undecidedStepOf({ filter }: Subscription): Step | null {
  const isDecided = filter.traits === null && filter.rankAtMost === null && filter.belowFloorPercent === null;
  return isDecided ? null : { ladder: 'undecided', level: filter.priceFrom ?? NO_MINIMUM };
}

function stepsOf(rule: Subscription): readonly Step[] {
  const steps = [rule.filter.traits === null ? stepOf(rule) : null, undecidedStepOf(rule)];
  return steps.filter((step) => step !== null);
}

/** The traits a rule is found by: any of those of which one is enough, the first of those that are all needed. */
function traitKeys({ filter: { traits } }: Subscription): readonly string[] {
  if (traits === null) return [];
  return traits.mode === 'any' ? traits.traits.map(traitKey) : traits.traits.slice(0, 1).map(traitKey);
}

/** Puts a rule where its tests lead. */
export function putInPlace(place: RulePlace, rule: Subscription): void {
  for (const key of traitKeys(rule)) {
    place.traits ??= new Map();
    putInto(place.traits, key, rule);
  }
  for (const step of stepsOf(rule)) {
    if (step.ladder === 'ranks' || step.ladder === 'discounts') {
      const ladder = (place[step.ladder] ??= createLadder());
      putOn(ladder, step.level, rule);
    } else {
      const ladder = (place[step.ladder] ??= createLadder());
      putOn(ladder, step.level, rule);
    }
  }
}

/** Takes a rule away, as it was when it was put there. Says whether any rule is left. */
export function takeFromPlace(place: RulePlace, rule: Subscription): boolean {
  if (place.traits !== null) {
    for (const key of traitKeys(rule)) takeFrom(place.traits, key, rule);
    if (place.traits.size === 0) place.traits = null;
  }
  for (const step of stepsOf(rule)) {
    if (step.ladder === 'ranks' || step.ladder === 'discounts') {
      const ladder = place[step.ladder];
      if (ladder !== null) takeOff(ladder, step.level, rule);
      if (ladder?.rungs.length === 0) place[step.ladder] = null;
    } else {
      const ladder = place[step.ladder];
      if (ladder !== null) takeOff(ladder, step.level, rule);
      if (ladder?.rungs.length === 0) place[step.ladder] = null;
    }
  }
  return Object.values(place).some((one) => one !== null);
}

function largest<Value extends number | bigint>(
  members: readonly SubjectSight[],
  measure: (member: SubjectSight) => Value | null,
): Value | null {
  let most: Value | null = null;
  for (const member of members) {
    const value = measure(member);
    if (value !== null && (most === null || value > most)) most = value;
  }
  return most;
}

const quantityOf = ({ quantity }: SubjectSight): bigint => quantity;
const rankLevelOf = ({ rank }: SubjectSight): number | null => (rank === null ? null : -rank);

/** Shows the rules that price and units let through, until one is what is sought. */
export function seekByAmount(
  { minimums, maximums, quantities }: RulePlace,
  prices: PriceSpan | null,
  members: readonly SubjectSight[],
  isSought: Visit,
): boolean {
  if (minimums !== null && seekUpTo(minimums, prices?.most ?? NO_MINIMUM, isSought)) return true;
  if (maximums !== null && prices !== null && seekUpTo(maximums, -prices.least, isSought)) return true;
  if (quantities === null) return false;
  const quantity = largest(members, quantityOf);
  return quantity !== null && seekUpTo(quantities, quantity, isSought);
}

/** Shows the rules that traits, rank and floor let through, until one is what is sought. */
export function seekByToken(
  { traits, ranks, discounts }: RulePlace,
  members: readonly SubjectSight[],
  isSought: Visit,
): boolean {
  if (traits !== null) {
    for (const member of members) {
      for (const trait of member.traits) if (seekIn(traits, trait, isSought)) return true;
    }
  }
  if (ranks !== null) {
    const rank = largest(members, rankLevelOf);
    if (rank !== null && seekUpTo(ranks, rank, isSought)) return true;
  }
  if (discounts === null) return false;
  const discount = largest(members, percentBelowFloor);
  return discount !== null && seekUpTo(discounts, discount, isSought);
}

/** Shows the rules that tokens and floors will decide and that the price lets through, until one is what is sought. */
export function seekUndecided({ undecided }: RulePlace, prices: PriceSpan | null, isSought: Visit): boolean {
  return undecided !== null && seekUpTo(undecided, prices?.most ?? NO_MINIMUM, isSought);
}

/** Shows all rules, while a price that they ask about is not told, until one is what is sought. */
export function seekWithoutPrice(
  { undecided, minimums, maximums, quantities }: RulePlace,
  isSought: Visit,
): boolean {
  const ladders = [undecided, minimums, maximums, quantities];
  return ladders.some((ladder) => ladder !== null && seekAll(ladder, isSought));
}
