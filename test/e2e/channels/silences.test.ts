import { describe, expect, it } from 'vitest';
import { type Bot, type BotWorld, startBotWorld } from '../../support/bot-world.ts';
import { itemsPosted, itemsSold } from '../../support/posted-items.ts';
import { screenText } from '../../support/screen-text.ts';
import { FOXES } from '../../support/sell-foxes.ts';
import { choiceOf, enabledButtons, messageOf, optionsOf } from '../lookups/reading.ts';
import { manager } from '../setup/set-up.ts';
import { HOUR_MS, messagesIn } from './channel.ts';

const OTHERS = 'deep-sea-post';
const SECOND_MS = 1_000;

/** Causes a sale a second later, and polls. Returns the sold items. */
async function sell(world: BotWorld, bot: Bot, collection = FOXES): Promise<readonly string[]> {
  world.clock.advance(SECOND_MS);
  const sold = itemsSold(world.marketplace.cause.sale({ collection }));
  await bot.app.poll();
  return sold;
}

describe('/silence', () => {
  it('leaves out a collection until it is ended, and counts what it left out', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const { admin, channelId } = home;
    const bot = await world.start();
    await home.follow(channelId);
    const before = await sell(world, bot);
    await world.untilPosted(channelId, 1);

    const added = await admin.command('silence add', { duration: '4 hours', collection: FOXES });
    await sell(world, bot);
    await sell(world, bot);
    const other = await sell(world, bot, OTHERS);
    const list = await admin.command('silence list', {});
    world.clock.advance(SECOND_MS);
    const ended = await admin.press(list.message ?? { id: '' }, 'End silence 1');
    const after = await sell(world, bot);

    const posted = itemsPosted(await world.untilPosted(channelId, 3));
    expect(posted).toEqual([...before, ...other, ...after]);
    expect(screenText(added.message)).toMatch(/🔕 Silenced until <t:\d+:f>: \*\*Lantern Foxes\*\*/);
    expect(screenText(list.message)).toMatch(
      /\*\*Lantern Foxes\*\* until <t:\d+:f> · 2 alerts skipped · by <@\d+>/,
    );
    expect(screenText(ended.message)).toContain('2 alerts were skipped.');
    expect(screenText(ended.message)).toMatch(/\*\*Lantern Foxes\*\*, ended <t:\d+:f>/);
  });

  it('is over by itself, also when it began and ended while the bot was down', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const { admin, channelId } = home;
    const due: string[] = [];
    {
      await using bot = await world.start();
      await home.follow(channelId);
      await sell(world, bot);
      await world.untilPosted(channelId, 1);
      await admin.command('silence add', { duration: '1 hour', channel: channelId });
    }
    world.clock.advance(SECOND_MS);
    world.marketplace.cause.sale({ collection: FOXES });
    world.clock.advance(HOUR_MS);
    due.push(...itemsSold(world.marketplace.cause.sale({ collection: FOXES })));
    const bot = await world.start();
    await bot.app.poll();
    const [, ...rest] = await world.untilPosted(channelId, 2);
    expect(itemsPosted(rest)).toEqual(due);
  });

  it('of a channel is summed up in one message after its end', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const { admin, channelId } = home;
    const bot = await world.start();
    await home.follow(channelId);
    const added = await admin.command('silence add', {
      ...{ duration: '1 hour', channel: channelId },
      summary: true,
    });
    const refused = await admin.command('silence add', { duration: '1 hour', summary: true });
    await sell(world, bot);
    await sell(world, bot);
    const list = await admin.command('silence list');
    world.clock.advance(HOUR_MS);
    await bot.app.poll();
    const inside = messagesIn(world, channelId).length;
    world.clock.advance(2 * 60 * SECOND_MS);
    await bot.app.poll();
    const [summary] = await world.untilPosted(channelId, 1);
    await bot.app.poll();
    const after = await sell(world, bot);
    const [, ...rest] = await world.untilPosted(channelId, 2);

    expect(screenText(added.message)).toContain('I’ll post a summary soon after it ends.');
    expect(screenText(refused.message)).toContain(
      'A summary is only possible if you silence a whole channel.',
    );
    expect(screenText(list.message)).toContain('2 alerts skipped · summary at the end');
    expect(inside).toBe(0);
    expect(summary?.title).toMatch(/^2 (?:sales|alerts)/);
    expect(itemsPosted(rest)).toEqual(after);
    expect(screenText((await admin.command('silence list')).message)).toContain(
      '2 alerts skipped · summarised',
    );
  });

  it('of one alert leaves the other alert of the channel alone', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const { admin, channelId } = home;
    const bot = await world.start();
    await home.follow(channelId, FOXES);
    await home.follow(channelId, OTHERS);
    await admin.command('silence add', { duration: '1 hour', alert: '1' });
    await sell(world, bot);
    const other = await sell(world, bot, OTHERS);
    expect(itemsPosted(await world.untilPosted(channelId, 1))).toEqual(other);
  });

  it('refuses members, unreadable ends, and several things at once', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const { admin, member } = home;
    await using _bot = await world.start();
    const said = async (options: Record<string, string>, who = admin) =>
      screenText((await who.command('silence add', options)).message);
    expect(await said({ duration: '1 hour' }, member)).toContain('Manage Server');
    expect(await said({ duration: 'soon' })).toContain('I can’t read “soon”');
    expect(await said({ duration: '2020-01-01' })).toContain('between one minute and one year');
    expect(await said({ duration: '1 hour', collection: FOXES, wallet: `0x${'a'.repeat(40)}` })).toContain(
      'Choose only one',
    );
    const choices = await admin.autocomplete('silence add', { duration: '8 tom' }, 'duration');
    expect(choices.map(({ name }) => name)).toContain('Until 8:00 tomorrow');
  });

  it('silences a collection from its card for who manages alerts, and says to others who may', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const { admin, member, channelId } = home;
    const bot = await world.start();
    await home.follow(channelId);
    const before = await sell(world, bot);
    await world.untilPosted(channelId, 1);
    const [card] = messagesIn(world, channelId);
    const refused = await member.messageCommand(card ?? { id: '' }, 'Silence this');
    const asked = await admin.messageCommand(card ?? { id: '' }, 'Silence this');
    const added = await admin.press(asked.message ?? { id: '' }, '1 hour');
    await sell(world, bot);
    const list = await admin.command('silence list');
    world.clock.advance(SECOND_MS);
    await admin.press(list.message ?? { id: '' }, 'End silence 1');
    const after = await sell(world, bot);

    expect(screenText(refused.message)).toContain('Manage Server');
    expect(screenText(added.message)).toContain(`: **Lantern Foxes in <#${channelId}>**`);
    expect(screenText(list.message)).toContain('1 alert skipped');
    expect(itemsPosted(await world.untilPosted(channelId, 2))).toEqual([...before, ...after]);
  });

  it('silences from the details of an alert what “Silence this” does, for who may', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const { admin, member, channelId } = home;
    const bot = await world.start();
    await home.follow(channelId);
    await sell(world, bot);
    await world.untilPosted(channelId, 1);
    const [card] = messagesIn(world, channelId);
    const alert = card ?? { id: '' };
    const forMember = await member.press(alert, 'Details');
    const forAdmin = await admin.press(alert, 'Details');
    const looked = await admin.command('token', { collection: FOXES, token: '7' });
    const inMenu = await admin.messageCommand(alert, 'Silence this');
    const asked = await admin.press(messageOf(forAdmin), 'Silence…');
    const added = await admin.press(messageOf(asked), '1 hour');
    await sell(world, bot);
    const list = await admin.command('silence list');

    expect(enabledButtons(forMember)).not.toContain('Silence…');
    expect(enabledButtons(forAdmin)).toContain('Silence…');
    expect(enabledButtons(looked)).not.toContain('Silence…');
    expect(asked).toMatchObject({ outcome: 'message', ephemeral: true });
    expect(screenText(asked.message)).toBe(screenText(inMenu.message));
    expect(enabledButtons(asked)).toEqual(enabledButtons(inMenu));
    expect(optionsOf(asked, 'menu.silence-here').map(({ label }) => label)).toEqual(
      optionsOf(inMenu, 'menu.silence-here').map(({ label }) => label),
    );
    expect(screenText(added.message)).toContain(`: **Lantern Foxes in <#${channelId}>**`);
    expect(screenText(list.message)).toContain('1 alert skipped');
  });

  it('asks again who may silence when the button under the details is pressed', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const { channelId } = home;
    const bot = await world.start();
    const { person, removeRole } = await manager(world);
    await home.follow(channelId);
    await sell(world, bot);
    await world.untilPosted(channelId, 1);
    const [card] = messagesIn(world, channelId);
    const details = await person.press(card ?? { id: '' }, 'Details');
    removeRole();
    const again = await person.press(card ?? { id: '' }, 'Details');
    const refused = await person.press(messageOf(details), 'Silence…');

    expect(enabledButtons(again)).not.toContain('Silence…');
    expect(refused.ephemeral).toBe(true);
    expect(screenText(refused.message)).toContain('Manage Server');
  });

  it('silences a token or a wallet of an alert, and screens say that silences are active', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const { admin, channelId } = home;
    const bot = await world.start();
    await home.follow(channelId);
    world.clock.advance(SECOND_MS);
    world.marketplace.cause.sale({ collection: FOXES, tokenId: '7' });
    await bot.app.poll();
    await bot.log.until('posted', 1);
    const [card] = messagesIn(world, channelId);
    const asked = await admin.messageCommand(card ?? { id: '' }, 'Silence this');
    const labels = optionsOf(asked, 'menu.silence-here').map(({ label }) => label);
    const added = await admin.select(asked.message ?? { id: '' }, 'menu.silence-here', [
      choiceOf(asked, 'menu.silence-here', 'Lantern Foxes #7: 4 hours'),
    ]);
    world.clock.advance(SECOND_MS);
    world.marketplace.cause.sale({ collection: FOXES, tokenId: '7' });
    await bot.app.poll();
    const list = await admin.command('alerts list');
    const health = await admin.command('alerts health');
    const settings = await admin.command('alerts channel', { channel: channelId });

    expect(labels).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Buyer .+: 1 hour$/),
        expect.stringMatching(/^Seller .+: Until 8:00 tomorrow$/),
      ]),
    );
    expect(screenText(added.message)).toContain(': **Lantern Foxes #7 in');
    for (const screen of [list, health, settings])
      expect(screenText(screen.message)).toContain(
        '🔕 1 silence is active. So far, 1 alert has been skipped.',
      );
  });

  it('of a person leaves out their watches, and nobody else’s alerts', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const { member, channelId } = home;
    const bot = await world.start();
    await home.follow(channelId);
    await member.command('watch add', { when: 'token.sold', what: 'Lantern Foxes #7' });
    const empty = await member.command('watch silence');
    const added = await member.command('watch silence', { duration: '1 hour', collection: FOXES });
    world.clock.advance(SECOND_MS);
    world.marketplace.cause.sale({ collection: FOXES, tokenId: '7' });
    await bot.app.poll();
    await world.untilPosted(channelId, 1);
    const own = await member.command('watch silence');
    world.clock.advance(SECOND_MS);
    const ended = await member.press(own.message ?? { id: '' }, 'End silence 1');

    expect(screenText(empty.message)).toContain('You have no silences');
    expect(screenText(added.message)).toContain(': **Lantern Foxes**');
    expect(screenText(own.message)).toMatch(/1 alert skipped$/m);
    expect(screenText(ended.message)).toContain('1 alert was skipped');
    expect(member.directMessages()).toEqual([]);
  });
});
