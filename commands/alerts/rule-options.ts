import { type APIApplicationCommandBasicOption, ApplicationCommandOptionType } from 'discord.js';
import type { CommandInteraction } from '../../src/discord/command.ts';
import { RULE_OPTIONS, type RuleTexts } from '../../src/discord/rule-input/rule-options.ts';
import { ENDING_LEADS } from '../../src/domain/subscription.ts';

/** Discord takes up to 6,000; nobody types more than this by hand. */
const LIST_LENGTH = 500;
const NUMBER_LENGTH = 100;

const text = (
  name: (typeof RULE_OPTIONS)[number],
  description: string,
  more: { readonly autocomplete?: true; readonly max_length?: number } = {},
): APIApplicationCommandBasicOption => {
  const { autocomplete, max_length = LIST_LENGTH } = more;
  const base = { type: ApplicationCommandOptionType.String, name, description, max_length } as const;
  return autocomplete === true ? { ...base, autocomplete } : base;
};
const number = (name: (typeof RULE_OPTIONS)[number], description: string) =>
  text(name, description, { max_length: NUMBER_LENGTH });

/**
 * What an alert is to be, as `/alerts add` and `/alerts edit` take it. Numbers are texts, so that `0.5 S`, `10 %` and
 * `-` can be typed.
 */
export const ruleOptions: readonly APIApplicationCommandBasicOption[] = [
  text('alerts', 'What to tell: sales, auctions, listings below floor …; sales when left out', {
    autocomplete: true,
  }),
  text('collection', 'One or several, separated by commas; every collection when left out', {
    autocomplete: true,
  }),
  number('price_from', 'Lowest price, such as 100 or 0.5'),
  number('price_to', 'Highest price, such as 1.5k'),
  number('below_floor', 'At least so many percent below the floor, such as 10'),
  number('rank', 'Rarity rank or better, such as 500; 1 is the rarest'),
  text('traits', 'Such as hat: beanie, eyes: laser; choose the collection first', { autocomplete: true }),
  {
    type: ApplicationCommandOptionType.String,
    name: 'trait_mode',
    description: 'Whether one of the traits is enough, or all are needed',
    choices: [
      { name: 'any: one of the traits is enough', value: 'any' },
      { name: 'all: every one of the traits', value: 'all' },
    ],
  },
  text('wallets', 'Only what these take part in: addresses or names, separated by commas'),
  text('not_wallets', 'Nothing that these take part in: addresses or names, separated by commas'),
  number('amount', 'At least so many units, for tokens that exist more than once'),
  {
    type: ApplicationCommandOptionType.String,
    name: 'ending',
    description: 'How long before an auction’s end to tell; 10 minutes when left out',
    choices: ENDING_LEADS.map((minutes) => ({
      name: `${minutes} minutes before`,
      value: String(minutes),
    })),
  },
];

/** What was given of them. */
export function givenTexts({ options }: CommandInteraction): RuleTexts {
  return Object.fromEntries(
    RULE_OPTIONS.flatMap((name) => {
      const given = options.getString(name);
      return given === null ? [] : [[name, given]];
    }),
  );
}
