import { describe, expect, it } from 'vitest';
import { startBotWorld } from '../../support/bot-world.ts';
import { withPlainCommands } from '../../support/plain-commands.ts';
import { FOXES } from '../lookups/collection/foxes.ts';
import { enabledButtons, messageOf } from '../lookups/reading.ts';

const contentOf = (reply: { readonly message: { readonly content: string } | null }) =>
  withPlainCommands(reply.message?.content ?? '');

const REASON = '🔔 You’re watching: Listings · Lantern Foxes · up to 1,000,000 S';

describe('the hourly limit of somebody who watches', () => {
  it('is named by its last message, from which the watch is narrowed, and by the list of watches', async () => {
    await using world = await startBotWorld();
    const { home, marketplace, discord, applicationId } = world;
    const bot = await world.start();
    const { member } = home;
    await member.command('watch add', { when: 'collection.listed_below', what: FOXES, price: '1000000' });
    expect(contentOf(await member.command('watch quiet', { limit: 2 }))).toContain(
      'At most 2 messages per hour',
    );
    expect(contentOf(await member.command('watch list'))).toContain('At most 2 messages per hour');

    for (let number = 0; number < 4; number += 1) {
      marketplace.cause.listing({ collection: FOXES });
      await bot.app.poll();
    }
    const { id: place } = discord.openDirectMessage(home.memberId, applicationId);
    await expect.poll(() => discord.messages(place).length).toBe(2);

    const there = discord.person({ userId: home.memberId, channelId: place });
    const [first, last] = there.messages();
    expect(first?.content).toBe(REASON);
    expect(last?.content.split('\n')[0]).toBe(REASON);
    expect(last?.content.split('\n')[1]).toMatch(
      /^-# 2 messages this hour. Any more will arrive in a summary at <t:\d+:t>\.$/,
    );
    if (last === undefined) throw new Error('There is no second message.');
    const narrowed = await there.press(last, 'Narrow this watch');
    expect(contentOf(narrowed)).toMatch(/^\*\*Watch #\d+\*\*: .*Lantern Foxes/);
    expect(enabledButtons(narrowed)).toEqual(
      expect.arrayContaining(['Listed within a rank limit', 'Pause', 'Remove']),
    );
    expect(there.messages()[1]?.content).toBe(last.content);
    await expect
      .poll(async () => contentOf(await member.command('watch list')))
      .toMatch(/2 messages this hour\. 2 alerts are waiting for the summary at <t:\d+:t>/);
    expect(messageOf(await there.press(messageOf(narrowed), 'Remove')).embeds).toHaveLength(1);
  });
});
