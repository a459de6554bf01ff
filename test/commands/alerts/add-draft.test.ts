import { describe, expect, it, onTestFinished } from 'vitest';
import { MATCH_ALL } from '#src/alerts/filters/index.ts';
import { TOPICS } from '#src/alerts/kinds/registry.ts';
import { startCommandBot } from '../../discord/command-bot.ts';
import { inMemoryServices } from '../../discord/command-services.ts';
import { address } from '../../support/build-activity.ts';
import { alerts, begin, ETH, FOXES, formOf, menuOf, messageOf, PUNKS, startBot, textOf } from './adding.ts';

describe('a draft of /alerts add', () => {
  it('changes the filter in a modal with the current values', async () => {
    const { bot, subscriptions } = await startBot();
    const reply = await begin(bot, { collection: 'Punks', price_from: '0.5' });
    const form = formOf(await bot.owner.press(messageOf(reply), 'Edit filter'));
    expect(JSON.stringify(form.components)).toContain('"value":"Punks"');
    expect(JSON.stringify(form.components)).toContain('"value":"0.5"');
    const changed = await bot.owner.submit(form, { collection: 'Lantern Foxes', price_from: '', rank: '50' });
    expect(changed.outcome).toBe('updated');
    expect(textOf(changed)).toContain('Sales · Lantern Foxes · rank 50 or better');
    await bot.owner.press(messageOf(changed), 'Confirm');
    expect(subscriptions[0]?.filter).toEqual({
      ...MATCH_ALL,
      collection: [FOXES],
      rank: 50,
    });
  });

  it('changes traits and wallets in a second modal', async () => {
    const { bot } = await startBot();
    const message = messageOf(await begin(bot, { collection: 'Punks' }));
    const form = formOf(await bot.owner.press(message, 'Traits & wallets'));
    const changed = await bot.owner.submit(form, { traits: 'hat: beanie', wallets: address(9) });
    expect(textOf(changed)).toContain('hat: beanie · wallet 0x');
  });

  it('changes what it excludes in a modal of its own', async () => {
    const { bot, subscriptions } = await startBot();
    const message = messageOf(await begin(bot, { collection: 'Punks' }));
    const form = formOf(await bot.owner.press(message, 'Exclude'));
    const changed = await bot.owner.submit(form, { not_tokens: '7, 8', not_wallets: address(9) });
    expect(textOf(changed)).toMatch(/excluding wallet 0x\S+ · excluding Punks #7 or Punks #8/);
    await bot.owner.press(messageOf(changed), 'Confirm');
    expect(subscriptions[0]?.filter).toEqual({
      ...MATCH_ALL,
      collection: [PUNKS],
      not_wallets: [address(9)],
      not_tokens: [`${PUNKS}-7`, `${PUNKS}-8`],
    });
  });

  it('gets a name and an end in a modal, and keeps them when it is edited', async () => {
    const { bot, subscriptions } = await startBot();
    const message = messageOf(await begin(bot, { collection: 'Punks' }));
    const form = formOf(await bot.owner.press(message, 'Name & end time'));
    const named = await bot.owner.submit(form, { name: 'Whales *', ends: 'in 3 days' });
    expect(textOf(named)).toMatch(/\*\*Whales \\\*\*\*[^]*Punks · until <t:\d+:f>/);
    const added = await bot.owner.press(messageOf(named), 'Confirm');
    expect(textOf(added)).toContain('Alert Whales \\* added');
    expect(subscriptions[0]?.extras?.name).toBe('Whales *');

    const edit = await bot.owner.command('alerts edit', { alert: '1', rank: '5' });
    expect(textOf(edit)).toContain('alert Whales \\*');
    const again = formOf(await bot.owner.press(messageOf(edit), 'Name & end time'));
    const refused = await bot.owner.submit(again, { ends: 'in 0 days' });
    expect(textOf(refused)).toContain('This end time is in the past.');
    const cleared = await bot.owner.submit(again, { name: '', ends: '-' });
    await bot.owner.press(messageOf(cleared), 'Save');
    expect(subscriptions[0]?.extras).toBeUndefined();
  });

  it('leaves the draft as it is when a modal has invalid input', async () => {
    const { bot, subscriptions } = await startBot();
    const message = messageOf(await begin(bot, { price_from: '1' }));
    const form = formOf(await bot.owner.press(message, 'Edit filter'));
    const refused = await bot.owner.submit(form, { price_from: 'much' });
    expect(textOf(refused)).toContain('I can’t read “much” in **Minimum price**.');
    expect(refused.ephemeral).toBe(true);
    await bot.owner.press(message, 'Confirm');
    expect(subscriptions[0]?.filter.price_from).toBe(ETH);
  });

  it('changes the kinds in a menu, and the lead time for ending auctions', async () => {
    const { bot, subscriptions } = await startBot();
    const reply = await begin(bot);
    const topics = menuOf(reply, 'draft-kinds');
    const changed = await bot.owner.select(messageOf(reply), topics, ['auction_ending', 'mint']);
    expect(textOf(changed)).toContain(
      'Mints, Auctions ending soon · all collections · 10 minutes before auctions end',
    );
    const later = await bot.owner.select(messageOf(changed), menuOf(changed, 'draft-option'), ['ending=60']);
    await bot.owner.press(messageOf(later), 'Confirm');
    expect(subscriptions[0]).toMatchObject({ topics: ['mint', 'auction_ending'], filter: { ending: 60 } });
  });

  it('confirms only the draft of the pressed button', async () => {
    const { bot, subscriptions } = await startBot();
    const reply = await begin(bot);
    const before = JSON.stringify(messageOf(reply).components).match(/do\.draft-confirm\.[^"]+/)?.[0] ?? '';
    await bot.owner.select(messageOf(reply), menuOf(reply, 'draft-kinds'), [...TOPICS]);
    await expect(bot.owner.press(messageOf(reply), before)).rejects.toThrow('no button');
    expect(subscriptions).toEqual([]);
  });

  it('reports an expired draft', async () => {
    const { bot, drafts } = await startBot();
    const message = messageOf(await begin(bot));
    drafts.clear();
    const late = await bot.owner.press(message, 'Confirm');
    expect(textOf(late)).toContain('This draft has expired');
    expect(late.ephemeral).toBe(true);
  });

  it('refuses members who may no longer manage alerts', async () => {
    let managerRoleId: string | null = null;
    const memory = inMemoryServices();
    const services = () => ({
      ...memory.services,
      view: { ...memory.services.view, settings: { ...memory.services.view.settings, managerRoleId } },
    });
    const bot = await startCommandBot({ commands: [alerts], services });
    onTestFinished(() => bot[Symbol.asyncDispose]());
    const role = bot.discord.createRole({ guildId: bot.guildId, name: 'Keepers' }).id;
    bot.discord.setMemberRoles(bot.guildId, bot.memberId, [role]);
    expect(textOf(await bot.member.command('alerts add'))).toBe(
      'You need the “Manage Server” permission in this server.',
    );
    managerRoleId = role;
    const message = messageOf(await bot.member.command('alerts add', { alerts: 'sales' }));
    managerRoleId = bot.channelId;
    expect(textOf(await bot.member.press(message, 'Confirm'))).toBe(
      `You need the “Manage Server” permission or the <@&${bot.channelId}> role in this server.`,
    );
    expect(memory.subscriptions).toEqual([]);
    managerRoleId = role;
    await bot.member.press(message, 'Confirm');
    expect(memory.subscriptions).toHaveLength(1);
  });
});
