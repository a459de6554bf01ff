import type { OptionValues } from '../../../sandbox/discord/person/options.ts';
import type { LedgerRecord } from '../../../sandbox/marketplace/ledger.ts';
import { type Bot, type BotWorld, startBotWorld } from '../../support/bot-world.ts';
import { titleOf, untilMessages } from '../../support/channel-reading.ts';

export const COIN = 10n ** 18n;
export const FOXES = 'lantern-foxes';
export const LETTERS = 'deep-sea-post';
export const GARDENS = 'orbital-gardens';
export const PASSES = 'tidewater-%7C-harbour-passes';

/** A world with a running bot. */
export interface FilterWorld extends BotWorld {
  readonly bot: Bot;
  /** Adds a rule in the home channel; returns the rule as the bot describes it. */
  follow(options: OptionValues): Promise<string>;
  /** Causes events that must not be posted, then events that must; returns the titles of what was posted. */
  postedTitles(
    notMatching: readonly (() => readonly LedgerRecord[])[],
    matching: readonly (() => readonly LedgerRecord[])[],
  ): Promise<readonly string[]>;
}

/** @param prepare called before the bot starts */
export async function startFilterWorld(
  prepare: (world: BotWorld) => void = () => undefined,
): Promise<FilterWorld> {
  const world = await startBotWorld();
  prepare(world);
  const bot = await world.start();
  const { channelId } = world.home;
  return {
    ...world,
    bot,
    async follow(options) {
      const content = await world.home.subscribe(channelId, options);
      const shownRule = / added in \S+: (.+)/.exec(content)?.[1];
      if (shownRule === undefined) throw new Error(`The answer does not show the rule: ${content}`);
      const listed = (await world.home.admin.command('alerts list')).message?.embeds[0]?.description ?? '';
      if (!listed.includes(shownRule)) throw new Error(`The list does not say “${shownRule}”:\n${listed}`);
      return shownRule;
    },
    async postedTitles(notMatching, matching) {
      const caused = [...notMatching, ...matching].map((cause) => cause().length);
      if (caused.includes(0)) throw new Error('An event was not caused.');
      await bot.app.poll();
      // The matching events come last, and alerts are posted in order.
      await untilMessages(world, channelId, 1);
      await world.untilPosted(channelId, matching.length);
      return world.discord.messages(channelId).flatMap(({ payload }) => payload.embeds.map(titleOf));
    },
  };
}
