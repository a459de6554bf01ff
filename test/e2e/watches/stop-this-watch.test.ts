import { describe, expect, it } from 'vitest';
import { startBotWorld } from '../../support/bot-world.ts';
import { withPlainCommands } from '../../support/plain-commands.ts';
import { FOXES } from '../lookups/collection/foxes.ts';
import { description, enabledButtons, messageOf } from '../lookups/reading.ts';

const contentOf = (reply: { readonly message: { readonly content: string } | null }) =>
  withPlainCommands(reply.message?.content ?? '');

const RULE = 'Listings · Lantern Foxes · up to 1,000,000 S';

/** Two watches, and the direct message that one of them caused. */
async function startWatching() {
  const world = await startBotWorld();
  const { home, marketplace, discord, applicationId } = world;
  const bot = await world.start();
  const { member } = home;
  await member.command('watch add', { when: 'collection.listed_below', what: FOXES, price: '1000000' });
  await member.command('watch add', { when: 'collection.floor_falls', what: FOXES, price: '0.001' });
  const { id: place } = discord.openDirectMessage(home.memberId, applicationId);
  const there = discord.person({ userId: home.memberId, channelId: place });
  const list = async () => description(await member.command('watch list')).split('\n');
  return {
    ...world,
    member,
    there,
    list,
    count: () => discord.messages(place).length,
    async listOne() {
      marketplace.cause.listing({ collection: FOXES });
      await bot.app.poll();
    },
  };
}

describe('a direct message', () => {
  it('says which watch it is about, and stops exactly that one, until it is resumed', async () => {
    await using world = await startWatching();
    const { there, list, count } = world;
    await world.listOne();
    await expect.poll(count).toBe(1);
    const [alert] = there.messages();
    if (alert === undefined) throw new Error('There is no message.');

    const stopped = await there.press(alert, 'Stop this watch');
    const [first, second] = await list();
    await world.listOne();

    expect(alert.content).toBe(`🔔 You’re watching: ${RULE}`);
    expect(contentOf(stopped)).toMatch(new RegExp(`^⏸ Watch #\\d+ stopped: ${RULE}\\.`));
    expect(stopped.ephemeral).toBe(true);
    expect(enabledButtons(stopped)).toEqual(['Resume', 'Remove', 'All watches']);
    expect(there.messages()[0]?.embeds).toEqual(alert.embeds);
    expect([first, second]).toEqual([expect.stringContaining('⏸ paused'), expect.not.stringContaining('⏸')]);

    await there.press(messageOf(stopped), 'Resume');
    await world.listOne();
    await expect.poll(count).toBe(2);
  });

  it('is kind about a watch that was removed before', async () => {
    await using world = await startWatching();
    const { there, member, count } = world;
    await world.listOne();
    await expect.poll(count).toBe(1);
    const [alert] = there.messages();
    if (alert === undefined) throw new Error('There is no message.');
    await member.command('watch remove', { watch: 'all' });

    const answer = await there.press(alert, 'Stop this watch');

    expect(contentOf(answer)).toBe('You have already removed this watch. There is nothing to stop.');
    expect(enabledButtons(answer)).toEqual(['All watches']);
  });
});
