import type { LedgerCheck } from '../../../sandbox/demo/ledger-check.ts';
import type { Scenario } from '../../../sandbox/demo/scenario.ts';
import type { LocalDiscord } from '../../../sandbox/discord/local-discord.ts';
import type { EmbeddedMarketplace } from '../../../sandbox/marketplace/marketplace.ts';
import type { LoadServer } from '../load-server.ts';

/** What the count compares: the marketplace's ledger, the messages in Discord, and what the bot has still to post. */
export interface CountedWorld {
  readonly marketplace: EmbeddedMarketplace;
  readonly discord: LocalDiscord;
  readonly scenario: Scenario;
  readonly check: LedgerCheck;
  readonly loadServer: LoadServer;
  /** Of the bot's database, which may be read while the bot runs. */
  readonly databaseUrl: string;
  /** The number of sales that a bot may give up in a channel, because Discord always fails at them. */
  mayGiveUp(channelId: string): number;
}
