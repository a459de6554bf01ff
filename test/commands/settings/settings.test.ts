import { describe, expect, it } from 'vitest';
import { readColour } from '#commands/settings/colour-names.ts';
import { languageChoices, readLanguage } from '#commands/settings/languages.ts';
import { readTimeZone, timeZoneChoices } from '#commands/settings/time-zones.ts';
import { DEFAULT_GUILD_SETTINGS } from '#src/alerts/settings.ts';
import { screenText } from '../../support/screen-text.ts';
import { idOf, messageOf, startManageBot, textOf } from '../alerts/manage-bot.ts';

describe('/settings view', () => {
  it('shows everything in words, with examples', async () => {
    await using managing = await startManageBot();
    const { message } = await managing.bot.owner.command('settings view');
    expect(screenText(message).split('\n')).toEqual([
      '**Server settings**',
      'Formats',
      expect.stringMatching(/^\*\*Time zone\*\* UTC \(now January 1, 1970 at 12:00.AM\)$/),
      '**Numbers and dates** English (United States), for example 1,234,567.89',
      '**Amounts** symbol after the number, for example 123,456 ETH',
      'Alerts',
      '**Default channel** the channel where `/alerts add` is used',
      '**Managers** members with “Manage Server”',
      '**Colours** default',
    ]);
  });
});

describe('the screen of /settings view', () => {
  it('changes amounts, default channel and manager role by menus, in place', async () => {
    await using managing = await startManageBot();
    const { bot, services } = managing;
    const role = bot.discord.createRole({ guildId: bot.guildId, name: 'Keepers' }).id;
    const shown = await bot.owner.command('settings view');
    const short = await bot.owner.select(messageOf(shown), idOf(shown, 'settings-currency'), ['short']);
    expect(short.outcome).toBe('updated');
    expect(textOf(short).split('\n').slice(0, 2)).toEqual(['✅ Saved.', '**Server settings**']);
    const channel = await bot.owner.select(messageOf(short), idOf(short, 'settings-channel'), [
      bot.channelId,
    ]);
    const all = await bot.owner.select(messageOf(channel), idOf(channel, 'settings-role'), [role]);
    expect(services.settings.guild(bot.guildId)).toMatchObject({
      currencyDisplay: 'short',
      defaultChannelId: bot.channelId,
      managerRoleId: role,
    });
    const none = await bot.owner.select(messageOf(all), idOf(all, 'settings-channel'), []);
    await bot.owner.select(messageOf(none), idOf(none, 'settings-role'), []);
    expect(services.settings.guild(bot.guildId)).toMatchObject({
      defaultChannelId: null,
      managerRoleId: null,
    });
  });

  it('shows the menu for the manager role only to who may choose it', async () => {
    await using managing = await startManageBot();
    const { bot } = managing;
    const role = bot.discord.createRole({ guildId: bot.guildId, name: 'Keepers' }).id;
    await bot.owner.command('settings set', { manager_role: role });
    bot.discord.setMemberRoles(bot.guildId, bot.memberId, [role]);
    const shown = await bot.member.command('settings view');
    expect(() => idOf(shown, 'settings-role')).toThrow('There is no settings-role.');
    expect(idOf(shown, 'settings-currency')).toContain('do.settings-currency.');
  });

  it('has the rest in a modal, and offers what is wrong there for another try', async () => {
    await using managing = await startManageBot();
    const { bot, services } = managing;
    const shown = await bot.owner.command('settings view');
    const { modal } = await bot.owner.press(messageOf(shown), 'Time zone, numbers, colours');
    if (modal === null) throw new Error('There is no modal.');
    const refused = await bot.owner.submit(modal, {
      time_zone: 'moon',
      language: 'gibberish!',
      colours: 'sales: gold\nfishes: red',
    });
    expect(textOf(refused).split('\n')).toEqual([
      expect.stringContaining('“moon” in **Time zone**'),
      expect.stringContaining('English only'),
      expect.stringContaining('“fishes: red” in **Alert colours**'),
    ]);
    expect(services.settings.guild(bot.guildId)).toEqual(DEFAULT_GUILD_SETTINGS);
    const again = await bot.owner.press(messageOf(refused), 'Try again');
    if (again.modal === null) throw new Error('There is no modal.');
    expect(JSON.stringify(again.modal.components)).toContain('sales: gold\\nfishes: red');
    const changed = await bot.owner.submit(again.modal, {
      time_zone: 'berlin',
      language: 'en-GB',
      colours: 'sales: gold\nmints: #00ff00',
    });
    expect(services.settings.guild(bot.guildId)).toEqual({
      ...DEFAULT_GUILD_SETTINGS,
      timeZone: 'Europe/Berlin',
      language: 'en-GB',
      colours: { sale: 0xf1c40f, mint: 0x00ff00 },
    });
    const reopened = await bot.owner.press(messageOf(changed), 'Time zone, numbers, colours');
    if (reopened.modal === null) throw new Error('There is no modal.');
    expect(JSON.stringify(reopened.modal.components)).toContain('sales: #f1c40f\\nmints: #00ff00');
    await bot.owner.submit(reopened.modal, { colours: '' });
    expect(services.settings.guild(bot.guildId).colours).toEqual({});
  });
});

describe('/settings set', () => {
  it('changes what is given, and shows it at once', async () => {
    await using managing = await startManageBot();
    const { bot, services } = managing;
    const role = bot.discord.createRole({ guildId: bot.guildId, name: 'Keepers' }).id;
    const reply = await bot.owner.command('settings set', {
      time_zone: 'berlin',
      language: 'en-IN',
      currency: 'before',
      colour_of: 'sale',
      colour: 'gold',
      default_channel: bot.channelId,
      manager_role: role,
    });
    const said = screenText(reply.message);
    for (const text of ['12,34,567.89', 'ETH 1,23,456', 'sales #f1c40f']) expect(said).toContain(text);
    expect(services.settings.guild(bot.guildId)).toEqual({
      timeZone: 'Europe/Berlin',
      language: 'en-IN',
      currencyDisplay: 'before',
      colours: { sale: 0xf1c40f },
      defaultChannelId: bot.channelId,
      managerRoleId: role,
    });
  });

  it.each([
    [{}, 'Choose a setting to change'],
    [{ time_zone: '+02:00' }, '**time_zone**'],
    [{ language: 'gibberish!' }, 'English only'],
    [{ colour: 'red' }, '**colour_of**'],
    [{ colour_of: 'sale', colour: 'reddish' }, '**colour**'],
  ])('refuses %j and changes nothing', async (options, sentence) => {
    await using managing = await startManageBot();
    const { bot, services } = managing;
    expect(textOf(await bot.owner.command('settings set', options))).toContain(sentence);
    expect(services.settings.guild(bot.guildId)).toEqual(DEFAULT_GUILD_SETTINGS);
  });

  it('lets members with the manager role change all but that role', async () => {
    await using managing = await startManageBot();
    const { bot, services } = managing;
    const role = bot.discord.createRole({ guildId: bot.guildId, name: 'Keepers' }).id;
    await bot.owner.command('settings set', { manager_role: role });
    bot.discord.setMemberRoles(bot.guildId, bot.memberId, [role]);
    expect(textOf(await bot.member.command('settings set', { currency: 'short' }))).toContain('✅');
    const refused = [
      await bot.member.command('settings set', { manager_role: role }),
      await bot.member.command('settings reset', { what: 'manager role' }),
      await bot.member.command('settings reset', { what: 'everything' }),
      await bot.member.command('settings erase'),
    ];
    for (const reply of refused) expect(textOf(reply)).toContain('You need the “Manage Server” permission');
    expect(services.settings.guild(bot.guildId).managerRoleId).toBe(role);
  });

  it('suggests time zones and languages while one types, to nobody else', async () => {
    await using managing = await startManageBot();
    const { bot } = managing;
    const offered = await bot.owner.autocomplete('settings set', { time_zone: 'new york' }, 'time_zone');
    expect(offered[0]).toEqual({ name: 'America/New_York', value: 'America/New_York' });
    expect(await bot.member.autocomplete('settings set', { time_zone: 'new' }, 'time_zone')).toEqual([]);
  });
});

describe('/settings reset', () => {
  it('restores the default of one setting or all', async () => {
    await using managing = await startManageBot();
    const { bot, services } = managing;
    await bot.owner.command('settings set', { time_zone: 'Asia/Tokyo', language: 'en-GB' });
    await bot.owner.command('settings reset', { what: 'language' });
    expect(services.settings.guild(bot.guildId)).toEqual({
      ...DEFAULT_GUILD_SETTINGS,
      timeZone: 'Asia/Tokyo',
    });
    await bot.owner.command('settings reset', { what: 'everything' });
    expect(services.settings.guild(bot.guildId)).toEqual(DEFAULT_GUILD_SETTINGS);
  });
});

describe('/settings export and erase', () => {
  it('export all stored data, and delete it after a confirmation', async () => {
    await using managing = await startManageBot();
    const { bot, keep, subscriptions } = managing;
    keep();
    await bot.owner.command('settings set', { time_zone: 'Asia/Tokyo' });
    const exported = await bot.owner.command('settings export');
    const attachment = messageOf(exported).attachments[0];
    if (attachment === undefined) throw new Error('There is no file.');
    expect(JSON.parse(bot.owner.download(attachment).text)).toMatchObject({
      settings: { timeZone: 'Asia/Tokyo' },
      alerts: [{ number: 1, alerts: ['sale'], setUpBy: bot.ownerId }],
      channels: [{ id: bot.channelId, name: 'sales', state: 'open' }],
    });
    const asked = await bot.owner.command('settings erase');
    expect(textOf(asked)).toContain('This deletes 1 alert');
    expect(textOf(await bot.owner.press(messageOf(asked), 'No, keep it'))).toBe('Nothing was deleted.');
    expect(subscriptions).toHaveLength(1);
    const again = await bot.owner.command('settings erase');
    expect(textOf(await bot.owner.press(messageOf(again), 'Yes, delete all'))).toContain('was deleted');
    expect(subscriptions).toEqual([]);
  });
});

describe('what is typed into settings', () => {
  it.each([
    ['#2ecc71', 0x2ecc71],
    ['2ECC71', 0x2ecc71],
    ['0x000000', 0],
    ['#2c7', 0x22cc77],
    ['Gold', 0xf1c40f],
  ])('%j is a colour', (text, colour) => expect(readColour({ option: 'colour', text })).toBe(colour));

  it('every suggestion is read as what it says', () => {
    for (const { value } of [
      ...timeZoneChoices(''),
      ...timeZoneChoices('america'),
      ...timeZoneChoices('utc'),
    ]) {
      expect(readTimeZone({ option: 'time_zone', text: value })).toBe(value);
    }
    // What `Intl` still calls by a former name.
    for (const name of ['Asia/Kathmandu', 'Asia/Kolkata', 'Europe/Kyiv', 'America/Argentina/Buenos_Aires']) {
      expect(readTimeZone({ option: 'time_zone', text: name })).toBe(name);
      expect(timeZoneChoices(name).map(({ value }) => value)).toContain(name);
    }
    expect(readTimeZone({ option: 'time_zone', text: 'katmandu' })).toBe('Asia/Kathmandu');
    expect(timeZoneChoices('kiev').map(({ value }) => value)).toEqual(['Europe/Kyiv']);
    for (const { name, value } of languageChoices('')) {
      expect([readLanguage(value), readLanguage(name)]).toEqual([value, value]);
    }
  });
});
