import { describe, expect, it } from 'vitest';
import { watch } from '#commands/watch/command.ts';
import { behavioursOf } from '#src/discord/command.ts';
import type { Person } from '../../../sandbox/discord/local-discord.ts';
import { type BotWorld, startBotWorld } from '../../support/bot-world.ts';
import { withPlainCommands } from '../../support/plain-commands.ts';
import { FOXES, startReadyWorld, titleOf } from '../lookups/collection/foxes.ts';
import { findHolder } from '../lookups/marketplace-reading.ts';
import { description, messageOf, optionsOf } from '../lookups/reading.ts';

const WALLET = '0x00000000000000000000000000000000000000a1';
const OTHER = '0x00000000000000000000000000000000000000a2';

/** The admin in their direct messages with the bot. */
function inDirectMessages({ discord, home, applicationId }: BotWorld): Person {
  const { id: channelId } = discord.openDirectMessage(home.adminId, applicationId);
  return discord.person({ userId: home.adminId, channelId });
}

const contentOf = (reply: { readonly message: { readonly content: string } | null }) =>
  withPlainCommands(reply.message?.content ?? '');

describe('/watch', () => {
  it('adds a watch in a server, seen by nobody else, and lists it in direct messages', async () => {
    await using world = await startReadyWorld();
    const { admin } = world.home;

    const added = await admin.command('watch add', {
      when: 'collection.floor_falls',
      what: FOXES,
      price: '5',
    });

    expect(added.ephemeral).toBe(true);
    expect(contentOf(added)).toMatch(/^👁 Watch #\d+ added: .*Lantern Foxes/);
    const listed = await inDirectMessages(world).command('watch list');
    expect(titleOf(listed)).toBe('Your watches');
    expect(description(listed)).toMatch(/^\*\*#\d+\*\* .*Lantern Foxes/);
  });

  it('opens the direct messages at the first watch, before there is anything to send', async () => {
    await using world = await startReadyWorld();
    const { discord, home } = world;
    const opened = () => discord.directMessageOpenings().count;

    await home.member.command('watch add', { when: 'collection.listed_rank', what: FOXES, rank: 50 });
    await expect.poll(opened).toBe(1);
    await home.member.command('watch add', { when: 'collection.listed_rank', what: FOXES, rank: 60 });

    expect(opened()).toBe(1);
    expect(home.member.directMessages()).toEqual([]);
  });

  it('shows no watch of a member to an admin', async () => {
    await using world = await startReadyWorld();
    const { member, admin } = world.home;
    await member.command('watch add', { when: 'collection.floor_falls', what: FOXES, price: '5' });

    expect(description(await admin.command('watch list'))).toContain('No watches yet');
    expect(contentOf(await admin.command('alerts list'))).toContain('No alerts yet');
    expect(contentOf(await admin.command('watch remove', { watch: '1' }))).toContain(
      'You have no such watch',
    );
  });

  it('pauses, resumes and removes watches', async () => {
    await using world = await startReadyWorld();
    const { member } = world.home;
    await member.command('watch add', { when: 'collection.listed_rank', what: FOXES, rank: 50 });
    await member.command('watch add', { when: 'collection.listed_below', what: FOXES, price: '3' });

    expect(contentOf(await member.command('watch pause', { watch: 'all' }))).toContain('2 watches paused');
    expect(description(await member.command('watch list'))).toContain('⏸ paused');
    expect(contentOf(await member.command('watch resume', { watch: 'all' }))).toContain('2 watches resumed');
    expect(contentOf(await member.command('watch remove', { watch: '#1' }))).toContain('1 watch removed');
    expect(description(await member.command('watch list'))).not.toContain('#1**');
  });

  it('asks for what is missing', async () => {
    await using world = await startReadyWorld();
    const { member } = world.home;

    const said = async (options: Record<string, string>) =>
      contentOf(await member.command('watch add', options));

    expect(await said({ when: 'wallet.outbid' })).toContain('You haven’t added a wallet yet');
    expect(await said({ when: 'token.sold' })).toContain('Choose what to watch in **what**');
    expect(await said({ when: 'collection.floor_falls', what: FOXES })).toContain(
      'Enter a value in **price**',
    );
  });

  it('lets watches of one’s own wallets follow them', async () => {
    await using world = await startReadyWorld();
    const { member } = world.home;
    await member.command('watch me', { add: WALLET });
    await member.command('watch add', { when: 'wallet.outbid' });

    const both = await member.command('watch me', { add: OTHER });

    expect(contentOf(both)).toContain('1 watch for your wallets was also updated');
    expect(description(await member.command('watch list'))).toMatch(/0x0000…00a1.*0x0000…00a2/);
    await member.command('watch me', { remove: WALLET });
    expect(description(await member.command('watch list'))).not.toContain('00a1');
    expect(contentOf(await member.command('watch me', { remove: OTHER }))).toContain('also removed');
    expect(description(await member.command('watch list'))).toContain('No watches yet');
  });

  it('names wallets as /profile show does, also where nobody looked the profile up, and after a restart', async () => {
    await using world = await startBotWorld();
    const { home, marketplace } = world;
    const { member } = home;
    const { address, snsName = '' } = await findHolder(
      world,
      FOXES,
      (one) => one.snsName !== undefined && !one.isPrivate,
    );
    const called = `${snsName} (${address.slice(0, 6)}…${address.slice(-4)})`;
    {
      await using first = await world.start();
      await home.follow(home.channelId);
      expect(contentOf(await member.command('watch me', { add: address }))).toContain(`[${called}]`);
      expect(contentOf(await member.command('watch add', { when: 'wallet.outbid' }))).toContain(called);
      marketplace.cause.sale({ collection: FOXES, buyer: address });
      await first.app.poll();
      const [card] = await world.untilPosted(home.channelId, 1);
      expect(card?.description).toContain(`Buyer [${snsName}](https://market.example/profile/${address})`);
    }
    await using _second = await world.start();
    expect(description(await member.command('watch list'))).toContain(called);
  });

  it('keeps the hours in which somebody is left alone, in their own time zone', async () => {
    await using world = await startReadyWorld();
    const { member, admin } = world.home;

    const set = await member.command('watch quiet', { from: '22:00', to: '8', time_zone: 'Europe/Berlin' });

    expect(contentOf(set)).toContain('Quiet hours: 22:00 to 08:00 (Europe/Berlin)');
    expect(contentOf(await admin.command('watch quiet'))).toContain('Quiet hours: none');
    expect(contentOf(await member.command('watch quiet', { from: '-' }))).toContain('Quiet hours: none');
  });

  it('hands everything over as a file, and erases it after a question', async () => {
    await using world = await startReadyWorld();
    const { member } = world.home;
    await member.command('watch me', { add: WALLET });
    await member.command('watch add', { when: 'wallet.sold' });

    const { message } = await member.command('watch export');
    expect(message?.attachments.map(({ filename }) => filename)).toEqual(['watches.json']);
    const asked = await member.command('watch forget');
    const erased = await member.press(messageOf(asked), 'Yes, delete it');

    expect(contentOf(erased)).toContain('All your data was deleted');
    expect(contentOf(await member.command('watch me'))).toContain('No wallets yet');
    expect(description(await member.command('watch list'))).toContain('No watches yet');
  });

  it('answers each of its commands and buttons in a server to the asker alone', async () => {
    await using world = await startReadyWorld();
    const { member, admin } = world.home;
    const names: readonly (readonly [string, Record<string, string | number>?])[] = [
      ['watch add', { when: 'collection.listed_rank', what: FOXES, rank: 50 }],
      ['watch add', { when: 'collection.listed_rank' }],
      ['watch list'],
      ['watch pause', { watch: 'all' }],
      ['watch resume', { watch: '1' }],
      ['watch quiet', { from: '22:00', to: '8' }],
      ['watch me', { add: WALLET }],
      ['watch silence', { duration: '1 hour' }],
      ['watch export'],
      ['watch forget'],
      ['watch remove', { watch: '1' }],
    ];
    expect(new Set(names.map(([name]) => name))).toEqual(
      new Set([...behavioursOf([watch]).keys()].filter((name) => name.startsWith('watch'))),
    );
    for (const [name, options] of names)
      expect([name, (await member.command(name, options)).ephemeral]).toEqual([name, true]);
    const asked = await member.command('watch forget');
    expect((await member.press(messageOf(asked), 'No, keep it')).ephemeral).toBe(true);
    expect(admin.messages()).toEqual([]);
  });

  it('is removed by its button in the list', async () => {
    await using world = await startReadyWorld();
    const { member } = world.home;
    await member.command('watch add', { when: 'collection.listed_rank', what: FOXES, rank: 50 });

    const listed = await member.command('watch list');
    const opened = await member.select(messageOf(listed), 'menu.watch', [
      optionsOf(listed, 'menu.watch')[0]?.value ?? '',
    ]);
    const paused = await member.press(messageOf(opened), 'Pause');
    expect(contentOf(paused)).toContain('⏸ paused');
    const left = await member.press(messageOf(paused), 'Remove');
    expect(description(left)).toContain('No watches yet');
  });
});
