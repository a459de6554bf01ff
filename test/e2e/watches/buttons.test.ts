import { describe, expect, it } from 'vitest';
import { startBotWorld } from '../../support/bot-world.ts';
import { withPlainCommands } from '../../support/plain-commands.ts';
import { FOXES, startReadyWorld } from '../lookups/collection/foxes.ts';
import { description, enabledButtons, messageOf } from '../lookups/reading.ts';

const contentOf = (reply: { readonly message: { readonly content: string } | null }) =>
  withPlainCommands(reply.message?.content ?? '');

describe('the button “Watch” of a lookup', () => {
  it('asks anybody who presses it, alone, when they want to be told, and adds that', async () => {
    await using world = await startReadyWorld();
    const { admin, member } = world.home;
    const shown = messageOf(await admin.command('token', { token: '7', collection: FOXES }));

    const asked = await member.press(shown, 'Watch');

    expect(asked.ephemeral).toBe(true);
    expect(contentOf(asked)).toContain('When should I notify you about Lantern Foxes #7?');
    expect(enabledButtons(asked)).toEqual([
      'Listed',
      'Listed at or below a price',
      'Sold',
      'Auctioned',
      'Burned',
    ]);
    const added = await member.press(messageOf(asked), 'Sold');
    expect(contentOf(added)).toMatch(/^👁 Watch #\d+ added: .*#7/);
    expect(description(await member.command('watch list'))).toContain('#7');
    expect(description(await admin.command('watch list'))).toContain('No watches yet');
  });

  it('asks for a price, and again after one that cannot be read', async () => {
    await using world = await startReadyWorld();
    const { member } = world.home;
    const shown = messageOf(await member.command('collection info', { collection: FOXES }));
    const asked = await member.press(shown, 'Watch');

    const { modal } = await member.press(messageOf(asked), 'Floor falls to a price');
    if (modal === null) throw new Error('There is no modal.');
    const refused = await member.submit(modal, { price: 'a lot' });
    expect(contentOf(refused)).toContain('a lot');
    const again = await member.press(messageOf(refused), 'Try again');
    if (again.modal === null) throw new Error('There is no second modal.');
    const added = await member.submit(again.modal, { price: '5' });

    expect(contentOf(added)).toMatch(/^👁 Watch #\d+ added: .*Lantern Foxes/);
  });

  it('is not needed: a wallet can be named, too', async () => {
    await using world = await startReadyWorld();
    const { member } = world.home;
    const who = `0x${'d'.repeat(40)}`;
    const added = await member.command('watch add', { when: 'wallet.bought', what: who });
    expect(contentOf(added)).toContain('0xdddd…dddd');
  });
});

describe('“Watch this” in the menu of a message', () => {
  it('asks when somebody wants to be told of what an alert is about', async () => {
    await using world = await startBotWorld();
    const { home, marketplace } = world;
    const bot = await world.start();
    await home.follow(home.channelId);
    marketplace.cause.sale();
    await bot.app.poll();
    await world.untilPosted(home.channelId, 1);
    const alert = home.member.messages().at(-1);
    if (alert === undefined) throw new Error('There is no alert.');

    const pressed = await home.member.press(alert, 'Watch');
    expect(pressed.ephemeral).toBe(true);
    expect(contentOf(pressed)).toContain('When should I notify you about');
    const asked = await home.member.messageCommand(alert, 'Watch this');

    expect(asked.ephemeral).toBe(true);
    expect(contentOf(asked)).toContain('When should I notify you about');
    const added = await home.member.press(messageOf(asked), 'Sold');
    expect(contentOf(added)).toMatch(/^👁 Watch #\d+ added: /);
  });

  it('works on a lookup, and says of other messages that there is nothing to watch', async () => {
    await using world = await startReadyWorld();
    const { member, channelId } = world.home;
    const shown = messageOf(await member.command('token', { token: '7', collection: FOXES }));
    expect(contentOf(await member.messageCommand(shown, 'Watch this'))).toContain('Lantern Foxes #7');
    const said = (await world.requestAsBot('POST', `/channels/${channelId}/messages`, {
      content: 'Hello',
    })) as {
      readonly id: string;
    };
    expect(contentOf(await member.messageCommand(said, 'Watch this'))).toContain('found in that message');
  });
});
