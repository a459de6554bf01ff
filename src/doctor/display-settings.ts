import type { Config } from '#src/config.ts';
import { type CheckResult, warning } from './check-result.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/** Settings with link templates, each with the items that have no link if it is unset. */
const LINK_SETTINGS = {
  MARKETPLACE_ITEM_URL: 'tokens',
  MARKETPLACE_COLLECTION_URL: 'collections',
  MARKETPLACE_PROFILE_URL: 'people',
  MARKETPLACE_AUCTION_URL: 'auctions',
  EXPLORER_TX_URL: 'transactions',
} as const;

const isSet = (variables: Variables, name: string) => (variables[name] ?? '').trim() !== '';

function checkLinks(variables: Variables): readonly CheckResult[] {
  const missing = Object.entries(LINK_SETTINGS).filter(([name]) => !isSet(variables, name));
  if (missing.length === 0) return [];
  const message =
    missing.length === Object.keys(LINK_SETTINGS).length
      ? 'Alerts and answers have no links: none of their pages is set.'
      : 'Some links are missing from alerts and answers.';
  return [
    warning(
      message,
      'Write the addresses of these pages into .env; .env.example shows how each is written.',
      missing.map(([name, of]) => `${name}: the pages of ${of}`),
    ),
  ];
}

/**
 * Warns of unset settings that affect what users see: links, and the symbol of the native currency.
 * @param mistakes invalid settings, which are reported elsewhere
 */
export function checkDisplaySettings(
  variables: Variables,
  { currency }: Pick<Config, 'currency'>,
  mistakes: ReadonlyMap<string, string>,
): readonly CheckResult[] {
  const { symbol } = currency;
  const isGiven = isSet(variables, 'CURRENCY_SYMBOL') || mistakes.has('CURRENCY_SYMBOL');
  return [
    ...checkLinks(variables),
    ...(isGiven
      ? []
      : [
          warning(
            `Prices are shown in ${symbol}, because CURRENCY_SYMBOL is not set.`,
            `Write the symbol of the chain’s native currency into .env; CURRENCY_SYMBOL=${symbol} if that is the one.`,
          ),
        ]),
  ];
}
