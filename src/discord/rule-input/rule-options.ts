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
