import type { Address } from './address.ts';
import type { MarketAlert } from './alert.ts';
import type { AlertFilter, CollectionChoice, TraitChoice } from './alert-filter.ts';
import {
  type AlertSight,
  type Parties,
  priceSpan,
  pricesAreOpen,
  pricesOf,
  type SubjectSight,
  sightOf,
  traitKey,
} from './alert-sight.ts';
import { ALL_OPEN } from './lacking.ts';
import type { Rule } from './subscription.ts';
import type { Wei } from './wei.ts';

/** What is known of the marketplace beside the alert. */
export interface MatchFacts {
  /** Whether the marketplace lists the collection. */
  isWhitelisted(collection: Address): boolean;
}

function kindFits(rule: Rule, alert: MarketAlert): boolean {
  if (!rule.kinds.includes(alert.kind)) return false;
  if (alert.type !== 'auction' || alert.kind !== 'auction_ending') return true;
  return alert.leads.includes(rule.endingLead);
}

const isTold = (price: Wei | null): price is Wei => price !== null;

/** Whether one of the prices lies between the bounds, or what all cost together, as far as that is told. */
function pricesFit({ priceFrom, priceTo }: AlertFilter, prices: readonly (Wei | null)[]): boolean {
  const reaches = (price: Wei): boolean => priceFrom === null || price >= priceFrom;
  const keepsWithin = (price: Wei): boolean => priceTo === null || price <= priceTo;
  const told = prices.filter(isTold);
  if (told.some((price) => reaches(price) && keepsWithin(price))) return true;
  // Where some prices are not told it may have been more, so only a lower bound can be said to be reached.
  if (told.length === 0 || (priceTo !== null && told.length < prices.length)) return false;
  const total = told.reduce((sum, price) => sum + price, 0n);
  return reaches(total) && keepsWithin(total);
}

function priceFits(filter: AlertFilter, alert: MarketAlert, fitting: readonly SubjectSight[]): boolean {
  if (filter.priceFrom === null && filter.priceTo === null) return true;
  return pricesFit(filter, pricesOf(alert, fitting));
}

/** `priceFits`, before it is known which of the subjects fit, and what prices are that are open. */
function priceMayFit(
  { priceFrom, priceTo }: AlertFilter,
  alert: MarketAlert,
  possible: readonly SubjectSight[],
): boolean {
  if ((priceFrom === null && priceTo === null) || pricesAreOpen(alert, possible)) return true;
  const span = priceSpan(alert, possible);
  if (span === null) return false;
  return (priceFrom === null || span.most >= priceFrom) && (priceTo === null || span.least <= priceTo);
}

function walletsFit({ onlyWallets, notWallets }: AlertFilter, { named, someUnnamed }: Parties): boolean {
  if (onlyWallets.length > 0 && !named.some((party) => onlyWallets.includes(party))) return false;
  return notWallets.length === 0 || (!someUnnamed && !named.some((party) => notWallets.includes(party)));
}

/** `walletsFit`, where somebody may be named later. */
function walletsMayFit(filter: AlertFilter, parties: Parties): boolean {
  if (!parties.open) return walletsFit(filter, parties);
  return !parties.named.some((party) => filter.notWallets.includes(party));
}

function collectionFits(
  choice: CollectionChoice,
  collection: Address,
  isWhitelisted: MatchFacts['isWhitelisted'],
): boolean {
  if (choice.type === 'every') return true;
  return choice.type === 'these' ? choice.addresses.includes(collection) : isWhitelisted(collection);
}

function traitsFit(choice: TraitChoice, traits: ReadonlySet<string>): boolean {
  const has = (trait: TraitChoice['traits'][number]): boolean => traits.has(traitKey(trait));
  return choice.mode === 'any' ? choice.traits.some(has) : choice.traits.every(has);
}

/**
 * How many whole percent below the floor it is: `null` where either is not known, less than nothing above the floor.
 * The floor is of one unit, the price of all of them.
 */
export function percentBelowFloor({ measured, floor, quantity }: SubjectSight): number | null {
  if (measured === null || floor === null || floor <= 0n) return null;
  const worth = floor * quantity;
  return measured > worth ? -1 : Number(((worth - measured) * 100n) / worth);
}

/** What no lookup and no later word of the marketplace changes. */
function subjectIsMeant(
  filter: AlertFilter,
  subject: SubjectSight,
  isWhitelisted: MatchFacts['isWhitelisted'],
): boolean {
  if (filter.quantityFrom !== null && subject.quantity < filter.quantityFrom) return false;
  if (!subject.isToken && (filter.rankAtMost !== null || filter.traits !== null)) return false;
  return collectionFits(filter.collections, subject.collection, isWhitelisted);
}

function rankAndTraitsFit({ rankAtMost, traits }: AlertFilter, subject: SubjectSight): boolean {
  if (rankAtMost !== null && (subject.rank === null || subject.rank > rankAtMost)) return false;
  return traits === null || traitsFit(traits, subject.traits);
}

function floorFits({ belowFloorPercent }: AlertFilter, subject: SubjectSight): boolean {
  return belowFloorPercent === null || (percentBelowFloor(subject) ?? -1) >= belowFloorPercent;
}

/** `floorFits`, where price or floor may come later. */
function floorMayFit(filter: AlertFilter, subject: SubjectSight): boolean {
  const { measured, open } = subject;
  if (open.measured || (measured !== null && open.floor)) return true;
  return floorFits(filter, subject);
}

/** Whether one token may pass once everything that is open of it is known. */
function subjectMayFit(
  filter: AlertFilter,
  subject: SubjectSight,
  isWhitelisted: MatchFacts['isWhitelisted'],
): boolean {
  return (
    subjectIsMeant(filter, subject, isWhitelisted) &&
    walletsMayFit(filter, subject.parties) &&
    (subject.open.rankAndTraits || rankAndTraitsFit(filter, subject)) &&
    floorMayFit(filter, subject)
  );
}

function subjectFits(
  filter: AlertFilter,
  subject: SubjectSight,
  isWhitelisted: MatchFacts['isWhitelisted'],
): boolean {
  return (
    subjectIsMeant(filter, subject, isWhitelisted) &&
    walletsFit(filter, subject.parties) &&
    rankAndTraitsFit(filter, subject) &&
    floorFits(filter, subject)
  );
}

/** Whether it may match once all is known that is open; `isWhitelisted` may say yes to all. */
export function mayFit(rule: Rule, { alert, subjects }: AlertSight, { isWhitelisted }: MatchFacts): boolean {
  const { filter } = rule;
  if (!kindFits(rule, alert)) return false;
  const possible = subjects.filter((subject) => subjectMayFit(filter, subject, isWhitelisted));
  return possible.length > 0 && priceMayFit(filter, alert, possible);
}

/** `matches` on an alert that was looked at already. */
export function fits(rule: Rule, { alert, subjects }: AlertSight, { isWhitelisted }: MatchFacts): boolean {
  const { filter } = rule;
  if (!kindFits(rule, alert)) return false;
  const fitting = subjects.filter((subject) => subjectFits(filter, subject, isWhitelisted));
  return fitting.length > 0 && priceFits(filter, alert, fitting);
}

/**
 * Whether the rule cannot be decided yet: it does not fit, and what is open could make it fit. What fits already fits whatever
 * comes.
 */
export function isUndecided(rule: Rule, sight: AlertSight, facts: MatchFacts): boolean {
  return mayFit(rule, sight, facts) && !fits(rule, sight, facts);
}

/**
 * Whether the alert, as the feed alone tells it, may turn out to match once ranks, traits, floors and what it does not tell are known.
 * Never `false` for what `matches` then accepts.
 */
export function mayMatch(rule: Rule, alert: MarketAlert): boolean {
  return mayFit(rule, sightOf(alert, ALL_OPEN), { isWhitelisted: () => true });
}

/**
 * Whether the rule wants this alert told. Everything that the rule sets must hold, and what the alert does not tell fails
 * every test of it.
 *
 * - Kind: one of the rule's. An auction that ends soon must also have come due at the rule's own lead time.
 * - Collection, rank, traits, units and percent below floor are tests of a token: one token of the alert must pass all that
 *   are set. An item of one collection never lends its rank to another.
 * - Price from and to: of a sale, listing or offer its own for all units, of a storm the latest trade's, of a mint what it
 *   cost together, of an auction the highest bid or else the starting price. In the chain's own coin only. A transfer has no
 *   price and passes no test of it.
 * - A sweep is told when any of its sales would be told by itself; or when those that pass everything but the price, taken
 *   together, have such a price.
 * - Wallets: anybody who takes part. That is seller and buyer (in a sweep those of each item), whoever lists, bids or offers,
 *   both ends of a transfer, who mints; of an auction the seller, the leader, who was outbid and the latest bidders. “Not
 *   these” also refuses what somebody takes part in whose wallet is not told.
 * - Below floor: a listing's or sale's price for all units against as many floors, and the highest bid of an auction that has
 *   ended. Offers, moves and auctions that run never pass it.
 * - An offer for a whole collection has no rank and no traits. Its units are those that are wanted.
 */
export function matches(rule: Rule, alert: MarketAlert, facts: MatchFacts): boolean {
  return fits(rule, sightOf(alert), facts);
}
