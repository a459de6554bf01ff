import { PAGE_TEMPLATES } from '../../../sandbox/demo/page-links.ts';
import type { OptionValues } from '../../../sandbox/discord/person/options.ts';
import { type Bot, type BotWorld, startBotWorld } from '../../support/bot-world.ts';

export const COIN = 10n ** 18n;
export const HOUR_MS = 3_600_000;
export const FOXES = 'lantern-foxes';

/** Wallets of two traders. */
export const ANNE = `0x${'a1'.repeat(20)}`;
export const BORIS = `0x${'b2'.repeat(20)}`;

/** The link target of a wallet in a message. */
export function linked(wallet: string): string {
  return `(${PAGE_TEMPLATES.profile.replace('{address}', wallet)})`;
}

/** A world with a running bot and a channel with a rule. */
export interface MarketWorld extends BotWorld {
  readonly bot: Bot;
  readonly channelId: string;
  /** Floor of the foxes, wei. */
  floor(): bigint;
}

/** @param options of `/alerts add` */
export async function startMarketWorld(options: OptionValues): Promise<MarketWorld> {
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
