import { describe, expect, it } from 'vitest';
import { readMessage } from '../../../sandbox/demo/message-reader.ts';
import { untilSent } from '../channels/channel.ts';
import { COIN, type FilterWorld, FOXES, startFilterWorld } from '../filters/filter-world.ts';
import { description, messageOf, optionsOf } from '../lookups/reading.ts';

/** Posts one sale in the home channel. */
async function postSale(world: FilterWorld) {
  await world.follow({ collection: 'Lantern Foxes', price_from: '1' });
  await world.postedTitles([], [() => world.marketplace.cause.sale({ collection: FOXES, price: 5n * COIN })]);
  const [posted] = await untilSent(world, world.home.channelId, 1);
  if (posted === undefined) throw new Error('There is no alert.');
  return posted;
}

/** Opens the log of the home channel, and chooses its newest alert. */
async function askAgain({ home: { admin } }: FilterWorld) {
  const list = messageOf(await admin.command('alerts list'));
  const log = await admin.press(list, 'Log');
  const menu = /do\.alerts-again\.[\d.]+/.exec(JSON.stringify(messageOf(log)))?.[0] ?? '';
  const [newest] = optionsOf(log, menu);
  if (newest === undefined) throw new Error('The log has no alert to post again.');
  return { log, asked: await admin.select(messageOf(log), menu, [newest.value]) };
}

describe('the log of a channel', () => {
  it('shows each alert with its message, and posts one again, marked as such', async () => {
    await using world = await startFilterWorld();
    const first = await postSale(world);
    const { admin, channelId, guildId } = world.home;

    const { log, asked } = await askAgain(world);

    const url = `https://discord.com/channels/${guildId}/${channelId}/${first.id}`;
    expect(description(log)).toMatch(
      new RegExp(`Sales: .+ · posted: ${url} · 1 attempt · .+ after detection`),
    );
    expect(asked.message?.content).toContain(`It was posted <t:`);
    expect(asked.message?.content).toContain(url);
    expect(await untilSent(world, channelId, 1)).toHaveLength(1);

    const queued = await admin.press(messageOf(asked), 'Yes, post it');

    expect(queued.message?.content).toContain('It is queued');
    const [, second] = await untilSent(world, channelId, 2);
    if (second === undefined) throw new Error('It was not posted again.');
    expect(second.embeds[0]?.description).toContain('🔁 Posted again on request');
    expect(second.embeds[0]?.url).toBe(first.embeds[0]?.url);
    expect(readMessage(second)).toEqual({ posted: [], counted: [], again: 1 });
    expect(readMessage(first)).toMatchObject({ posted: [{ type: 'feed' }], again: 0 });
  });

  it('posts it once, however often somebody presses', async () => {
    await using world = await startFilterWorld();
    await postSale(world);
    const { admin, channelId } = world.home;
    const { asked: one } = await askAgain(world);
    const { asked: other } = await askAgain(world);

    await admin.press(messageOf(one), 'Yes, post it');
    const second = await admin.press(messageOf(other), 'Yes, post it');

    expect(second.message?.content).toContain('This alert was just posted again');
    await untilSent(world, channelId, 2);
    const { asked: next } = await askAgain(world);
    expect(next.message?.content).toContain('It has already been reposted once.');
    expect(await untilSent(world, channelId, 2)).toHaveLength(2);
  });

  it('answers why an alert that was posted again was posted', async () => {
    await using world = await startFilterWorld();
    const first = await postSale(world);
    const { admin, channelId } = world.home;
    await admin.press(messageOf((await askAgain(world)).asked), 'Yes, post it');
    const [, second] = await untilSent(world, channelId, 2);
    if (second === undefined) throw new Error('It was not posted again.');
    // The answer to the request is stored by then.
    const { log } = await askAgain(world);
    expect(description(log)).toContain(second.id);
    const why = await admin.messageCommand(second, 'Why was this posted?');
    expect(description(why)).toContain(first.id);
  });
});
