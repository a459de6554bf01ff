import type { LocalDiscord } from '../discord/local-discord.ts';
import type { EmbeddedMarketplace } from '../marketplace/marketplace.ts';
import { percentile } from './audit.ts';
import type { Books } from './books.ts';

/** How a demo ended, counted from the local Discord's messages against the marketplace's ledger. */
export interface Summary {
  readonly salesListed: number;
  readonly alertsDue: number;
  readonly alertsPosted: number;
  readonly lost: number;
  readonly twice: number;
  readonly latencyMs: { readonly p50: number; readonly p99: number };
  readonly marketplaceRequests: number;
  readonly discordRequests: number;
  readonly discord429: number;
}

/** Everything counted at this moment. */
export function summarise(books: Books, marketplace: EmbeddedMarketplace, discord: LocalDiscord): Summary {
  const { requests, byStatus } = discord.counts();
  const { salesListed, alertsDue, alertsPosted, lost, twice, tellings } = books.audit();
  const latencies = tellings.map(({ latencyMs }) => latencyMs);
  return {
    salesListed,
    alertsDue,
    alertsPosted,
    lost,
    twice,
    latencyMs: { p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99) },
    marketplaceRequests: marketplace.requests.total,
    discordRequests: requests,
    discord429: byStatus[429] ?? 0,
  };
}
