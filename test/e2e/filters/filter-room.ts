import type { OptionValues } from '../../../sandbox/discord/person/options.ts';
import type { LedgerRecord } from '../../../sandbox/marketplace/ledger.ts';
import { type Bot, type BotWorld, startBotWorld } from '../../support/bot-world.ts';
import { untilMessages } from '../../support/channel-reading.ts';

export const COIN = 10n ** 18n;
export const FOXES = 'lantern-foxes';
export const LETTERS = 'deep-sea-post';
export const GARDENS = 'orbital-gardens';
export const PASSES = 'tidewater-%7C-harbour-passes';

/** A world whose bot runs. */
export interface FilterRoom extends BotWorld {
  readonly bot: Bot;
  /** Sets the alert up in the home channel; answers the rule as it is shown back, in plain words. */
  follow(options: OptionValues): Promise<string>;
  /** Causes what is not to be told, then what is; answers the titles of what was told. */
  toldOf(
    misfits: readonly (() => readonly LedgerRecord[])[],
    fits: readonly (() => readonly LedgerRecord[])[],
  ): Promise<readonly string[]>;
}

/** @param prepare is called before the bot starts */
export async function openFilterRoom(
  prepare: (world: BotWorld) => void = () => undefined,
): Promise<FilterRoom> {
  const world = await startBotWorld();
  prepare(world);
  const bot = await world.start();
  const { channelId } = world.home;
  return {
    ...world,
    bot,
    async follow(options) {
      const content = await world.home.subscribe(channelId, options);
      const said = / gets (.+) from now on/.exec(content)?.[1];
      if (said === undefined) throw new Error(`The rule is not shown back: ${content}`);
      const listed = (await world.home.admin.command('alerts list')).message?.embeds[0]?.description ?? '';
      if (!listed.includes(said)) throw new Error(`The list does not say “${said}”:\n${listed}`);
      return said;
    },
    async toldOf(misfits, fits) {
      const caused = [...misfits, ...fits].map((cause) => cause().length);
      if (caused.includes(0)) throw new Error('Something did not happen.');
      await bot.app.look();
      // What fits came last, and a channel is told in order.
      await untilMessages(world, channelId, 1);
      await world.untilPosted(channelId, fits.length);
      return world.discord
        .messages(channelId)
        .flatMap(({ payload }) => payload.embeds.map(({ title }) => title ?? ''));
    },
  };
}
