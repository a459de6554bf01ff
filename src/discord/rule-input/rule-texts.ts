import { type AlertFilter, EVERYTHING } from '../../domain/alert-filter.ts';
import type { Rule } from '../../domain/subscription.ts';
import type { CommandServices } from '../services.ts';
import { UserError } from '../user-error.ts';
import { readCollections } from './collections.ts';
import { readKinds } from './kinds.ts';
import { knownTraitsOf } from './known-traits.ts';
import { readLead, readPercent, readQuantity, readRank } from './numbers.ts';
import { readPrice } from './price.ts';
import { createProblems } from './problems.ts';
import { isCleared, type Typed } from './refusal.ts';
import type { RuleOption, RuleTexts } from './rule-options.ts';
import { readTraits } from './traits.ts';
import { resolveWallets } from './wallet-names.ts';

/** What a rule is where nothing is said. */
export const USUAL_RULE: Rule = { kinds: ['sale'], filter: EVERYTHING, endingLead: 10 };

/** “Listings below floor” without a number means any amount below it. */
const BARELY_BELOW = 1;

type Services = Pick<CommandServices, 'collections' | 'lookups' | 'view'>;

/** What an option is called where it was typed: its name in a command, its label in a form. */
export type Called = (option: RuleOption) => string;

/**
 * Of the traits and their mode together, which only make sense together.
 * @throws UserError
 */
function withMode(traits: AlertFilter['traits'], texts: RuleTexts, called: Called): AlertFilter['traits'] {
  const { traits: text, trait_mode: mode } = texts;
  if (mode === undefined || isCleared(mode) || (traits === null && text !== undefined)) return traits;
  if (traits === null) {
    throw new UserError(
      `**${called('trait_mode')}** needs **${called('traits')}** beside it: say which traits a token must have.`,
    );
  }
  const wanted = /^any\b/i.test(mode.trim()) ? 'any' : /^all\b/i.test(mode.trim()) ? 'all' : null;
  if (wanted === null) {
    throw new UserError(`**${called('trait_mode')}** is either “any” (one is enough) or “all”.`);
  }
  return { ...traits, mode: wanted };
}

/**
 * Sees to it that the parts go together.
 * @throws UserError
 */
function checkTogether({ filter }: Rule, called: Called): void {
  const { priceFrom, priceTo, onlyWallets, notWallets } = filter;
  if (priceFrom !== null && priceTo !== null && priceFrom > priceTo) {
    throw new UserError(
      `**${called('price_from')}** is higher than **${called('price_to')}**, so nothing could ever fit. Swap them?`,
    );
  }
  if (onlyWallets.some((wallet) => notWallets.includes(wallet))) {
    throw new UserError(
      `The same wallet stands in **${called('wallets')}** and in **${called('not_wallets')}**. Leave it out of one.`,
    );
  }
}

/**
 * A rule changed by what somebody typed. Names of wallets, and traits of chosen collections, are asked of the
 * marketplace; without its answer traits are taken as they were typed.
 * @throws UserError with everything that is wrong, each with its option, and a marketplace error where a wallet's name
 * cannot be looked up
 */
export async function changedRule(
  base: Rule,
  texts: RuleTexts,
  services: Services,
  called: Called = (option) => option,
): Promise<Rule> {
  const { filter } = base;
  const { currency, links } = services.view;
  const problems = createProblems();

  /** What was typed, read; `usual` where it takes away what was set. */
  function reading<T>(
    option: RuleOption,
    present: T,
    usual: T,
    read: (typed: Typed) => T | Promise<T>,
  ): Promise<T> {
    const text = texts[option];
    if (text === undefined) return Promise.resolve(present);
    if (isCleared(text)) return Promise.resolve(usual);
    return problems.attempt(option, present, () => read({ option: called(option), text }));
  }

  const kept = filter.collections.type === 'these' ? filter.collections.addresses : [];
  const collections = await reading('collection', filter.collections, EVERYTHING.collections, (typed) =>
    readCollections(typed, services.collections, kept),
  );
  async function readWithKnown(typed: Typed): Promise<AlertFilter['traits']> {
    // Which traits there are depends on the collection.
    if (problems.has('collection')) return filter.traits;
    const known = await knownTraitsOf({ ...filter, collections }, services);
    return { mode: filter.traits?.mode ?? 'any', traits: readTraits(typed, known) };
  }
  const price = (typed: Typed) => readPrice(typed, currency);
  const wallets = (typed: Typed) => resolveWallets(typed, services.lookups, links.read);
  const [
    kinds,
    named,
    onlyWallets,
    notWallets,
    priceFrom,
    priceTo,
    belowFloor,
    rankAtMost,
    quantityFrom,
    endingLead,
  ] = await Promise.all([
    reading(
      'alerts',
      { kinds: base.kinds, belowFloor: false },
      { kinds: USUAL_RULE.kinds, belowFloor: false },
      readKinds,
    ),
    reading('traits', filter.traits, null, readWithKnown),
    reading('wallets', filter.onlyWallets, [], wallets),
    reading('not_wallets', filter.notWallets, [], wallets),
    reading('price_from', filter.priceFrom, null, price),
    reading('price_to', filter.priceTo, null, price),
    reading('below_floor', filter.belowFloorPercent, null, readPercent),
    reading('rank', filter.rankAtMost, null, readRank),
    reading('amount', filter.quantityFrom, null, readQuantity),
    reading('ending', base.endingLead, USUAL_RULE.endingLead, readLead),
  ]);
  const traits = await problems.attempt('trait_mode', named, () => withMode(named, texts, called));
  problems.throwAny();
  const rule: Rule = {
    kinds: kinds.kinds,
    filter: {
      collections,
      priceFrom,
      priceTo,
      belowFloorPercent: belowFloor ?? (kinds.belowFloor ? BARELY_BELOW : null),
      rankAtMost,
      traits,
      onlyWallets,
      notWallets,
      quantityFrom,
    },
    endingLead,
  };
  checkTogether(rule, called);
  return rule;
}
