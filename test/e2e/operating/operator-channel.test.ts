import { PermissionFlagsBits } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { type BotWorld, startBotWorld } from '../../support/bot-world.ts';
import { sellFoxes } from '../../support/sell-foxes.ts';

const MINUTE = 60_000;

/** What the operator reads, message by message. */
function read(world: BotWorld, channelId: string): readonly string[] {
  return world.embeds(channelId).map(({ description }) => description ?? '');
}

describe('the operator’s channel', () => {
  it('is told of a marketplace that has been down for five minutes, and that it is back', async () => {
    await using world = await startBotWorld();
    const operators = world.home.addChannel('operators');
    const bot = await world.start({ OPERATOR_CHANNEL_ID: operators });
    world.marketplace.faults.set({ drop: true });
    await bot.app.look();
    expect(read(world, operators)).toEqual([]);
    world.clock.leap(5 * MINUTE);
    const [lasting] = await world.untilPosted(operators, 1);
    expect(lasting?.description?.split('\n')).toEqual([
      expect.stringContaining('The marketplace does not tell its'),
      expect.stringContaining('for 5 min now.'),
    ]);
    world.clock.leap(MINUTE);
    world.marketplace.faults.clear();
    await bot.app.look();
    const later = () => {
      world.clock.leap(MINUTE);
      return read(world, operators).join('\n');
    };
    await expect.poll(later).toContain('✅ The marketplace does not tell its feed: is over after 6 min.');
  });

  it('is told of errors that are logged, in the bot as users run it', async () => {
    await using world = await startBotWorld();
    const operators = world.home.addChannel('operators');
    await using child = world.launch({ OPERATOR_CHANNEL_ID: operators });
    await child.log.until('ready');
    await world.home.follow(world.home.channelId);
    // Discord takes this alert in no form, which is an error to be told.
    world.discord.faults.add(
      { do: 'answer', status: 400, code: 50_035 },
      { route: `/channels/${world.home.channelId}/messages` },
    );
    sellFoxes(world, 1);
    const [told] = await world.untilPosted(operators, 1);
    expect(told?.description).toContain('❌ Discord takes this alert in no form; kept as dead');
    expect(world.discord.messages(operators)).toHaveLength(1);
  });

  it('that may not be written to costs one line in the log, and no alert', async () => {
    await using world = await startBotWorld();
    const operators = world.home.addChannel('operators');
    world.discord.setOverwrite(operators, {
      id: world.applicationId,
      type: 'member',
      deny: PermissionFlagsBits.SendMessages,
    });
    const bot = await world.start({ OPERATOR_CHANNEL_ID: operators });
    await world.home.follow(world.home.channelId);
    world.marketplace.faults.set({ drop: true });
    await bot.app.look();
    world.clock.leap(5 * MINUTE);
    await bot.log.until('OPERATOR_CHANNEL_ID takes no messages');
    world.marketplace.faults.clear();
    world.clock.leap(11 * MINUTE);
    sellFoxes(world, 1);
    await bot.app.look();
    await world.untilPosted(world.home.channelId, 1);
    expect(bot.log.having('OPERATOR_CHANNEL_ID takes no messages')).toHaveLength(1);
    expect(read(world, operators)).toEqual([]);
  });
});
