import { z } from 'zod';
import { PAGE_TEMPLATES } from '../../../sandbox/demo/page-links.ts';
import type { OptionValues } from '../../../sandbox/discord/person/options.ts';
import type { EmbeddedMarketplace } from '../../../sandbox/marketplace/marketplace.ts';
import { type Bot, type BotWorld, startBotWorld } from '../../support/bot-world.ts';

export const COIN = 10n ** 18n;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;

/** Wallets of two bidders. */
export const ANNE = `0x${'a1'.repeat(20)}`;
export const BORIS = `0x${'b2'.repeat(20)}`;

/** The link target of a wallet in a message. */
export function linked(wallet: string): string {
  return `(${PAGE_TEMPLATES.profile.replace('{address}', wallet)})`;
}

/** A started auction with what identifies it in a message. */
export interface CausedAuction {
  readonly id: string;
  readonly tokenName: string;
  readonly seller: string;
  readonly page: string;
}

/** Starts an auction from 1 S for two hours that is settled only on demand, with the test's changes. */
export function startAuction(
  { cause, ledger }: EmbeddedMarketplace,
  options: Parameters<EmbeddedMarketplace['cause']['auction']>[0] = {},
): CausedAuction {
  cause.auction({ startingPrice: COIN, endsInMs: 2 * HOUR_MS, settlesAfterMs: null, ...options });
  const started = ledger.auctions().at(-1);
  if (started === undefined) throw new Error('No auction was started.');
  const { id, tokenName, seller, collection, number } = started;
  const page = PAGE_TEMPLATES.auction
    .replace('{collection}', collection)
    .replace('{auctionId}', String(number));
  return { id, tokenName, seller, page };
}

const auctionPage = z.looseObject({
  auctions: z.array(z.looseObject({ id: z.string(), endTime: z.coerce.number() })),
});

/** The end of a running auction as the marketplace reports it, epoch seconds. */
export async function reportedEnd({ url }: EmbeddedMarketplace, id: string): Promise<number> {
  const answer = await fetch(`${url}/api/auctions?status=active&limit=100`);
  const found = auctionPage.parse(await answer.json()).auctions.find((auction) => auction.id === id);
  if (found === undefined) throw new Error(`The auction ${id} is not running.`);
  return found.endTime;
}

/** A world with a running bot and a channel with a rule for auctions. */
export interface AuctionWorld extends BotWorld {
  readonly bot: Bot;
  readonly channelId: string;
}

/**
 * @param options of `/alerts add`; all auction topics by default
 * @param marketplaceAheadMs offset of the marketplace's clock against the bot's, ms
 */
export async function startAuctionWorld(
  options: OptionValues = {},
  marketplaceAheadMs = 0,
): Promise<AuctionWorld> {
  const world = await startBotWorld({ marketplaceAheadMs });
  const bot = await world.start();
  const { channelId } = world.home;
  await world.home.subscribe(channelId, { alerts: 'auctions', ...options });
  return { ...world, bot, channelId };
}
