import { PAGES } from '../../../sandbox/demo/pages.ts';
import type { OptionValues } from '../../../sandbox/discord/person/options.ts';
import { type Bot, type BotWorld, startBotWorld } from '../../support/bot-world.ts';

export const COIN = 10n ** 18n;
export const HOUR_MS = 3_600_000;
export const FOXES = 'lantern-foxes';

/** Wallets that trade with one another. */
export const ANNE = `0x${'a1'.repeat(20)}`;
export const BORIS = `0x${'b2'.repeat(20)}`;

/** A wallet as a message links to it. */
export function linked(wallet: string): string {
  return `(${PAGES.profile.replace('{address}', wallet)})`;
}

/** A world whose bot runs and whose channel is told of something. */
export interface MarketRoom extends BotWorld {
  readonly bot: Bot;
  readonly channelId: string;
  /** Of the foxes, wei. */
  floor(): bigint;
}

/** @param options of `/alerts add` */
export async function openMarketRoom(options: OptionValues): Promise<MarketRoom> {
  const world = await startBotWorld();
  const bot = await world.start();
  const { channelId } = world.home;
  await world.home.subscribe(channelId, options);
  return {
    ...world,
    bot,
    channelId,
    floor: () => world.marketplace.collections().find(({ path }) => path === FOXES)?.floor ?? 0n,
  };
}
