import { type AlertFilter, EVERYTHING } from '../../domain/alert-filter.ts';
import type { Rule } from '../../domain/subscription.ts';
import type { CommandServices } from '../services.ts';
import { UserError } from '../user-error.ts';
import { readCollections } from './collections.ts';
import { readKinds } from './kinds.ts';
import { knownTraitsOf } from './known-traits.ts';
import { readLead, readPercent, readQuantity, readRank } from './numbers.ts';
import { readPrice } from './price.ts';
import { isCleared, type Typed } from './refusal.ts';
import { readTraits } from './traits.ts';
import { resolveWallets } from './wallet-names.ts';

/** What can be said about a rule, by the names of the options of `/alerts add`. */
export const RULE_OPTIONS = [
  'alerts',
  'collection',
  'price_from',
  'price_to',
  'below_floor',
  'rank',
  'traits',
  'trait_mode',
  'wallets',
  'not_wallets',
  'amount',
  'ending',
] as const;
export type RuleOption = (typeof RULE_OPTIONS)[number];

/** What somebody typed: an option that is absent stays as it is, `-` or an empty text goes back to the usual. */
export type RuleTexts = Readonly<Partial<Record<RuleOption, string>>>;

/** What a rule is where nothing is said. */
export const USUAL_RULE: Rule = { kinds: ['sale'], filter: EVERYTHING, endingLead: 10 };

/** “Listings below floor” without a number means any amount below it. */
const BARELY_BELOW = 1;

type Services = Pick<CommandServices, 'collections' | 'lookups' | 'view'>;

/** Hands what was typed to its reader; `usual` where it takes away what was set. */
function reading<T>(
  texts: RuleTexts,
  option: RuleOption,
  present: T,
  usual: T,
  read: (typed: Typed) => T,
): T {
  const text = texts[option];
  if (text === undefined) return present;
  return isCleared(text) ? usual : read({ option, text });
}

async function traitsWith(
  filter: AlertFilter,
  texts: RuleTexts,
  services: Services,
): Promise<AlertFilter['traits']> {
  const { traits: text, trait_mode: mode } = texts;
  let { traits } = filter;
  if (text !== undefined && isCleared(text)) return null;
  if (text !== undefined) {
    const known = await knownTraitsOf(filter, services);
    traits = { mode: traits?.mode ?? 'any', traits: readTraits({ option: 'traits', text }, known) };
  }
  if (mode === undefined || isCleared(mode)) return traits;
  if (traits === null) {
    if (text !== undefined) return null;
    throw new UserError('**trait_mode** needs **traits** beside it: say which traits a token must have.');
  }
  const wanted = /^any\b/i.test(mode.trim()) ? 'any' : /^all\b/i.test(mode.trim()) ? 'all' : null;
  if (wanted === null) throw new UserError('**trait_mode** is either “any” (one is enough) or “all”.');
  return { ...traits, mode: wanted };
}

/**
 * Sees to it that the parts go together.
 * @throws UserError
 */
function checkTogether({ filter }: Rule): void {
  const { priceFrom, priceTo, onlyWallets, notWallets } = filter;
  if (priceFrom !== null && priceTo !== null && priceFrom > priceTo) {
    throw new UserError('**price_from** is higher than **price_to**, so nothing could ever fit. Swap them?');
  }
  if (onlyWallets.some((wallet) => notWallets.includes(wallet))) {
    throw new UserError('The same wallet stands in **wallets** and in **not_wallets**. Leave it out of one.');
  }
}

/**
 * A rule changed by what somebody typed. Names of wallets, and traits of chosen collections, are asked of the
 * marketplace; without its answer traits are taken as they were typed.
 * @throws UserError that names the option, and a marketplace error where a wallet's name cannot be looked up
 */
export async function changedRule(base: Rule, texts: RuleTexts, services: Services): Promise<Rule> {
  const { filter } = base;
  const { currency, links } = services.view;
  const kinds = reading(
    texts,
    'alerts',
    { kinds: base.kinds, belowFloor: false },
    { kinds: USUAL_RULE.kinds, belowFloor: false },
    readKinds,
  );
  const kept = filter.collections.type === 'these' ? filter.collections.addresses : [];
  const collections = reading(texts, 'collection', filter.collections, EVERYTHING.collections, (typed) =>
    readCollections(typed, services.collections, kept),
  );
  const price = (typed: Typed) => readPrice(typed, currency);
  const belowFloor = reading(texts, 'below_floor', filter.belowFloorPercent, null, readPercent);
  const wallets = (option: 'wallets' | 'not_wallets', present: AlertFilter['onlyWallets']) => {
    const text = texts[option];
    if (text === undefined) return present;
    return isCleared(text) ? [] : resolveWallets({ option, text }, services.lookups, links.read);
  };
  const [traits, onlyWallets, notWallets] = await Promise.all([
    traitsWith({ ...filter, collections }, texts, services),
    wallets('wallets', filter.onlyWallets),
    wallets('not_wallets', filter.notWallets),
  ]);
  const rule: Rule = {
    kinds: kinds.kinds,
    filter: {
      collections,
      priceFrom: reading(texts, 'price_from', filter.priceFrom, null, price),
      priceTo: reading(texts, 'price_to', filter.priceTo, null, price),
      belowFloorPercent: belowFloor ?? (kinds.belowFloor ? BARELY_BELOW : null),
      rankAtMost: reading(texts, 'rank', filter.rankAtMost, null, readRank),
      traits,
      onlyWallets,
      notWallets,
      quantityFrom: reading(texts, 'amount', filter.quantityFrom, null, readQuantity),
    },
    endingLead: reading(texts, 'ending', base.endingLead, USUAL_RULE.endingLead, readLead),
  };
  checkTogether(rule);
  return rule;
}
