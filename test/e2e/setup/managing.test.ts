import { describe, expect, it } from 'vitest';
import type { Person } from '../../../sandbox/discord/local-discord.ts';
import { startBotWorld } from '../../support/bot-world.ts';
import { itemsPosted } from '../../support/posted-items.ts';
import { screenText } from '../../support/screen-text.ts';
import { FOXES, sellFoxes } from '../../support/sell-foxes.ts';
import { messagesIn } from '../channels/channel.ts';
import { description, enabledButtons, messageOf } from '../lookups/reading.ts';
import { allow, deny, listOf, removeAlert, secondAdmin, textOf } from './set-up.ts';

const COIN = 10n ** 18n;
const LETTERS = 'deep-sea-post';
const SEND_MESSAGES = 0x800n;

/** The menu of `/alerts list` that opens an alert. */
function menuOf(message: { readonly components?: unknown }): string {
  const found = /"custom_id":"(do\.alerts-open\.[^"]+)"/.exec(JSON.stringify(message.components))?.[1];
  if (found === undefined) throw new Error('There is no menu.');
  return found;
}

/** Opens an alert from the list. */
async function openAlert(person: Person, number: number) {
  const list = messageOf(await person.command('alerts list'));
  return messageOf(await person.select(list, menuOf(list), [String(number)]));
}

describe('/alerts list', () => {
  it('shows each alert’s channel, rule, state, last post, last match and last problem', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const bot = await world.start();
    const paused = home.addChannel('paused');
    const stopped = home.addChannel('stopped');
    await home.follow(home.channelId, FOXES);
    await home.subscribe(paused, { collection: LETTERS, price_from: '100' });
    await home.follow(stopped);
    await home.admin.command('alerts pause', { alert: '2' });
    deny(world, stopped, SEND_MESSAGES);
    sellFoxes(world, 1);
    await bot.app.poll();
    await bot.log.until('posted');
    await bot.log.until('channel rejects messages');

    const [first, firstFacts, second, secondFacts, third, thirdFacts] = (await listOf(home.admin)).split(
      '\n',
    );

    expect(first).toBe(`**#1** <#${home.channelId}> Sales · Lantern Foxes`);
    expect(firstFacts).toMatch(/^-# ▶ active · last post <t:\d+:R> · last match <t:\d+:R>$/);
    expect(second).toBe(`**#2** <#${paused}> Sales · Deep Sea Post · 100 S and up`);
    expect(secondFacts).toMatch(/^-# ⏸ paused <t:\d+:R> · nothing posted yet$/);
    expect(third).toBe(`**#3** <#${stopped}> Sales · all collections`);
    expect(thirdFacts).toMatch(
      /^-# ⚠ stopped: I can’t post there; to continue, give me “Send Messages” there · nothing posted yet · last match <t:\d+:R> · 1 alert waiting$/,
    );

    allow(world, stopped);
    await expect
      .poll(async () => (await listOf(home.admin)).split('\n').at(5))
      .toMatch(/^-# ▶ active · last post .+ · last problem: I can’t post there \(<t:\d+:R>\)$/);
  });

  it('shows the last post of each alert, not that of its channel', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const bot = await world.start();
    await home.follow(home.channelId, FOXES);
    await home.subscribe(home.channelId, { collection: LETTERS });
    sellFoxes(world, 1);
    await bot.app.poll();
    await bot.log.until('posted');

    const [, first, , second] = (await listOf(home.admin)).split('\n');
    const opened = await openAlert(home.admin, 2);

    expect(first).toMatch(/^-# ▶ active · last post <t:\d+:R>/);
    expect(second).toBe('-# ▶ active · nothing posted yet');
    expect(screenText(opened)).toContain('**Last post** nothing yet');
  });

  it('has pages, each of which opens its own alerts', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    await world.start();
    for (let number = 1; number <= 10; number += 1) {
      await home.subscribe(home.channelId, { collection: FOXES, price_from: String(number) });
    }

    const first = await home.admin.command('alerts list');
    const second = await home.admin.press(messageOf(first), 'Next ›');
    const message = messageOf(second);
    const one = await home.admin.select(message, menuOf(message), ['10']);
    const opened = messageOf(one);
    const back = await home.admin.select(opened, menuOf(opened), ['list']);

    const numbers = (text: string) =>
      [...text.matchAll(/\*\*#(\d+)\*\*/g)].map(([, number]) => Number(number));
    expect(numbers(description(first))).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(enabledButtons(first)).toEqual(['Next ›', 'Near misses', 'Log']);
    expect(numbers(description(second))).toEqual([9, 10]);
    expect(enabledButtons(second)).toEqual(['‹ Previous', 'Near misses', 'Log']);
    expect(one.message?.embeds[0]?.title).toBe('Alert #10');
    // The list is on the page of that alert again.
    expect(numbers(description(back))).toEqual([9, 10]);
  });

  it('opens an alert with all its actions, and works after a restart', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const first = await world.start();
    const other = home.addChannel('other');
    await home.follow(home.channelId, FOXES);
    const one = await openAlert(home.admin, 1);
    await first[Symbol.asyncDispose]();
    const bot = await world.start();

    const buttons = (message: typeof one) =>
      (JSON.stringify(message.components).match(/"label":"[^"]+"/g) ?? []).join();
    const paused = messageOf(await home.admin.press(one, 'Pause'));
    sellFoxes(world, 1);
    await bot.app.poll();
    const resumed = messageOf(await home.admin.press(paused, 'Resume'));
    const asked = messageOf(await home.admin.press(resumed, 'Copy'));
    const copyMenu =
      /"custom_id":"(do\.alerts-copy-to\.[^"]+)"/.exec(JSON.stringify(asked.components))?.[1] ?? '';
    const copied = messageOf(await home.admin.select(asked, copyMenu, [other]));
    const due = sellFoxes(world, 1);
    await bot.app.poll();

    expect(one.embeds[0]?.description).toBe('Sales · Lantern Foxes');
    for (const label of ['Edit', 'Pause', 'Test', 'Copy', 'Remove']) expect(buttons(one)).toContain(label);
    expect(buttons(paused)).toContain('Resume');
    expect(copied.content).toContain(`copied to <#${other}> as #2: Sales · Lantern Foxes`);
    expect(itemsPosted(await world.untilPosted(home.channelId, 1))).toEqual(due);
    expect(itemsPosted(await world.untilPosted(other, 1))).toEqual(due);
  });

  it('removes an alert only after a confirmation', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const bot = await world.start();
    await home.follow(home.channelId, FOXES);

    const asked = messageOf(await home.admin.press(await openAlert(home.admin, 1), 'Remove'));
    const kept = messageOf(await home.admin.press(asked, 'No, keep it'));
    const again = messageOf(await home.admin.press(kept, 'Remove'));
    const gone = await home.admin.press(again, 'Yes, remove it');
    sellFoxes(world, 1);
    await bot.app.poll();

    expect(asked.content).toContain('Remove alert #1 in');
    expect(textOf(gone)).toContain('🗑 Alert #1 removed.');
    expect(await listOf(home.admin)).toMatch(/^No alerts yet/);
    expect(messagesIn(world, home.channelId)).toEqual([]);
  });
});

describe('/alerts edit', () => {
  it('changes the given options, clears those with “-”, keeps the rest, and saves after a preview', async () => {
    await using world = await startBotWorld();
    const { home, marketplace } = world;
    const bot = await world.start();
    await home.subscribe(home.channelId, { collection: FOXES, price_from: '100', rank: '4000' });

    const draft = messageOf(
      await home.admin.command('alerts edit', { alert: '1', price_from: '10', rank: '-' }),
    );
    const unchanged = await listOf(home.admin);
    const saved = await home.admin.press(draft, 'Save');
    const [sale] = marketplace.cause.sale({ collection: FOXES, price: 11n * COIN });
    marketplace.cause.sale({ collection: FOXES, price: 9n * COIN });
    await bot.app.poll();

    expect(draft.content).toContain(`**Changes to alert #1 in <#${home.channelId}>**`);
    expect(unchanged).toContain('100 S and up · rank 4,000 or better');
    expect(textOf(saved)).toBe(
      `✅ Alert #1 in <#${home.channelId}> changed: Sales · Lantern Foxes · 10 S and up\nBefore: Sales · Lantern Foxes · 100 S and up · rank 4,000 or better`,
    );
    expect(itemsPosted(await world.untilPosted(home.channelId, 1))).toEqual([
      `${sale?.collection}/${sale?.tokenId}`,
    ]);
    expect(await listOf(home.admin)).not.toContain('#2');
  });
});

describe('two admins who change one alert at once', () => {
  it('each save what they saw, and the later one is shown what that replaced', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    await world.start();
    await home.follow(home.channelId, FOXES);
    const other = secondAdmin(world).person;
    const edit = (person: Person, options: Record<string, string>) =>
      person.command('alerts edit', { alert: '1', ...options });
    const mine = messageOf(await edit(home.admin, { price_from: '10' }));
    const theirs = messageOf(await edit(other, { collection: LETTERS }));

    await other.press(theirs, 'Save');
    const saved = textOf(await home.admin.press(mine, 'Save'));
    const late = messageOf(await edit(other, { price_to: '500' }));
    await removeAlert(home.admin, '1');
    const gone = textOf(await other.press(late, 'Save'));

    expect(saved).toMatch(/changed: Sales · Lantern Foxes · 10 S and up\nBefore: Sales · Deep Sea Post$/);
    expect(gone).toBe('Alert #1 no longer exists. Add a new one with `/alerts add`.');
    expect(await listOf(home.admin)).toMatch(/^No alerts yet/);
  });
});

describe('/alerts pause and resume', () => {
  it('pause one alert, and post nothing from the time in between', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const bot = await world.start();
    await home.follow(home.channelId, FOXES);

    const paused = await home.admin.command('alerts pause', { alert: '1' });
    sellFoxes(world, 2);
    await bot.app.poll();
    const resumed = await home.admin.command('alerts resume', { alert: '1' });
    const due = sellFoxes(world, 1);
    await bot.app.poll();

    expect(textOf(paused)).toContain(`⏸ Alert #1 in <#${home.channelId}> is paused: `);
    expect(textOf(resumed)).toContain('▶ Alert #1 in');
    expect(itemsPosted(await world.untilPosted(home.channelId, 1))).toEqual(due);
  });

  it('pause all alerts of a channel, and no others, also across a restart', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const first = await world.start();
    const other = home.addChannel('other');
    await home.follow(home.channelId, FOXES);
    await home.subscribe(home.channelId, { collection: FOXES, alerts: 'listings' });
    await home.follow(other, FOXES);
    const choices = await home.admin.autocomplete('alerts pause', { alert: 'all' }, 'alert');
    const all = choices.find(({ name }) => name === 'All 2 alerts in sales');

    const paused = await home.admin.command('alerts pause', { alert: String(all?.value) });
    await first[Symbol.asyncDispose]();
    const bot = await world.start();
    const due = sellFoxes(world, 1);
    await bot.app.poll();

    expect(textOf(paused)).toBe(`All alerts in <#${home.channelId}> are paused: #1, #2.`);
    expect(itemsPosted(await world.untilPosted(other, 1))).toEqual(due);
    expect(messagesIn(world, home.channelId)).toEqual([]);
  });
});

describe('/alerts remove', () => {
  it('removes all alerts of a channel after a confirmation', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    await world.start();
    const other = home.addChannel('other');
    await home.follow(home.channelId, FOXES);
    await home.follow(home.channelId, LETTERS);
    await home.follow(other, FOXES);

    const asked = await home.admin.command('alerts remove', { alert: `<#${home.channelId}>` });
    const before = await listOf(home.admin);
    const gone = await home.admin.press(messageOf(asked), 'Yes, remove them');

    expect(textOf(asked)).toBe(`Remove all 2 alerts in <#${home.channelId}> (#1, #2)?`);
    expect(before).toContain('#2');
    expect(textOf(gone)).toBe(`🗑 All alerts in <#${home.channelId}> removed.`);
    expect(await listOf(home.admin)).toMatch(new RegExp(`^\\*\\*#3\\*\\* <#${other}>`));
  });
});

describe('/alerts remove of one alert', () => {
  it('asks for confirmation like the button of the list, and removes nothing before', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    await world.start();
    await home.follow(home.channelId, FOXES);

    const asked = await home.admin.command('alerts remove', { alert: '1' });
    const before = await listOf(home.admin);
    const kept = await home.admin.press(messageOf(asked), 'No, keep it');
    const again = await home.admin.command('alerts remove', { alert: '1' });
    const gone = await home.admin.press(messageOf(again), 'Yes, remove it');

    expect(textOf(asked)).toBe(`Remove alert #1 in <#${home.channelId}>?\nSales · Lantern Foxes`);
    expect(before).toContain('**#1**');
    expect(messageOf(kept).embeds[0]?.title).toBe('Alert #1');
    expect(textOf(gone)).toContain('🗑 Alert #1 removed.');
    expect(await listOf(home.admin)).toMatch(/^No alerts yet/);
  });

  it('uses the singular for a channel with one alert', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    await world.start();
    const other = home.addChannel('other');
    await home.follow(home.channelId, FOXES);

    const copied = await home.admin.command('alerts copy', { alert: 'all', channel: other });
    const paused = await home.admin.command('alerts pause', { alert: 'all' });
    const resumed = await home.admin.command('alerts resume', { alert: 'all' });
    const asked = await home.admin.command('alerts remove', { alert: 'all' });

    expect(textOf(copied)).toBe(`✅ Copied 1 alert from <#${home.channelId}> to <#${other}>.`);
    expect(textOf(paused)).toBe(`The only alert in <#${home.channelId}> is paused: #1.`);
    expect(textOf(resumed)).toBe(`The only alert in <#${home.channelId}> is active: #1.`);
    expect(textOf(asked)).toBe(`Remove the only alert in <#${home.channelId}> (#1)?`);
  });
});

describe('/alerts copy', () => {
  it('copies all alerts of a channel with every option', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    await world.start();
    const other = home.addChannel('other');
    await home.subscribe(home.channelId, { alerts: 'auctions', collection: FOXES, ending: '60', rank: '7' });
    await home.subscribe(home.channelId, { alerts: 'sales', wallets: `0x${'1'.repeat(40)}`, amount: '3' });

    const copied = await home.admin.command('alerts copy', { alert: 'all', channel: other });
    const rules = [...(await listOf(home.admin)).matchAll(/<#(\d+)> (.*)/g)].map(([, channel, rule]) => [
      channel,
      rule,
    ]);

    expect(textOf(copied)).toBe(`✅ Copied 2 alerts from <#${home.channelId}> to <#${other}>.`);
    expect(rules.filter(([channel]) => channel === other).map(([, rule]) => rule)).toEqual(
      rules.filter(([channel]) => channel === home.channelId).map(([, rule]) => rule),
    );
    expect(rules).toHaveLength(4);
  });

  it('of a channel onto itself is not reported as a success', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    await world.start();
    await home.follow(home.channelId, FOXES);
    await home.follow(home.channelId, LETTERS);

    for (const subscription of ['1', 'all']) {
      const copied = home.admin.command('alerts copy', { alert: subscription, channel: home.channelId });
      expect(textOf(await copied)).toBe(
        `The alert is already in <#${home.channelId}>. Choose another channel.`,
      );
    }
  });

  it('adds the same alerts to another channel once, after checking the permissions there', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const bot = await world.start();
    const other = home.addChannel('other');
    await home.subscribe(home.channelId, { collection: FOXES, price_to: '5000' });
    deny(world, other, SEND_MESSAGES);
    const copy = () => home.admin.command('alerts copy', { alert: '1', channel: other });

    const refused = await copy();
    allow(world, other);
    const copied = await copy();
    const again = await copy();
    const due = sellFoxes(world, 1);
    await bot.app.poll();

    expect(textOf(refused)).toContain(`I can’t post in <#${other}>. Give me “Send Messages” there`);
    expect(textOf(copied)).toContain(': Sales · Lantern Foxes · up to 5,000 S');
    expect(textOf(again)).toBe(`<#${other}> already has this alert (#2).`);
    expect(itemsPosted(await world.untilPosted(other, 1))).toEqual(due);
  });
});

describe('an alert that posts once', () => {
  it('posts the next match only, links it in the list, and posts another one when it is resumed', async () => {
    await using world = await startBotWorld();
    const { home } = world;
    const bot = await world.start();
    const preview = messageOf(
      await home.admin.command('alerts add', { channel: home.channelId, alerts: 'sales', collection: FOXES }),
    );
    const { modal } = await home.admin.press(preview, 'Name & end time');
    if (modal === null) throw new Error('There is no form.');
    const once = messageOf(await home.admin.submit(modal, { name: 'First fox', once: 'once' }));
    const added = messageOf(await home.admin.press(once, 'Confirm'));
    expect(added.content).toContain('Lantern Foxes · once');

    sellFoxes(world, 3);
    await bot.app.poll();
    await world.untilPosted(home.channelId, 1);
    const [posted] = world.discord.messages(home.channelId);
    await expect
      .poll(() => listOf(home.admin))
      .toContain(
        `⏸ paused: posted once, https://discord.com/channels/${home.guildId}/${home.channelId}/${posted?.id}`,
      );
    expect(await listOf(home.admin)).toContain('**First fox**');
    sellFoxes(world, 2);
    await bot.app.poll();
    expect(messagesIn(world, home.channelId)).toHaveLength(1);

    await home.admin.command('alerts resume', { alert: '1' });
    sellFoxes(world, 2);
    await bot.app.poll();
    await world.untilPosted(home.channelId, 2);
    expect(messagesIn(world, home.channelId)).toHaveLength(2);
  });
});
