import { z } from 'zod';
import { PAGES } from '../../../sandbox/demo/pages.ts';
import type { OptionValues } from '../../../sandbox/discord/person/options.ts';
import type { EmbeddedMarketplace } from '../../../sandbox/marketplace/marketplace.ts';
import { type Bot, type BotWorld, startBotWorld } from '../../support/bot-world.ts';

export const COIN = 10n ** 18n;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;

/** Two wallets that bid. */
export const ANNE = `0x${'a1'.repeat(20)}`;
export const BORIS = `0x${'b2'.repeat(20)}`;

/** A wallet as a message links to it. */
export function linked(wallet: string): string {
  return `(${PAGES.profile.replace('{address}', wallet)})`;
}

/** An auction that was caused, with what is needed to recognise it. */
export interface CausedAuction {
  readonly id: string;
  readonly tokenName: string;
  readonly seller: string;
  readonly page: string;
}

/** Starts an auction from 1 S for two hours, settled only on demand, changed where the test cares. */
export function startAuction(
  { cause, ledger }: EmbeddedMarketplace,
  options: Parameters<EmbeddedMarketplace['cause']['auction']>[0] = {},
): CausedAuction {
  cause.auction({ startingPrice: COIN, endsInMs: 2 * HOUR_MS, settlesAfterMs: null, ...options });
  const started = ledger.auctions().at(-1);
  if (started === undefined) throw new Error('No auction was started.');
  const { id, tokenName, seller, collection, number } = started;
  const page = PAGES.auction.replace('{collection}', collection).replace('{auctionId}', String(number));
  return { id, tokenName, seller, page };
}

const auctionPage = z.looseObject({
  auctions: z.array(z.looseObject({ id: z.string(), endTime: z.coerce.number() })),
});

/** The end of a running auction as the marketplace tells it now, epoch seconds. */
export async function toldEnd({ url }: EmbeddedMarketplace, id: string): Promise<number> {
  const answer = await fetch(`${url}/api/auctions?status=active&limit=100`);
  const found = auctionPage.parse(await answer.json()).auctions.find((auction) => auction.id === id);
  if (found === undefined) throw new Error(`The auction ${id} does not run.`);
  return found.endTime;
}

/** A world whose bot runs and whose channel is told of auctions. */
export interface AuctionRoom extends BotWorld {
  readonly bot: Bot;
  readonly channelId: string;
}

/**
 * @param options of `/alerts add`; every kind of alert about auctions where it says nothing else
 * @param marketplaceAheadMs by how much the marketplace's clock is ahead of the bot's, ms
 */
export async function openAuctionRoom(
  options: OptionValues = {},
  marketplaceAheadMs = 0,
): Promise<AuctionRoom> {
  const world = await startBotWorld({ marketplaceAheadMs });
  const bot = await world.start();
  const { channelId } = world.home;
  await world.home.subscribe(channelId, { alerts: 'auctions', ...options });
  return { ...world, bot, channelId };
}
