import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PAGE_TEMPLATES } from '../../sandbox/demo/page-links.ts';
import { type LocalDiscord, startLocalDiscord } from '../../sandbox/discord/local-discord.ts';
import { type EmbeddedMarketplace, startMarketplace } from '../../sandbox/marketplace/marketplace.ts';
import { type BotChild, startBotChild } from '../../test/support/bot-child.ts';
import { BOT_PERMISSIONS } from '../../test/support/bot-server.ts';
import {
  type ResourceSample,
  readResourceSamples,
  resourceSamplingEnvironment,
} from '../../test/support/resource-samples.ts';

/** A channel of one of the servers. */
export interface LoadChannel {
  readonly id: string;
  readonly guildId: string;
}

/** A marketplace without events of its own, a Discord with real rate limits and many channels, and the bot as a process. */
export interface LoadWorld extends AsyncDisposable {
  readonly marketplace: EmbeddedMarketplace;
  readonly discord: LocalDiscord;
  readonly databaseUrl: string;
  readonly adminId: string;
  readonly channels: readonly LoadChannel[];
  /** Starts the bot and resolves when it is online. */
  startProcess(): Promise<BotChild>;
  /** Resource usage of the bot's processes since this time, epoch ms. */
  figuresSince(at: number): Promise<readonly ResourceSample[]>;
}

const EVERY_SECOND = '* * * * * *';

/** Starts an auction whose reminder with this lead time is due in `inMs`. Returns the exact time, epoch ms. */
export function startAuction({ marketplace }: LoadWorld, leadMinutes: number, inMs: number): number {
  marketplace.cause.auction({ endsInMs: leadMinutes * 60_000 + inMs, settlesAfterMs: null });
  const auction = marketplace.ledger.auctions().at(-1);
  if (auction === undefined) throw new Error('There is no auction.');
  // The API has ends in whole seconds.
  return Math.ceil(auction.endsAtMs / 1_000) * 1_000 - leadMinutes * 60_000;
}

/** Servers with channels in which the bot may post. */
export async function startLoadWorld(size: {
  readonly servers: number;
  readonly channelsEach: number;
}): Promise<LoadWorld> {
  await using parts = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), 'gavel-bench-'));
  parts.defer(() => rm(folder, { recursive: true, force: true }));
  const marketplace = parts.use(await startMarketplace({ salesPerMinute: 0, auctionsPerMinute: 0 }));
  const discord = parts.use(await startLocalDiscord());
  const { applicationId, token } = discord.createApplication({ name: 'Gavel' });
  const adminId = discord.createUser({ name: 'admin' }).id;
  const channels = Array.from({ length: size.servers }, (_, server): LoadChannel[] => {
    const guildId = discord.createGuild({ name: `server ${server}`, ownerId: adminId }).id;
    const ids = Array.from(
      { length: size.channelsEach },
      (__, channel) => discord.createChannel({ guildId, name: `channel-${channel}` }).id,
    );
    discord.installBot({ guildId, applicationId, permissions: BOT_PERMISSIONS });
    return ids.map((id) => ({ id, guildId }));
  }).flat();
  const databaseUrl = `sqlite:${path.join(folder, 'gavel.db')}`;
  const figuresFile = path.join(folder, 'figures');
  const bots = parts.use(new AsyncDisposableStack());
  const owned = parts.move();

  return {
    marketplace,
    discord,
    databaseUrl,
    adminId,
    channels,
    async startProcess() {
      const child = bots.use(
        startBotChild({
          DISCORD_TOKEN: token,
          DISCORD_API_URL: discord.apiUrl,
          MARKETPLACE_URL: marketplace.url,
          DATABASE_URL: databaseUrl,
          POLL_SCHEDULE: EVERY_SECOND,
          LOG_LEVEL: 'info',
          MARKETPLACE_NAME: 'Test Market',
          MARKETPLACE_ITEM_URL: PAGE_TEMPLATES.item,
          MARKETPLACE_COLLECTION_URL: PAGE_TEMPLATES.collection,
          MARKETPLACE_PROFILE_URL: PAGE_TEMPLATES.profile,
          MARKETPLACE_AUCTION_URL: PAGE_TEMPLATES.auction,
          EXPLORER_TX_URL: PAGE_TEMPLATES.transaction,
          CURRENCY_SYMBOL: 'S',
          ...resourceSamplingEnvironment(figuresFile),
        }),
      );
      await child.log.until('ready');
      return child;
    },
    figuresSince: async (since) => (await readResourceSamples(figuresFile)).filter(({ at }) => at >= since),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
