import type { LocalDiscord } from '../discord/local-discord.ts';
import type { EmbeddedMarketplace } from '../marketplace/marketplace.ts';
import type { AuctionSummary } from './audit-channels.ts';
import type { Books } from './books.ts';
import type { KindCounts } from './kinds.ts';
import { percentile } from './percentile.ts';

/** How a demo ended, counted from the local Discord's messages against the marketplace's ledger. */
export interface Summary {
  readonly salesListed: number;
  readonly alertsDue: number;
  readonly alertsPosted: number;
  /** Alerts that are missing, and statements about auctions that are wrong. */
  readonly lost: number;
  readonly twice: number;
  /** The same by kind. */
  readonly kinds: KindCounts;
  readonly auctions: AuctionSummary;
  readonly latencyMs: { readonly p50: number; readonly p99: number };
  readonly marketplaceRequests: number;
  readonly discordRequests: number;
  readonly discord429: number;
}

/** Everything counted at this moment. */
export function summarise(books: Books, marketplace: EmbeddedMarketplace, discord: LocalDiscord): Summary {
  const { requests, byStatus } = discord.counts();
  const { salesListed, alertsDue, alertsPosted, lost, twice, kinds, auctions, tellings } = books.audit();
  const latencies = tellings.map(({ latencyMs }) => latencyMs);
  return {
    salesListed,
    alertsDue,
    alertsPosted,
    lost,
    twice,
    kinds,
    auctions,
    latencyMs: { p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99) },
    marketplaceRequests: marketplace.requests.total,
    discordRequests: requests,
    discord429: byStatus[429] ?? 0,
  };
}
