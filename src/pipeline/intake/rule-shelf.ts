import type { Address } from '../../domain/address.ts';
import type { AlertFilter } from '../../domain/alert-filter.ts';
import { type AlertSight, type SubjectSight, traitKey } from '../../domain/alert-sight.ts';
import { type MatchFacts, percentBelowFloor } from '../../domain/rule-match.ts';
import type { Subscription } from '../../domain/subscription.ts';
import type { Wei } from '../../domain/wei.ts';
import { createLadder, type Ladder } from './ladder.ts';

type Visit = (rule: Subscription) => boolean;
type Pile = Map<number, Subscription>;

/** Where rules lie that are not about collections of their own choice. */
const ANY = 'any';
const WHITELISTED = 'whitelisted';
type PlaceName = Address | typeof ANY | typeof WHITELISTED;

/** Below every price: who sets no lowest price also takes what has none. */
const NO_MINIMUM = -1n;

/** The rules about one collection, each under what is most selective of it. */
interface Place {
  readonly traits: Map<string, Pile>;
  readonly ranks: Ladder<number, Subscription>;
  readonly discounts: Ladder<number, Subscription>;
  readonly quantities: Ladder<bigint, Subscription>;
  readonly minimums: Ladder<Wei, Subscription>;
  readonly maximums: Ladder<Wei, Subscription>;
  /** Those that cannot be decided before tokens and floors are looked up, once more, by their lowest price. */
  readonly undecided: Ladder<Wei, Subscription>;
}

/** All rules of one kind of alert. */
export interface RuleShelf {
  put(rule: Subscription): void;
  take(rule: Subscription): void;
  /** Shows every rule that can match, some of them twice and some that do not, until one is what is sought. */
  seekMatching(sight: AlertSight, facts: MatchFacts, isSought: Visit): boolean;
  /** The same by what is known before tokens and floors are looked up. */
  seekPossible(sight: AlertSight, facts: MatchFacts, isSought: Visit): boolean;
}

function createPlace(): Place {
  return {
    traits: new Map(),
    ranks: createLadder(),
    discounts: createLadder(),
    quantities: createLadder(),
    minimums: createLadder(),
    maximums: createLadder(),
    undecided: createLadder(),
  };
}

function isEmpty(place: Place): boolean {
  const { traits, ranks, discounts, quantities, minimums, maximums } = place;
  return traits.size + ranks.size + discounts.size + quantities.size + minimums.size + maximums.size === 0;
}

function putInto<Key>(piles: Map<Key, Pile>, key: Key, rule: Subscription): void {
  const pile = piles.get(key);
  if (pile === undefined) piles.set(key, new Map([[rule.id, rule]]));
  else pile.set(rule.id, rule);
}

function takeFrom<Key>(piles: Map<Key, Pile>, key: Key, rule: Subscription): void {
  const pile = piles.get(key);
  pile?.delete(rule.id);
  if (pile?.size === 0) piles.delete(key);
}

function seekIn(pile: Pile | undefined, isSought: Visit): boolean {
  if (pile === undefined) return false;
  for (const rule of pile.values()) if (isSought(rule)) return true;
  return false;
}

function placeNames({ collections }: AlertFilter): readonly PlaceName[] {
  if (collections.type === 'these') return collections.addresses;
  return [collections.type === 'every' ? ANY : WHITELISTED];
}

/** The traits a rule is found by: any of those of which one is enough, the first of those that are all needed. */
function traitKeys({ traits }: AlertFilter): readonly string[] {
  if (traits === null) return [];
  return traits.mode === 'any' ? traits.traits.map(traitKey) : traits.traits.slice(0, 1).map(traitKey);
}

/** The rule's own ladder, where it has no traits: the first of its tests in the order of how much they keep out. */
function onLadder<Result>(
  place: Place,
  { filter }: Subscription,
  act: <Level extends number | bigint>(ladder: Ladder<Level, Subscription>, level: Level) => Result,
): Result {
  const { quantityFrom, rankAtMost, belowFloorPercent, priceFrom, priceTo } = filter;
  if (quantityFrom !== null && quantityFrom > 1n) return act(place.quantities, quantityFrom);
  if (rankAtMost !== null) return act(place.ranks, -rankAtMost);
  if (belowFloorPercent !== null) return act(place.discounts, belowFloorPercent);
  if (priceFrom === null && priceTo !== null) return act(place.maximums, -priceTo);
  return act(place.minimums, priceFrom ?? NO_MINIMUM);
}

function isUndecided({ filter }: Subscription): boolean {
  return filter.traits !== null || filter.rankAtMost !== null || filter.belowFloorPercent !== null;
}

function largest<Value extends number | bigint>(values: readonly (Value | null)[]): Value | null {
  return values.reduce<Value | null>(
    (most, value) => (value !== null && (most === null || value > most) ? value : most),
    null,
  );
}

/** Rules of one kind of alert, found by wallet, by collection and trait, or by collection and one ordered test. */
export function createRuleShelf(): RuleShelf {
  const wallets = new Map<Address, Pile>();
  const places = new Map<PlaceName, Place>();

  function putInPlace(name: PlaceName, rule: Subscription): void {
    const place = places.get(name) ?? createPlace();
    places.set(name, place);
    if (rule.filter.traits === null)
      onLadder(place, rule, (ladder, level) => ladder.put(level, rule.id, rule));
    else for (const key of traitKeys(rule.filter)) putInto(place.traits, key, rule);
    if (isUndecided(rule)) place.undecided.put(rule.filter.priceFrom ?? NO_MINIMUM, rule.id, rule);
  }

  function takeFromPlace(name: PlaceName, rule: Subscription): void {
    const place = places.get(name);
    if (place === undefined) return;
    if (rule.filter.traits === null) onLadder(place, rule, (ladder, level) => ladder.take(level, rule.id));
    else for (const key of traitKeys(rule.filter)) takeFrom(place.traits, key, rule);
    if (isUndecided(rule)) place.undecided.take(rule.filter.priceFrom ?? NO_MINIMUM, rule.id);
    if (isEmpty(place)) places.delete(name);
  }

  /** The places that the alert's tokens lead to, each with those tokens. */
  function* placesOf(
    { subjects }: AlertSight,
    { isWhitelisted }: MatchFacts,
  ): Generator<readonly [Place, readonly SubjectSight[]]> {
    const any = places.get(ANY);
    if (any !== undefined) yield [any, subjects];
    const groups = subjects.length === 1 ? null : Map.groupBy(subjects, ({ collection }) => collection);
    const whitelisted = places.get(WHITELISTED);
    if (whitelisted !== undefined) {
      const listed = subjects.filter(({ collection }) => isWhitelisted(collection));
      if (listed.length > 0) yield [whitelisted, listed];
    }
    for (const [collection, members] of groups ??
      subjects.map((one) => [one.collection, subjects] as const)) {
      const place = places.get(collection);
      if (place !== undefined) yield [place, members];
    }
  }

  function seekByWallet({ parties }: AlertSight, isSought: Visit): boolean {
    return wallets.size > 0 && parties.some((party) => seekIn(wallets.get(party), isSought));
  }

  function seekByAmount(
    place: Place,
    price: Wei | null,
    members: readonly SubjectSight[],
    isSought: Visit,
  ): boolean {
    if (place.minimums.seek(price ?? NO_MINIMUM, isSought)) return true;
    if (price !== null && place.maximums.seek(-price, isSought)) return true;
    if (place.quantities.size === 0) return false;
    const quantity = largest(members.map((member) => member.quantity));
    return quantity !== null && place.quantities.seek(quantity, isSought);
  }

  function seekByToken(place: Place, members: readonly SubjectSight[], isSought: Visit): boolean {
    if (place.traits.size > 0) {
      for (const { traits } of members) {
        for (const trait of traits) if (seekIn(place.traits.get(trait), isSought)) return true;
      }
    }
    if (place.ranks.size > 0) {
      const rank = largest(members.map((member) => (member.rank === null ? null : -member.rank)));
      if (rank !== null && place.ranks.seek(rank, isSought)) return true;
    }
    if (place.discounts.size === 0) return false;
    const discount = largest(members.map(percentBelowFloor));
    return discount !== null && place.discounts.seek(discount, isSought);
  }

  return {
    put(rule) {
      const { onlyWallets } = rule.filter;
      for (const wallet of onlyWallets) putInto(wallets, wallet, rule);
      if (onlyWallets.length === 0) for (const name of placeNames(rule.filter)) putInPlace(name, rule);
    },
    take(rule) {
      const { onlyWallets } = rule.filter;
      for (const wallet of onlyWallets) takeFrom(wallets, wallet, rule);
      if (onlyWallets.length === 0) for (const name of placeNames(rule.filter)) takeFromPlace(name, rule);
    },
    seekMatching(sight, facts, isSought) {
      if (seekByWallet(sight, isSought)) return true;
      for (const [place, members] of placesOf(sight, facts)) {
        if (seekByAmount(place, sight.price, members, isSought)) return true;
        if (seekByToken(place, members, isSought)) return true;
      }
      return false;
    },
    seekPossible(sight, facts, isSought) {
      if (seekByWallet(sight, isSought)) return true;
      for (const [place, members] of placesOf(sight, facts)) {
        if (seekByAmount(place, sight.price, members, isSought)) return true;
        if (place.undecided.seek(sight.price ?? NO_MINIMUM, isSought)) return true;
      }
      return false;
    },
  };
}
