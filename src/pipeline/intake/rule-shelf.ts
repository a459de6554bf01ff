import type { Address } from '../../domain/address.ts';
import type { AlertFilter } from '../../domain/alert-filter.ts';
import type { AlertSight, SubjectSight } from '../../domain/alert-sight.ts';
import type { MatchFacts } from '../../domain/rule-match.ts';
import type { Subscription } from '../../domain/subscription.ts';
import { type Piles, putInto, seekIn, seekInAll, takeFrom } from './rule-piles.ts';
import {
  createPlace,
  putInPlace,
  type RulePlace,
  seekByAmount,
  seekByToken,
  seekUndecided,
  seekWithoutPrice,
  takeFromPlace,
} from './rule-place.ts';

type Visit = (rule: Subscription) => boolean;

/** Where rules lie that are not about collections of their own choice. */
const ANY = 'any';
const WHITELISTED = 'whitelisted';
type PlaceName = Address | typeof ANY | typeof WHITELISTED;

/** All rules of one kind of alert. */
export interface RuleShelf {
  put(rule: Subscription): void;
  take(rule: Subscription): void;
  /** Shows every rule that can match, some of them twice and some that do not, until one is what is sought. */
  seekMatching(sight: AlertSight, facts: MatchFacts, isSought: Visit): boolean;
  /** The same for every rule that may match once all is known that is open. */
  seekPossible(sight: AlertSight, facts: MatchFacts, isSought: Visit): boolean;
}

function placeNames({ collections }: AlertFilter): readonly PlaceName[] {
  if (collections.type === 'these') return collections.addresses;
  return [collections.type === 'every' ? ANY : WHITELISTED];
}

/** Rules of one kind of alert, found by wallet, by collection and trait, or by collection and one ordered test. */
export function createRuleShelf(): RuleShelf {
  const wallets: Piles<Address> = new Map();
  const places = new Map<PlaceName, RulePlace>();

  /** Asks the places that the alert's tokens lead to, each with those tokens, until one says yes. */
  function somePlace(
    { subjects }: AlertSight,
    { isWhitelisted }: MatchFacts,
    ask: (place: RulePlace, members: readonly SubjectSight[]) => boolean,
  ): boolean {
    const [first, ...others] = subjects;
    // One token leads to one place; a sweep's are taken together by their collections.
    const groups =
      first !== undefined && others.length === 0
        ? ([[first.collection, subjects]] as const)
        : Map.groupBy(subjects, ({ collection }) => collection);
    for (const [collection, members] of groups) {
      const place = places.get(collection);
      if (place !== undefined && ask(place, members)) return true;
    }
    const any = places.get(ANY);
    if (any !== undefined && ask(any, subjects)) return true;
    const whitelisted = places.get(WHITELISTED);
    if (whitelisted === undefined) return false;
    const listed = subjects.filter(({ collection }) => isWhitelisted(collection));
    return listed.length > 0 && ask(whitelisted, listed);
  }

  function seekByWallet({ parties }: AlertSight, isSought: Visit): boolean {
    return wallets.size > 0 && parties.some((party) => seekIn(wallets, party, isSought));
  }

  return {
    put(rule) {
      const { onlyWallets } = rule.filter;
      for (const wallet of onlyWallets) putInto(wallets, wallet, rule);
      if (onlyWallets.length > 0) return;
      for (const name of placeNames(rule.filter)) {
        const place = places.get(name) ?? createPlace();
        places.set(name, place);
        putInPlace(place, rule);
      }
    },
    take(rule) {
      const { onlyWallets } = rule.filter;
      for (const wallet of onlyWallets) takeFrom(wallets, wallet, rule);
      if (onlyWallets.length > 0) return;
      for (const name of placeNames(rule.filter)) {
        const place = places.get(name);
        if (place !== undefined && !takeFromPlace(place, rule)) places.delete(name);
      }
    },
    seekMatching(sight, facts, isSought) {
      return (
        seekByWallet(sight, isSought) ||
        somePlace(
          sight,
          facts,
          (place, members) =>
            seekByAmount(place, sight.prices, members, isSought) || seekByToken(place, members, isSought),
        )
      );
    },
    seekPossible(sight, facts, isSought) {
      // Somebody nearly always may want it, and the place of its collection is the first where to find them.
      return (
        somePlace(
          sight,
          facts,
          (place, members) =>
            (sight.pricesOpen && seekWithoutPrice(place, isSought)) ||
            seekUndecided(place, sight.prices, isSought) ||
            seekByAmount(place, sight.prices, members, isSought),
        ) ||
        seekByWallet(sight, isSought) ||
        (sight.subjects.some(({ parties }) => parties.open) && seekInAll(wallets, isSought))
      );
    },
  };
}
