import { type APIMessage, ChannelType } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import type { Reply } from '../../../sandbox/discord/local-discord.ts';
import { type BotWorld, startBotWorld } from '../../support/bot-world.ts';
import { configureChannel, untilSent } from '../channels/channel.ts';
import { FOXES, startReadyWorld } from '../lookups/collection/foxes.ts';
import { findHolder } from '../lookups/marketplace-reading.ts';
import { labelsOf, messageOf, optionsOf } from '../lookups/reading.ts';

const HOUR_MS = 3_600_000;
const MENU = 'menu.watch-this';

const contentOf = ({ message }: Reply): string => message?.content ?? '';

async function firstAlert(world: BotWorld, channelId: string): Promise<APIMessage> {
  const [alert] = await untilSent(world, channelId, 1);
  if (alert === undefined) throw new Error('There is no alert.');
  return alert;
}

/** What the answers to each choice of the menu ask about. */
async function askedByEach(world: BotWorld, menu: Reply): Promise<readonly string[]> {
  const asked: string[] = [];
  for (const { value } of optionsOf(menu, MENU)) {
    const reply = await world.home.member.select(messageOf(menu), MENU, [value]);
    expect(reply).toMatchObject({ outcome: 'message', ephemeral: true });
    asked.push(contentOf(reply));
  }
  return asked;
}

describe('“Watch this” on an alert of several tokens', () => {
  it('asks which, alone, and then when to tell of the one that was chosen', async () => {
    await using world = await startBotWorld();
    const { home, marketplace } = world;
    const bot = await world.start();
    await home.follow(home.channelId);
    const sold = marketplace.cause.sweep(3, { collection: FOXES }).filter(({ kind }) => kind === 'sale');
    await bot.app.poll();

    const which = await home.member.messageCommand(await firstAlert(world, home.channelId), 'Watch this');

    expect(which.ephemeral).toBe(true);
    expect(contentOf(which)).toBe('What do you want to watch?');
    const numbers = sold.map(({ tokenId }) => `#${tokenId}`);
    const labels = labelsOf(which, MENU);
    expect(labels).toHaveLength(numbers.length);
    for (const [index, content] of (await askedByEach(world, which)).entries()) {
      const number = numbers.find((one) => labels[index]?.includes(`${one} `)) ?? 'no number';
      expect(content).toContain(`When should I notify you about Lantern Foxes ${number}?`);
    }
  });

  it('finds the tokens where the channel publishes, too, whose alerts have no components', async () => {
    await using world = await startBotWorld();
    const { home, discord, marketplace } = world;
    const bot = await world.start();
    const { id: channelId } = discord.createChannel({
      guildId: home.guildId,
      name: 'news',
      type: ChannelType.GuildAnnouncement,
    });
    await home.follow(channelId);
    await configureChannel(home, channelId, { publish: true });
    const sold = marketplace.cause.sweep(3, { collection: FOXES }).filter(({ kind }) => kind === 'sale');
    await bot.app.poll();
    const alert = await firstAlert(world, channelId);
    expect(alert.components).toEqual([]);

    const which = await home.member.messageCommand(alert, 'Watch this');

    const asked = (await askedByEach(world, which)).join('\n');
    for (const { tokenId } of sold) expect(asked).toContain(`Lantern Foxes #${tokenId}?`);
  });
});

describe('“Watch this” on a lookup', () => {
  it('asks when to tell of an auction', async () => {
    await using world = await startReadyWorld();
    const { member } = world.home;
    world.marketplace.cause.auction({ collection: FOXES, endsInMs: HOUR_MS });
    const [first] = await member.autocomplete('auction show', { auction: 'lantern' }, 'auction');
    const shown = await member.command('auction show', { auction: String(first?.value) });

    const asked = await member.messageCommand(messageOf(shown), 'Watch this');

    expect(asked.ephemeral).toBe(true);
    expect(contentOf(asked)).toContain('notify you about the auction of Lantern Foxes #');
    expect(contentOf(await member.press(messageOf(asked), 'Has ended'))).toMatch(/^👁 Watch #\d+ added: /);
  });

  it('asks when to tell of the wallet of a profile', async () => {
    await using world = await startReadyWorld();
    const { member } = world.home;
    const { address } = await findHolder(world, FOXES, ({ isPrivate }) => !isPrivate);
    const shown = await member.command('profile show', { who: address });

    const asked = await member.messageCommand(messageOf(shown), 'Watch this');

    expect(contentOf(asked)).toContain(`notify you about [${address.slice(0, 6)}…${address.slice(-4)}]`);
    expect(contentOf(await member.press(messageOf(asked), 'Buys'))).toMatch(/^👁 Watch #\d+ added: /);
  });

  it.each([
    ['the auctions', 'auction list', {}, 'auction of Lantern Foxes'],
    ['the collections', 'collection list', {}, 'Lantern Foxes?'],
    ['the tokens of a collection, and the collection', 'collection tokens', { collection: FOXES }, 'Foxes?'],
    ['the holders of a collection', 'collection holders', { collection: FOXES }, '[0x'],
  ])('asks which of %s in a list', async (_, command, options, one) => {
    await using world = await startReadyWorld();
    const { member } = world.home;
    for (let more = 0; more < 2; more += 1)
      world.marketplace.cause.auction({ collection: FOXES, endsInMs: HOUR_MS });
    const shown = await member.command(command, options);

    const which = await member.messageCommand(messageOf(shown), 'Watch this');

    expect(which.ephemeral).toBe(true);
    expect(labelsOf(which, MENU).length).toBeGreaterThan(1);
    const asked = await askedByEach(world, which);
    expect(asked.filter((content) => !content.includes('When should I notify you about'))).toEqual([]);
    expect(asked.some((content) => content.includes(one))).toBe(true);
  });
});

describe('the button “Watch”', () => {
  it('is under an auction, and adds a watch of it', async () => {
    await using world = await startReadyWorld();
    const { admin, member } = world.home;
    world.marketplace.cause.auction({ collection: FOXES, endsInMs: HOUR_MS });
    const [first] = await admin.autocomplete('auction show', { auction: 'lantern' }, 'auction');
    const shown = messageOf(await admin.command('auction show', { auction: String(first?.value) }));

    const asked = await member.press(shown, 'Watch');

    expect(asked.ephemeral).toBe(true);
    const added = await member.press(messageOf(asked), 'A new bid');
    expect(added.ephemeral).toBe(true);
    expect(contentOf(added)).toMatch(/^👁 Watch #\d+ added: /);
    const { modal } = await member.press(messageOf(asked), 'Ends soon');
    if (modal === null) throw new Error('There is no modal.');
    expect(contentOf(await member.submit(modal, { minutes: '30' }))).toMatch(/^👁 Watch #\d+ added: /);
    expect(contentOf(await member.press(messageOf(asked), 'I’m outbid'))).toContain(
      'You haven’t added a wallet yet',
    );
  });

  it('is under a profile, and adds a watch of its wallet', async () => {
    await using world = await startReadyWorld();
    const { admin, member } = world.home;
    const { address, snsName } = await findHolder(
      world,
      FOXES,
      (person) => person.snsName !== undefined && !person.isPrivate,
    );
    const shown = messageOf(await admin.command('profile show', { who: snsName ?? '' }));

    const asked = await member.press(shown, 'Watch');

    expect(asked.ephemeral).toBe(true);
    const added = await member.press(messageOf(asked), 'Is outbid');
    expect(contentOf(added)).toContain(`${address.slice(0, 6)}…${address.slice(-4)}`);
  });
});
