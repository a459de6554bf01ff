import path from 'node:path';
import type { LocalDiscord } from '../discord/local-discord.ts';
import type { EmbeddedMarketplace } from '../marketplace/marketplace.ts';
import { PAGES } from './pages.ts';
import type { Scene } from './scene.ts';

/** The bot looks often, so that there is something to see. */
const POLL_SCHEDULE = '*/2 * * * * *';

/** The settings that the demo's bot is run with. `folder` holds its database. */
export function botEnvironment(
  discord: LocalDiscord,
  marketplace: EmbeddedMarketplace,
  scene: Scene,
  folder: string,
  currency: string,
): Readonly<Record<string, string>> {
  return {
    DISCORD_TOKEN: scene.token,
    DISCORD_API_URL: discord.apiUrl,
    MARKETPLACE_URL: marketplace.url,
    DATABASE_URL: `sqlite:${path.join(folder, 'gavel.db')}`,
    POLL_SCHEDULE,
    LOG_LEVEL: 'info',
    MARKETPLACE_NAME: 'Embedded Market',
    MARKETPLACE_ITEM_URL: PAGES.item,
    MARKETPLACE_COLLECTION_URL: PAGES.collection,
    MARKETPLACE_PROFILE_URL: PAGES.profile,
    MARKETPLACE_AUCTION_URL: PAGES.auction,
    EXPLORER_TX_URL: PAGES.transaction,
    CURRENCY_SYMBOL: currency,
  };
}
