import type { LocalDiscord } from '../discord/local-discord.ts';
import type { EmbeddedMarketplace } from '../marketplace/marketplace.ts';
import type { AuctionSummary, LedgerResult } from './channel-check.ts';
import type { KindCounts } from './kinds.ts';
import type { LedgerCheck } from './ledger-check.ts';
import { percentile } from './percentile.ts';

/** How a demo ended, counted from the local Discord's messages against the marketplace's ledger. */
export interface Summary {
  readonly salesListed: number;
  readonly alertsDue: number;
  readonly alertsPosted: number;
  /** Alerts that are missing, and statements about auctions that are wrong. */
  readonly lost: number;
  readonly twice: number;
  /** Alerts of which nobody can say whether they are lost; more than one in a hundred fails the run. */
  readonly undecided: number;
  /** What is lost, there twice, wrong or undecided, in words; the first ones of each. */
  readonly told: readonly string[];
  /** The same by kind. */
  readonly kinds: KindCounts;
  readonly auctions: AuctionSummary;
  readonly latencyMs: { readonly p50: number; readonly p99: number };
  readonly marketplaceRequests: number;
  readonly discordRequests: number;
  readonly discord429: number;
}

const NAMED_OF_EACH = 10;
const UNDECIDED_AT_MOST = 0.01;

function whatIsWrong({ missing, again, wrong, undecidedInWords }: LedgerResult): readonly string[] {
  const named = (what: string, all: readonly string[]): string[] =>
    all.slice(0, NAMED_OF_EACH).map((one) => `${what}: ${one}`);
  return [
    ...named('lost', missing),
    ...named('twice', again),
    ...named('wrong', wrong),
    ...named('undecided', undecidedInWords),
  ];
}

/** Whether nothing is lost or there twice, and so little undecided that the word hides nothing. */
export function isInOrder({
  lost,
  twice,
  undecided,
  alertsDue,
}: Pick<Summary, 'lost' | 'twice' | 'undecided' | 'alertsDue'>): boolean {
  return lost === 0 && twice === 0 && undecided <= alertsDue * UNDECIDED_AT_MOST;
}

/** Everything counted at this moment. */
export function summarise(
  check: LedgerCheck,
  marketplace: EmbeddedMarketplace,
  discord: LocalDiscord,
): Summary {
  const { requests, byStatus } = discord.counts();
  const found = check.result();
  const { salesListed, alertsDue, alertsPosted, lost, twice, undecided, kinds, auctions, tellings } = found;
  const latencies = tellings.map(({ latencyMs }) => latencyMs);
  return {
    salesListed,
    alertsDue,
    alertsPosted,
    lost,
    twice,
    undecided,
    told: whatIsWrong(found),
    kinds,
    auctions,
    latencyMs: { p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99) },
    marketplaceRequests: marketplace.requests.total,
    discordRequests: requests,
    discord429: byStatus[429] ?? 0,
  };
}
