import { describe, expect, it } from 'vitest';
import { startBotWorld } from '../../support/bot-world.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { FOXES } from '../lookups/collection/foxes.ts';

describe('a watch of somebody who accepts no direct messages', () => {
  it('waits, is told of once in the server, alone, and goes on when they try again', async () => {
    await using world = await startBotWorld();
    const bot = await world.start();
    const { discord, home, marketplace } = world;
    const { admin, adminId, member } = home;
    discord.setAcceptsDirectMessages(adminId, false);
    await admin.command('watch add', { when: 'collection.listed_below', what: FOXES, price: '1000000' });
    const notices = () =>
      admin.messages().filter(({ content }) => content.includes('I haven’t been able to DM you'));

    marketplace.cause.listing({ collection: FOXES });
    await bot.app.poll();
    await bot.log.until('direct messages rejected');
    await admin.command('status');
    await waitUntil({
      read: () => notices().at(0),
      listen: discord.onMessage,
      what: () => 'the notice',
    });
    await admin.command('status');

    expect(notices()).toHaveLength(1);
    expect(member.messages().some(({ content }) => content.includes('I haven’t been able to DM you'))).toBe(
      false,
    );
    discord.setAcceptsDirectMessages(adminId, true);
    const [notice] = notices();
    if (notice === undefined) throw new Error('There is no notice.');
    await admin.press(notice, 'Try again');
    await waitUntil({
      read: () => admin.directMessages().at(0),
      listen: discord.onMessage,
      what: () => 'the direct message',
    });
    expect(admin.directMessages()).toHaveLength(1);
  });

  it('is told of once where the person lists their watches, which says it anyway', async () => {
    await using world = await startBotWorld();
    const bot = await world.start();
    const { discord, home, marketplace } = world;
    const { admin, adminId } = home;
    discord.setAcceptsDirectMessages(adminId, false);
    await admin.command('watch add', { when: 'collection.listed_below', what: FOXES, price: '1000000' });
    marketplace.cause.listing({ collection: FOXES });
    await bot.app.poll();
    await bot.log.until('direct messages rejected');

    const listed = await admin.command('watch list');
    // What follows an answer has been sent when the next one is there.
    await admin.command('status');
    await admin.command('status');

    expect(listed.message?.content).toContain('I haven’t been able to DM you');
    expect(
      admin.messages().filter(({ content }) => content.includes('I haven’t been able to DM you')),
    ).toHaveLength(1);
  });
});
