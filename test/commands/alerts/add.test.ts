import { describe, expect, it } from 'vitest';
import { MATCH_ALL } from '#src/alerts/filters/index.ts';
import { GavelError } from '#src/chain/errors.ts';
import { address } from '../../support/build-activity.ts';
import { newSubscription, saleAlert } from '../../support/build-alert.ts';
import { begin, ETH, FOXES, formOf, messageOf, PUNKS, startBot, textOf } from './adding.ts';

describe('/alerts add', () => {
  it('shows what would be set up and keeps nothing before it is confirmed', async () => {
    const { bot, subscriptions } = await startBot({
      preview: async () => ({
        matching: [saleAlert(1_000), saleAlert(4_000)],
        example: { alert: saleAlert(4_000), happened: true },
        weeklySales: 12.4,
      }),
    });
    const reply = await begin(bot, {
      channel: bot.channelId,
      collection: 'Punks',
      price_from: '100',
      rank: '500',
    });
    expect(reply.ephemeral).toBe(true);
    expect(textOf(reply).split('\n')).toEqual([
      `**New alert in <#${bot.channelId}>**`,
      'Sales · Punks · 100 ETH and up · rank 500 or better',
      'About 12 per week. Latest match:',
    ]);
    expect(messageOf(reply).embeds[0]).toMatchObject({ title: 'A sale', footer: { text: 'sale:id:4000' } });
    expect(subscriptions).toEqual([]);
  });

  it.each([
    [0.4, 'sales', 'Less than one per week.'],
    [7.6, 'sales', 'About 8 per week.'],
    [1_234, 'sales', 'About 1,200 per week.'],
    [30, 'sales, mints', 'Sales: about 30 per week.'],
    [null, 'sales', 'No example: nothing matches yet.'],
  ])('says of %s stored sales a week for %s: %s', async (weeklySales, alerts, sentence) => {
    const { bot } = await startBot({ preview: async () => ({ matching: [], example: null, weeklySales }) });
    expect(
      textOf(await begin(bot, { alerts }))
        .split('\n')
        .at(-1),
    ).toBe(sentence);
  });

  it('shows an example with a real token where nothing that fits happened', async () => {
    const example = { alert: saleAlert(7), happened: false };
    const { bot } = await startBot({ preview: async () => ({ matching: [], example, weeklySales: null }) });
    const reply = await begin(bot);
    expect(textOf(reply)).toContain('Example with invented numbers:');
    expect(messageOf(reply).embeds).toHaveLength(1);
  });

  it('sets the alert up when it is confirmed', async () => {
    const { bot, subscriptions, drafts } = await startBot();
    const reply = await begin(bot, { collection: 'Punks', price_from: '0.5 ETH' });
    const done = await bot.owner.press(messageOf(reply), 'Confirm');
    expect(done.outcome).toBe('updated');
    expect(textOf(done)).toBe(
      `✅ Alert #1 added in <#${bot.channelId}>: Sales · Punks · 0.5 ETH and up\nPost an example with \`/alerts test\`.`,
    );
    expect(messageOf(done).components).toEqual([]);
    expect(subscriptions).toEqual([
      {
        id: 1,
        guildId: bot.guildId,
        channelId: bot.channelId,
        topics: ['sale'],
        filter: { ...MATCH_ALL, collection: [PUNKS], price_from: ETH / 2n },
        pingRoles: [],
        createdBy: bot.ownerId,
        createdAt: 0,
        pausedAt: null,
        lastMatchAt: null,
        lastPostAt: null,
      },
    ]);
    expect(drafts.size).toBe(0);
  });

  it('pings the role that was given, or those that are chosen in the form', async () => {
    const { bot, subscriptions } = await startBot();
    const [first = '', second = ''] = ['b', 'a']
      .map((name) => bot.discord.createRole({ guildId: bot.guildId, name, mentionable: true }).id)
      .toSorted();
    const reply = await begin(bot, { ping_role: first });
    expect(textOf(reply)).toContain(`Sales · all collections · pings <@&${first}>`);
    const both = await bot.owner.submit(formOf(await bot.owner.press(messageOf(reply), 'Pings')), {
      roles: [second, first],
    });
    expect(textOf(both)).toContain(`pings <@&${first}> and <@&${second}>`);
    await bot.owner.press(messageOf(both), 'Confirm');
    expect(subscriptions[0]?.pingRoles).toEqual([first, second]);

    const edit = await bot.owner.command('alerts edit', { alert: '1', rank: '5' });
    expect(textOf(edit)).toContain(`rank 5 or better · pings <@&${first}> and <@&${second}>`);
    const none = await bot.owner.submit(formOf(await bot.owner.press(messageOf(edit), 'Pings')), {
      roles: [],
    });
    expect(textOf(none)).not.toContain('pings');
    await bot.owner.press(messageOf(none), 'Save');
    expect(subscriptions[0]).toMatchObject({ pingRoles: [], filter: { rank: 5 } });
  });

  it('does not offer to ping everyone', async () => {
    const { bot } = await startBot();
    expect(textOf(await begin(bot, { ping_role: bot.guildId }))).toContain('@everyone can’t be pinged');
    const reply = await begin(bot);
    const refused = await bot.owner.submit(formOf(await bot.owner.press(messageOf(reply), 'Pings')), {
      roles: [bot.guildId],
    });
    expect(textOf(refused)).toContain('@everyone can’t be pinged');
  });

  it('makes one subscription of a draft that is confirmed twice', async () => {
    const { bot, subscriptions } = await startBot();
    const message = messageOf(await begin(bot));
    const confirm = JSON.stringify(message.components).match(/do\.draft-confirm\.[^"]+/)?.[0] ?? '';
    const replies = await Promise.all([bot.owner.press(message, confirm), bot.owner.press(message, confirm)]);
    expect(replies).toHaveLength(2);
    expect(subscriptions).toHaveLength(1);
  });

  it('says so where the channel has that alert already, and that it is paused', async () => {
    const { bot, subscriptions } = await startBot();
    subscriptions.push({
      ...newSubscription(bot.channelId),
      id: 7,
      pausedAt: 5,
      lastMatchAt: null,
      lastPostAt: null,
    });
    const reply = await begin(bot);
    const done = await bot.owner.press(messageOf(reply), 'Confirm');
    expect(textOf(done)).toBe(
      `<#${bot.channelId}> already has this alert (#7). It is paused. Resume it with \`/alerts resume\`.`,
    );
    expect(subscriptions).toHaveLength(1);
  });

  it('takes everything that a rule can say, in the command and in its preview', async () => {
    const { bot, subscriptions } = await startBot({
      lookups: {
        profile: async () => Promise.reject(new GavelError('MARKETPLACE_UNAVAILABLE', 'not needed')),
      },
    });
    const reply = await begin(bot, {
      alerts: 'Sales, listings below floor and auctions ending soon',
      collection: 'Punks, Lantern Foxes ✓',
      price_from: '1.5k',
      price_to: '2,000 eth',
      below_floor: '10 %',
      rank: '#500',
      traits: 'hat: beanie, eyes: laser',
      trait_mode: 'all',
      wallets: address(1),
      not_wallets: `${address(2)}, ${address(3)}`,
      amount: '5',
      ending: '30',
    });
    expect(textOf(reply)).toContain(
      'Sales, Listings, Auctions ending soon · Punks and Lantern Foxes · 1,500 ETH to 2,000 ETH · 10% or more below floor · rank 500 or better · hat: beanie and eyes: laser · ',
    );
    await bot.owner.press(messageOf(reply), 'Confirm');
    expect(subscriptions[0]).toMatchObject({
      topics: ['sale', 'listing', 'auction_ending'],
      filter: {
        ending: 30,
        collection: [PUNKS, FOXES],
        price_from: 1_500n * ETH,
        price_to: 2_000n * ETH,
        below_floor: 10,
        rank: 500,
        traits: [
          { type: 'hat', value: 'beanie' },
          { type: 'eyes', value: 'laser' },
        ],
        trait_mode: 'all',
        wallets: [address(1)],
        not_wallets: [address(2), address(3)],
        amount: 5n,
      },
    });
  });

  it('names the option that cannot be read, and what to write', async () => {
    const { bot, drafts } = await startBot();
    expect(textOf(await begin(bot, { price_from: 'much' }))).toBe(
      'I can’t read “much” in **price_from**. Enter a price like 100, 0.5 or 1.5k, in ETH.',
    );
    expect(textOf(await begin(bot, { collection: 'Punks, **nobody** @everyone, Nowhere' }))).toBe(
      'No collection “\\*\\*nobody\\*\\* @\u200beveryone” or “Nowhere” found (in **collection**). Enter a collection’s name as shown on the marketplace, or paste its address or link.',
    );
    expect(textOf(await begin(bot, { alerts: 'salez' }))).toBe(
      'I can’t read “salez” in **alerts**. Did you mean “Sales”?',
    );
    expect(textOf(await begin(bot, { below_floor: '200' }))).toBe(
      '“200” is out of range for **below_floor**. Enter a whole number from 1 to 99, like 10 for 10% below the floor.',
    );
    expect(drafts.size).toBe(0);
  });

  it('names the permissions that are missing in that very channel and keeps nothing', async () => {
    const { bot, drafts } = await startBot({ missing: ['Send Messages', 'Embed Links'] });
    expect(textOf(await begin(bot, { channel: bot.channelId }))).toBe(
      `I can’t post in <#${bot.channelId}>. Give me “Send Messages” and “Embed Links” there (Edit Channel → Permissions), then try again.`,
    );
    expect(drafts.size).toBe(0);
  });

  it('checks the permissions again when it is confirmed, and keeps the draft where they are missing', async () => {
    let missing: readonly string[] = [];
    const { bot, subscriptions } = await startBot({}, (services) => ({
      ...services,
      channelAccess: { ...services.channelAccess, missingForAlerts: () => missing },
    }));
    const message = messageOf(await begin(bot));
    missing = ['Embed Links'];
    const refused = await bot.owner.press(message, 'Confirm');
    expect(textOf(refused)).toContain('Give me “Embed Links” there');
    expect(subscriptions).toEqual([]);
    missing = [];
    await bot.owner.press(message, 'Confirm');
    expect(subscriptions).toHaveLength(1);
  });

  it('posts where the server usually posts when no channel is named, and here when that channel is gone', async () => {
    const { bot } = await startBot({}, (services) => services);
    expect(textOf(await begin(bot))).toContain(`<#${bot.channelId}>`);
    const other = bot.discord.createChannel({ guildId: bot.guildId, name: 'market' }).id;
    const usual = await startBot({ guildSettings: { defaultChannelId: other } });
    // Each bot has a Discord of its own, where that channel is unknown.
    expect(textOf(await begin(usual.bot))).toContain(`<#${usual.bot.channelId}>`);
    const here = await startBot({ guildSettings: { defaultChannelId: bot.channelId } });
    expect(textOf(await begin(here.bot))).toContain(`<#${here.bot.channelId}>`);
  });

  it('continues without a preview while the marketplace does not answer', async () => {
    const { bot, subscriptions } = await startBot({
      preview: () => Promise.reject(new GavelError('MARKETPLACE_UNAVAILABLE', 'down')),
    });
    const reply = await begin(bot);
    expect(textOf(reply)).toContain('the marketplace is not responding');
    await bot.owner.press(messageOf(reply), 'Confirm');
    expect(subscriptions).toHaveLength(1);
  });

  it('warns of an alert with a high volume, and of one that can never match', async () => {
    const { bot } = await startBot({
      preview: async () => ({
        matching: Array.from({ length: 40 }, (_, n) => saleAlert(n * 10)),
        example: null,
        weeklySales: null,
      }),
    });
    expect(textOf(await begin(bot))).toContain('⚠️ This may post about 360 messages per hour.');
    expect(textOf(await begin(bot, { alerts: 'offers', below_floor: '5' }))).toContain(
      '⚠️ Nothing can match:',
    );
  });

  it('keeps nothing when it is cancelled', async () => {
    const { bot, subscriptions, drafts } = await startBot();
    const done = await bot.owner.press(messageOf(await begin(bot)), 'Cancel');
    expect(textOf(done)).toBe('Nothing was added. Start again with `/alerts add`.');
    expect(drafts.size).toBe(0);
    expect(subscriptions).toEqual([]);
  });
});
