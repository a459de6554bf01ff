import type { Config } from '../config.ts';
import { type Finding, warning } from './finding.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/** The settings of pages to link to, and what has no link without them. */
const PAGES = {
  MARKETPLACE_ITEM_URL: 'tokens',
  MARKETPLACE_COLLECTION_URL: 'collections',
  MARKETPLACE_PROFILE_URL: 'people',
  MARKETPLACE_AUCTION_URL: 'auctions',
  EXPLORER_TX_URL: 'transactions',
} as const;

const isSet = (variables: Variables, name: string) => (variables[name] ?? '').trim() !== '';

function aboutLinks(variables: Variables): readonly Finding[] {
  const missing = Object.entries(PAGES).filter(([name]) => !isSet(variables, name));
  if (missing.length === 0) return [];
  const says =
    missing.length === Object.keys(PAGES).length
      ? 'Alerts and answers have no links: none of their pages is set.'
      : 'Some links are missing from alerts and answers.';
  return [
    warning(
      says,
      'Write the addresses of these pages into .env; .env.example shows how each is written.',
      missing.map(([name, of]) => `${name}: the pages of ${of}`),
    ),
  ];
}

/**
 * Remarks what the bot can do without and people cannot: links, and a coin that somebody said is the chain's.
 * @param mistakes settings that are set and wrong, of which more is said elsewhere
 */
export function checkWhatPeopleSee(
  variables: Variables,
  { currency }: Pick<Config, 'currency'>,
  mistakes: ReadonlyMap<string, string>,
): readonly Finding[] {
  const { symbol } = currency;
  const said = isSet(variables, 'CURRENCY_SYMBOL') || mistakes.has('CURRENCY_SYMBOL');
  return [
    ...aboutLinks(variables),
    ...(said
      ? []
      : [
          warning(
            `Prices are told in ${symbol}, since CURRENCY_SYMBOL is not set.`,
            `Write the chain’s own coin into .env; CURRENCY_SYMBOL=${symbol} if that is the one.`,
          ),
        ]),
  ];
}
