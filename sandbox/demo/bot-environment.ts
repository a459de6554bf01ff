import type { LocalDiscord } from '../discord/local-discord.ts';
import type { EmbeddedMarketplace } from '../marketplace/marketplace.ts';
import { PAGE_TEMPLATES } from './page-links.ts';
import type { Scenario } from './scenario.ts';

/** The bot polls often, so that alerts follow quickly. */
const POLL_SCHEDULE = '*/2 * * * * *';

/** A bot's settings, of which two are addresses that a proxy may stand in for. */
export type BotEnvironment = Readonly<Record<'DATABASE_URL' | 'DISCORD_API_URL', string>> &
  Readonly<Record<string, string>>;

/** The settings that the demo's bot runs with. */
export function botEnvironment(
  discord: LocalDiscord,
  marketplace: EmbeddedMarketplace,
  scenario: Scenario,
  databaseUrl: string,
  currency: string,
): BotEnvironment {
  return {
    DISCORD_TOKEN: scenario.token,
    DISCORD_API_URL: discord.apiUrl,
    MARKETPLACE_URL: marketplace.url,
    DATABASE_URL: databaseUrl,
    POLL_SCHEDULE,
    LOG_LEVEL: 'info',
    MARKETPLACE_NAME: 'Embedded Market',
    MARKETPLACE_ITEM_URL: PAGE_TEMPLATES.item,
    MARKETPLACE_COLLECTION_URL: PAGE_TEMPLATES.collection,
    MARKETPLACE_PROFILE_URL: PAGE_TEMPLATES.profile,
    MARKETPLACE_AUCTION_URL: PAGE_TEMPLATES.auction,
    EXPLORER_TX_URL: PAGE_TEMPLATES.transaction,
    CURRENCY_SYMBOL: currency,
    FIAT_CURRENCY: 'USD',
    FIAT_RATE_URL: `${marketplace.url}/_/rate`,
    FIAT_RATE_PATH: '/coin/usd',
  };
}
