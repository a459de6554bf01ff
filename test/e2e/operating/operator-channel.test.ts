import { PermissionFlagsBits } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { type BotWorld, startBotWorld } from '../../support/bot-world.ts';
import { sellFoxes } from '../../support/sell-foxes.ts';

const MINUTE = 60_000;

/** The messages in the operator's channel. */
function read(world: BotWorld, channelId: string): readonly string[] {
  return world.embeds(channelId).map(({ description }) => description ?? '');
}

describe('the operator’s channel', () => {
  it('reports a marketplace that has been down for five minutes, and its recovery', async () => {
    await using world = await startBotWorld();
    const operators = world.home.addChannel('operators');
    const bot = await world.start({ OPERATOR_CHANNEL_ID: operators });
    world.marketplace.faults.set({ drop: true });
    await bot.app.poll();
    expect(read(world, operators)).toEqual([]);
    world.clock.advance(5 * MINUTE);
    const [lasting] = await world.untilPosted(operators, 1);
    expect(lasting?.description?.split('\n')).toEqual([
      expect.stringContaining('The marketplace’s '),
      expect.stringContaining('for 5 min'),
    ]);
    world.clock.advance(MINUTE);
    world.marketplace.faults.clear();
    await bot.app.poll();
    const later = () => {
      world.clock.advance(MINUTE);
      return read(world, operators).join('\n');
    };
    await expect.poll(later).toContain('✅ Resolved after 6 min: The marketplace’s feed cannot be read');
  });

  it('reports logged errors of a separate bot process', async () => {
    await using world = await startBotWorld();
    const operators = world.home.addChannel('operators');
    await using child = world.startProcess({ OPERATOR_CHANNEL_ID: operators });
    await child.log.until('ready');
    await world.home.follow(world.home.channelId);
    await world.home.follow(world.home.addChannel('accepting'));
    // Discord rejects every form of this alert in one of two channels, which the bot logs as an error.
    world.discord.faults.add(
      { do: 'answer', status: 400, code: 50_035 },
      { route: `/channels/${world.home.channelId}/messages` },
    );
    sellFoxes(world, 1);
    const [alert] = await world.untilPosted(operators, 1);
    expect(alert?.description).toContain('❌ alert rejected in every layout; abandoned');
    expect(world.discord.messages(operators)).toHaveLength(1);
  });

  it('without permission to post costs one log line, and no alert', async () => {
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
    await bot.app.poll();
    world.clock.advance(5 * MINUTE);
    await bot.log.until('OPERATOR_CHANNEL_ID not sent');
    world.marketplace.faults.clear();
    world.clock.advance(11 * MINUTE);
    sellFoxes(world, 1);
    await bot.app.poll();
    await world.untilPosted(world.home.channelId, 1);
    expect(bot.log.linesWith('OPERATOR_CHANNEL_ID not sent')).toHaveLength(1);
    expect(read(world, operators)).toEqual([]);
  });
});
