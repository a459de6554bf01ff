import type { LocalDiscord } from '../discord/local-discord.ts';
import type { EmbeddedMarketplace } from '../marketplace/marketplace.ts';
import type { AuctionSummary, LedgerResult } from './channel-check.ts';
import type { KindCounts } from './kind-counts.ts';
import type { LedgerCheck } from './ledger-check.ts';
import { percentile } from './percentile.ts';

/** The result of a demo: the local Discord's messages compared with the marketplace's ledger. */
export interface Summary {
  readonly salesListed: number;
  readonly alertsDue: number;
  readonly alertsPosted: number;
  /** Missing alerts and wrong statements about auctions. */
  readonly lost: number;
  readonly twice: number;
  /** Alerts of which it cannot be decided whether they are lost; more than one in a hundred fails the run. */
  readonly undecided: number;
  /** Descriptions of lost, duplicate, wrong and undecided alerts; the first ones of each. */
  readonly problems: readonly string[];
  /** Counts by kind. */
  readonly kinds: KindCounts;
  readonly auctions: AuctionSummary;
  readonly latencyMs: { readonly p50: number; readonly p99: number };
  readonly marketplaceRequests: number;
  readonly discordRequests: number;
  readonly discord429: number;
  /** How fast the bot opened direct messages; too fast fails the run. */
  readonly directMessageOpenings: ReturnType<LocalDiscord['directMessageOpenings']>;
}

const MAX_LISTED = 10;
const MAX_UNDECIDED_SHARE = 0.01;

function problemsOf({ missing, unexpected, wrong, undecidedTexts }: LedgerResult): readonly string[] {
  const named = (what: string, all: readonly string[]): string[] =>
    all.slice(0, MAX_LISTED).map((one) => `${what}: ${one}`);
  return [
    ...named('lost', missing),
    ...named('twice', unexpected),
    ...named('wrong', wrong),
    ...named('undecided', undecidedTexts),
  ];
}

/** Whether nothing is lost or duplicate, and the undecided share is below its limit. */
export function isSuccessful({
  lost,
  twice,
  undecided,
  alertsDue,
}: Pick<Summary, 'lost' | 'twice' | 'undecided' | 'alertsDue'>): boolean {
  return lost === 0 && twice === 0 && undecided <= alertsDue * MAX_UNDECIDED_SHARE;
}

/** The summary as of now. */
export function summarise(
  check: LedgerCheck,
  marketplace: EmbeddedMarketplace,
  discord: LocalDiscord,
): Summary {
  const { requests, byStatus } = discord.counts();
  const found = check.result();
  const { salesListed, alertsDue, alertsPosted, lost, twice, undecided, kinds, auctions, deliveries } = found;
  const latencies = deliveries.map(({ latencyMs }) => latencyMs);
  return {
    salesListed,
    alertsDue,
    alertsPosted,
    lost,
    twice,
    undecided,
    problems: problemsOf(found),
    kinds,
    auctions,
    latencyMs: { p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99) },
    marketplaceRequests: marketplace.requests.total,
    discordRequests: requests,
    discord429: byStatus[429] ?? 0,
    directMessageOpenings: discord.directMessageOpenings(),
  };
}
