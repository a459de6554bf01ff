import { describe, expect, it } from 'vitest';
import { readColour } from '../../../commands/settings/colour-names.ts';
import { languageChoices, readLanguage } from '../../../commands/settings/languages.ts';
import { readTimeZone, timeZoneChoices } from '../../../commands/settings/time-zones.ts';
import { USUAL_SETTINGS } from '../../../src/domain/settings.ts';
import { messageOf, startManageBot, textOf } from '../alerts/manage-bot.ts';

describe('/settings view', () => {
  it('shows everything in words, with examples', async () => {
    await using managing = await startManageBot();
    expect(textOf(await managing.bot.owner.command('settings view')).split('\n')).toEqual([
      '**Settings of this server**',
      expect.stringMatching(/^Time zone: UTC, where it is January 1, 1970 at 12:00.AM$/),
      'Language of numbers and dates: American English, such as 1,234,567.89',
      'Amounts: the symbol after the number, such as 123,456 ETH',
      'Colours: the usual ones',
      'Channel for new alerts: where `/alerts add` is run',
      'Who may manage alerts: who has “Manage Server”',
    ]);
  });
});

describe('/settings set', () => {
  it('changes what is given, and shows it at once', async () => {
    await using managing = await startManageBot();
    const { bot, services } = managing;
    const role = bot.discord.createRole({ guildId: bot.guildId, name: 'Keepers' }).id;
    const reply = await bot.owner.command('settings set', {
      time_zone: 'berlin',
      language: 'de-DE',
      currency: 'before',
      colour_of: 'sale',
      colour: 'gold',
      default_channel: bot.channelId,
      manager_role: role,
    });
    expect(textOf(reply)).toContain('1.234.567,89');
    expect(textOf(reply)).toContain('ETH 123.456');
    expect(textOf(reply)).toContain('sales #f1c40f');
    expect(services.settings.guild(bot.guildId)).toEqual({
      timeZone: 'Europe/Berlin',
      locale: 'de-DE',
      currencyDisplay: 'before',
      colours: { sale: 0xf1c40f },
      defaultChannelId: bot.channelId,
      managerRoleId: role,
    });
  });

  it.each([
    [{}, 'Say what is to change'],
    [{ time_zone: '+02:00' }, '**time_zone**'],
    [{ language: 'gibberish!' }, '**language**'],
    [{ colour: 'red' }, '**colour_of**'],
    [{ colour_of: 'sale', colour: 'reddish' }, '**colour**'],
  ])('refuses %j and changes nothing', async (options, sentence) => {
    await using managing = await startManageBot();
    const { bot, services } = managing;
    expect(textOf(await bot.owner.command('settings set', options))).toContain(sentence);
    expect(services.settings.guild(bot.guildId)).toEqual(USUAL_SETTINGS);
  });

  it('lets who holds the manager role change all but that role', async () => {
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
    for (const reply of refused) expect(textOf(reply)).toContain('You need the permission “Manage Server”');
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
  it('goes back to the usual in one thing or in all', async () => {
    await using managing = await startManageBot();
    const { bot, services } = managing;
    await bot.owner.command('settings set', { time_zone: 'Asia/Tokyo', language: 'fr-FR' });
    await bot.owner.command('settings reset', { what: 'language' });
    expect(services.settings.guild(bot.guildId)).toEqual({ ...USUAL_SETTINGS, timeZone: 'Asia/Tokyo' });
    await bot.owner.command('settings reset', { what: 'everything' });
    expect(services.settings.guild(bot.guildId)).toEqual(USUAL_SETTINGS);
  });
});

describe('/settings export and erase', () => {
  it('hands out everything that is kept, and forgets it once that was said twice', async () => {
    await using managing = await startManageBot();
    const { bot, keep, subscriptions } = managing;
    keep();
    await bot.owner.command('settings set', { time_zone: 'Asia/Tokyo' });
    const exported = await bot.owner.command('settings export');
    const attachment = messageOf(exported).attachments[0];
    if (attachment === undefined) throw new Error('There is no file.');
    expect(JSON.parse(bot.owner.download(attachment).text)).toMatchObject({
      settings: { timeZone: 'Asia/Tokyo' },
      alerts: [{ number: 1, tell: ['sale'], setUpBy: bot.ownerId }],
      channels: [{ id: bot.channelId, name: 'sales', state: 'open' }],
    });
    const asked = await bot.owner.command('settings erase');
    expect(textOf(asked)).toContain('I forget 1 alert');
    expect(textOf(await bot.owner.press(messageOf(asked), 'No, keep it'))).toBe('Nothing was erased.');
    expect(subscriptions).toHaveLength(1);
    const again = await bot.owner.command('settings erase');
    expect(textOf(await bot.owner.press(messageOf(again), 'Yes, forget everything'))).toContain(
      'is forgotten',
    );
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
    for (const { value } of [...languageChoices(''), ...languageChoices('deutsch')]) {
      expect(readLanguage({ option: 'language', text: value })).toBe(value);
    }
  });
});
