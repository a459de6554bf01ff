import { describe, expect, it } from 'vitest';
import { configureChannel, quietHoursAround, untilSent } from '../channels/channel.ts';
import { description, messageOf } from '../lookups/reading.ts';
import { COIN, FOXES, GARDENS, startFilterWorld } from './filter-world.ts';
import { tokensOf } from './marketplace-lists.ts';

describe('/why', () => {
  it('shows which filter left an event out, and the message of one that was posted', async () => {
    await using world = await startFilterWorld();
    const [cheap, dear] = await tokensOf(world, FOXES);
    await world.follow({ collection: 'Lantern Foxes', price_from: '100' });
    const sale = (tokenId: string | undefined, price: bigint) => () =>
      world.marketplace.cause.sale({ collection: FOXES, tokenId, price: price * COIN });
    await world.postedTitles([sale(cheap?.tokenId, 99n)], [sale(dear?.tokenId, 120n)]);
    const { admin } = world.home;

    const filtered = description(await admin.command('why', { what: `Lantern Foxes #${cheap?.tokenId}` }));
    const posted = description(await admin.command('why', { what: `lantern-foxes/${dear?.tokenId}` }));
    const near = description(await admin.command('why', {}));

    expect(filtered).toContain('filtered out: 100 S and up (actual: 99 S)');
    expect(posted).toMatch(/posted: https:\/\/discord\.com\/channels\/\d+\/\d+\/\d+/);
    expect(near).toContain(`#${cheap?.tokenId}`);
    expect(near).not.toContain(`#${dear?.tokenId}`);
  });

  it('is in the menu of a message of the bot', async () => {
    await using world = await startFilterWorld();
    const [token] = await tokensOf(world, FOXES);
    await world.follow({ collection: 'Lantern Foxes', price_from: '100' });
    const sale = () =>
      world.marketplace.cause.sale({ collection: FOXES, tokenId: token?.tokenId, price: 120n * COIN });
    await world.postedTitles([], [sale]);
    const { admin, channelId } = world.home;
    const [posted] = await untilSent(world, channelId, 1);
    if (posted === undefined) throw new Error('There is no alert.');

    const reply = await admin.messageCommand(posted, 'Why was this posted?');

    expect(description(reply)).toContain(`channels/${world.home.guildId}/${channelId}/${posted.id}`);
  });

  it('says that it saw no such event', async () => {
    await using world = await startFilterWorld();
    await world.follow({ collection: 'Lantern Foxes', price_from: '1' });
    const reply = await world.home.admin.command('why', { what: 'Lantern Foxes #999999' });
    expect(description(reply)).toContain('I found no such event');
  });

  it('names the silence, and the quiet hours that hold an alert back', async () => {
    await using world = await startFilterWorld();
    const [silenced, held] = await tokensOf(world, FOXES);
    const { admin, channelId } = world.home;
    await world.follow({ collection: 'Lantern Foxes', price_from: '1' });
    const sell = async (tokenId: string | undefined) => {
      world.clock.advance(1_000);
      world.marketplace.cause.sale({ collection: FOXES, tokenId, price: 5n * COIN });
      await world.bot.app.poll();
      return description(await admin.command('why', { what: `Lantern Foxes #${tokenId}` }));
    };

    await admin.command('silence add', { duration: '4 hours', collection: FOXES });
    expect(await sell(silenced?.tokenId)).toMatch(/silenced: Lantern Foxes, until <t:\d+:f>/);

    const list = await admin.command('silence list', {});
    world.clock.advance(1_000);
    await admin.press(messageOf(list), 'End silence 1');
    await configureChannel(world.home, channelId, quietHoursAround(world, { before: 1, after: 2 }));
    const QUIET = /waiting since <t:\d+:R>: quiet hours until <t:\d+:t>/;
    expect(await sell(held?.tokenId)).toMatch(QUIET);
    const alerts = messageOf(await admin.command('alerts list'));
    expect(description(await admin.press(alerts, 'Log'))).toMatch(QUIET);
  });

  it('shows near misses from health', async () => {
    await using world = await startFilterWorld();
    const [cheap, dear] = await tokensOf(world, FOXES);
    await world.follow({ collection: 'Lantern Foxes', price_from: '100' });
    const sale =
      (tokenId: string | undefined, price: bigint, collection = FOXES) =>
      () =>
        world.marketplace.cause.sale({ collection, tokenId, price: price * COIN });
    const inAnother = sale(undefined, 99n, GARDENS);
    await world.postedTitles([sale(cheap?.tokenId, 99n), inAnother], [sale(dear?.tokenId, 120n)]);
    const { admin } = world.home;
    const health = messageOf(await admin.command('alerts health'));
    const near = description(await admin.press(health, 'Near misses'));
    expect(near).toContain(`#${cheap?.tokenId}`);
    // It misses the alert by its collection and by its price.
    expect(near).not.toContain('Garden');
    expect(description(await admin.press(health, 'Log'))).toContain(`#${dear?.tokenId}`);
  });
});
