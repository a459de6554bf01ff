import { ChannelType } from 'discord-api-types/v10';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readClockTime } from '#commands/alerts/read-option.ts';
import { DEFAULT_CHANNEL_SETTINGS } from '#src/alerts/settings.ts';
import { screenText } from '../../support/screen-text.ts';
import { idOf, type ManageBot, messageOf, startManageBot, textOf } from './manage-bot.ts';

const ETH = 10n ** 18n;

describe('/alerts channel', () => {
  it('shows the settings of the channel where nothing is given', async () => {
    await using managing = await startManageBot();
    const { bot } = managing;
    expect(screenText((await bot.owner.command('alerts channel')).message).split('\n')).toEqual([
      `**Alert settings for <#${bot.channelId}>**`,
      'Notifications',
      '**Pings** nobody',
      '**Notify for** all messages',
      '**Quiet hours** none',
      'Messages',
      '**Look** by type (large for sales, mints and auctions)',
      '**Auctions** card and messages',
      '**Limit** none',
    ]);
  });

  it('changes what is given and leaves the rest', async () => {
    await using managing = await startManageBot({
      serverDirectory: {
        mayPing: () => true,
        channel: (_g, id) => ({ id, name: 'sales', isAnnouncement: false }),
      },
    });
    const { bot, services } = managing;
    const role = bot.discord.createRole({ guildId: bot.guildId, name: 'Whales' }).id;
    const change = (options: Record<string, string | number | boolean>) =>
      bot.owner.command('alerts channel', { channel: bot.channelId, ...options });
    const first = await change({ ping_role: role, ping_minimum: '1.5k', quiet_from: '22:00', quiet_to: '8' });
    expect(screenText(first.message)).toContain(`**Pings** <@&${role}> for 1500 ETH and up`);
    expect(screenText(first.message)).toContain('**Quiet hours** 22:00 to 08:00 (UTC)');
    await change({ ping_cooldown: 15, look: 'compact', auctions: 'card', hourly_limit: 30 });
    const settings = () => services.settings.channel(bot.channelId);
    expect(settings()).toEqual({
      ping: { roleId: role, minimum: 1_500n * ETH, coolDownMinutes: 15 },
      size: 'compact',
      auctions: 'card',
      publish: false,
      quiet: { from: 1_320, to: 480 },
      hourlyLimit: 30,
      sound: 'loud',
      loudFrom: null,
      hiddenParts: [],
    });
    await change({ ping_minimum: '-', quiet_from: '-' });
    expect(settings()).toMatchObject({ ping: { minimum: null }, quiet: null });
    await change({ reset: 'pings' });
    expect(settings()).toMatchObject({ ping: null, size: 'compact' });
    await change({ reset: 'auctions' });
    expect(settings()).toMatchObject({ auctions: 'messages', size: 'compact' });
    await change({ reset: 'everything' });
    expect(settings()).toEqual(DEFAULT_CHANNEL_SETTINGS);
  });

  it.each([
    [{ quiet_from: '22:00' }, 'need both'],
    [{ quiet_from: '22:00', quiet_to: '10 pm' }, 'the same time'],
    [{ quiet_from: 'late', quiet_to: '8' }, '**quiet_from**'],
    [{ ping_minimum: '100' }, '**ping_role**'],
    [{ publish: true }, 'not an announcement channel'],
    [{ notifications: 'silent', notify_from: '5' }, '**notify_from** works only with'],
    [{ notify_from: 'much' }, '“much” in **notify_from**'],
  ])('refuses %j and changes nothing', async (options, sentence) => {
    await using managing = await startManageBot();
    const { bot, services } = managing;
    expect(textOf(await bot.owner.command('alerts channel', options))).toContain(sentence);
    expect(services.settings.channel(bot.channelId)).toEqual(DEFAULT_CHANNEL_SETTINGS);
  });

  it('changes which messages notify people', async () => {
    await using managing = await startManageBot();
    const { bot, services } = managing;
    const change = async (options: Record<string, string>) => {
      const said = screenText((await bot.owner.command('alerts channel', options)).message).split('\n');
      const { sound, loudFrom } = services.settings.channel(bot.channelId);
      return [said.find((line) => line.startsWith('**Notify for**')), sound, loudFrom];
    };
    const PINGS = '**Notify for** pings only (other messages are silent)';
    expect(await change({ notifications: 'silent' })).toEqual([
      '**Notify for** nothing (all messages are silent)',
      'silent',
      null,
    ]);
    // A price alone means that only important messages notify.
    expect(await change({ notify_from: '5' })).toEqual([
      '**Notify for** pings, and prices of 5 ETH and up (other messages are silent)',
      'important',
      5n * ETH,
    ]);
    expect(await change({ notify_from: '-' })).toEqual([PINGS, 'important', null]);
    await change({ notify_from: '5' });
    expect(await change({ notifications: 'loud' })).toEqual(['**Notify for** all messages', 'loud', null]);
    expect(await change({ notifications: 'important' })).toEqual([PINGS, 'important', null]);
    expect(await change({ reset: 'notifications' })).toEqual(['**Notify for** all messages', 'loud', null]);
  });

  it('refuses a role that it cannot ping, and everyone', async () => {
    await using managing = await startManageBot({
      serverDirectory: {
        mayPing: () => false,
        channel: (_g, id) => ({ id, name: 'sales', isAnnouncement: false }),
      },
    });
    const { bot } = managing;
    const role = bot.discord.createRole({ guildId: bot.guildId, name: 'Whales' }).id;
    expect(textOf(await bot.owner.command('alerts channel', { ping_role: role }))).toContain('I can’t ping');
    const everyone = await bot.owner.command('alerts channel', { ping_role: bot.guildId });
    expect(textOf(everyone)).toContain('@everyone can’t be pinged');
  });

  it('publishes in an announcement channel', async () => {
    await using managing = await startManageBot();
    const { bot, services } = managing;
    const channel = bot.discord.createChannel({
      guildId: bot.guildId,
      name: 'news',
      type: ChannelType.GuildAnnouncement,
    }).id;
    await bot.owner.command('alerts channel', { channel, publish: true });
    expect(services.settings.channel(channel).publish).toBe(true);
  });
});

describe('the screen of /alerts channel', () => {
  const roleIn = ({ bot }: ManageBot, name: string) =>
    bot.discord.createRole({ guildId: bot.guildId, name, mentionable: true }).id;

  it('changes look and role by menus, in place, and shows what is chosen', async () => {
    await using managing = await startManageBot({ serverDirectory: { mayPing: () => true } });
    const { bot, services } = managing;
    const role = roleIn(managing, 'Whales');
    const shown = await bot.owner.command('alerts channel');
    const compact = await bot.owner.select(messageOf(shown), idOf(shown, 'channel-look'), ['compact']);
    const pinging = await bot.owner.select(messageOf(compact), idOf(compact, 'channel-role'), [role]);
    expect([compact.outcome, pinging.outcome]).toEqual(['updated', 'updated']);
    expect(textOf(pinging).split('\n')).toEqual(['✅ Saved.', `**Alert settings for <#${bot.channelId}>**`]);
    expect(screenText(pinging.message)).toContain(`**Pings** <@&${role}>\n`);
    expect(screenText(pinging.message)).toContain('**Look** compact');
    expect(JSON.stringify(messageOf(pinging).components)).toContain(`"default_values":[{"id":"${role}"`);
    const silent = await bot.owner.select(messageOf(pinging), idOf(pinging, 'channel-role'), []);
    expect(screenText(silent.message)).toContain('**Pings** nobody');
    expect(services.settings.channel(bot.channelId)).toMatchObject({ size: 'compact', ping: null });
    await bot.owner.press(messageOf(silent), 'Reset to default');
    expect(services.settings.channel(bot.channelId)).toEqual(DEFAULT_CHANNEL_SETTINGS);
  });

  it('offers to publish only in an announcement channel', async () => {
    await using managing = await startManageBot();
    const { bot, services } = managing;
    const channel = bot.discord.createChannel({
      guildId: bot.guildId,
      name: 'news',
      type: ChannelType.GuildAnnouncement,
    }).id;
    const here = await bot.owner.command('alerts channel');
    expect(JSON.stringify(messageOf(here).components)).not.toContain('Publish to');
    const news = await bot.owner.command('alerts channel', { channel });
    const on = await bot.owner.select(messageOf(news), idOf(news, 'channel-switches'), ['publish']);
    expect(services.settings.channel(channel).publish).toBe(true);
    await bot.owner.select(messageOf(on), idOf(on, 'channel-switches'), []);
    expect(services.settings.channel(channel).publish).toBe(false);
  });

  it('lets auctions have their card only, and their messages again', async () => {
    await using managing = await startManageBot();
    const { bot, services } = managing;
    const shown = await bot.owner.command('alerts channel');
    const card = await bot.owner.select(messageOf(shown), idOf(shown, 'channel-switches'), ['card_only']);
    expect(screenText(card.message)).toContain('**Auctions** card only');
    expect(services.settings.channel(bot.channelId).auctions).toBe('card');
    await bot.owner.select(messageOf(card), idOf(card, 'channel-switches'), []);
    expect(services.settings.channel(bot.channelId).auctions).toBe('messages');
  });

  it('has the rest in a modal with the present values', async () => {
    await using managing = await startManageBot({ serverDirectory: { mayPing: () => true } });
    const { bot, services } = managing;
    const role = roleIn(managing, 'Whales');
    await bot.owner.command('alerts channel', {
      ping_role: role,
      ping_minimum: '1.5k',
      quiet_from: '22',
      quiet_to: '8',
    });
    const shown = await bot.owner.command('alerts channel');
    const { modal } = await bot.owner.press(messageOf(shown), 'Pings, quiet hours, limit');
    if (modal === null) throw new Error('There is no modal.');
    const text = JSON.stringify(modal.components);
    for (const value of ['1500', '22:00', '08:00']) expect(text).toContain(`"value":"${value}"`);
    const changed = await bot.owner.submit(modal, {
      ping_minimum: '',
      ping_cooldown: '5',
      hourly_limit: '30',
    });
    expect(changed.outcome).toBe('updated');
    expect(services.settings.channel(bot.channelId)).toMatchObject({
      ping: { roleId: role, minimum: null, coolDownMinutes: 5 },
      quiet: { from: 1_320, to: 480 },
      hourlyLimit: 30,
    });
    const again = await bot.owner.press(messageOf(changed), 'Pings, quiet hours, limit');
    if (again.modal === null) throw new Error('There is no modal.');
    await bot.owner.submit(again.modal, { quiet_from: '', quiet_to: '', hourly_limit: '' });
    expect(services.settings.channel(bot.channelId)).toMatchObject({ quiet: null, hourlyLimit: null });
  });

  it('has the notifications in a modal of their own, with the present choice and price', async () => {
    await using managing = await startManageBot();
    const { bot, services } = managing;
    const chosen = () => {
      const { sound, loudFrom } = services.settings.channel(bot.channelId);
      return [sound, loudFrom];
    };
    const modalOf = async (reply: Awaited<ReturnType<typeof bot.owner.press>>) => {
      const { modal } = await bot.owner.press(messageOf(reply), 'Notifications');
      if (modal === null) throw new Error('There is no modal.');
      return modal;
    };
    const shown = await bot.owner.command('alerts channel');
    const first = await modalOf(shown);
    expect(JSON.stringify(first.components)).toContain('"value":"loud","default":true');
    const important = await bot.owner.submit(first, { notifications: ['important'], notify_from: '5' });
    expect(important.outcome).toBe('updated');
    expect(chosen()).toEqual(['important', 5n * ETH]);
    const second = await modalOf(important);
    expect(JSON.stringify(second.components)).toContain('"value":"5"');
    // The modal submits the present price together with the other choice.
    const silent = await bot.owner.submit(second, { notifications: ['silent'], notify_from: '5' });
    expect(chosen()).toEqual(['silent', null]);
    const third = await modalOf(silent);
    const refused = await bot.owner.submit(third, { notifications: ['silent'], notify_from: '7' });
    expect(textOf(refused)).toBe(
      '**Minimum notification price** works only with “Only pings and high prices” in **Messages that notify people**.',
    );
    expect(chosen()).toEqual(['silent', null]);
  });

  it('names everything that is wrong in the modal, changes nothing, and keeps it for another try', async () => {
    await using managing = await startManageBot();
    const { bot, services } = managing;
    const shown = await bot.owner.command('alerts channel');
    const { modal } = await bot.owner.press(messageOf(shown), 'Pings, quiet hours, limit');
    if (modal === null) throw new Error('There is no modal.');
    const refused = await bot.owner.submit(modal, {
      ping_minimum: 'much',
      quiet_from: 'late',
      quiet_to: '8',
      hourly_limit: '5000',
    });
    expect(refused.ephemeral).toBe(true);
    expect(textOf(refused).split('\n')).toEqual([
      '- In **Role to ping**, choose a role to ping.',
      expect.stringContaining('“much” in **Minimum price for a ping**'),
      expect.stringContaining('“late” in **Start of quiet hours**'),
      '- **Messages per hour** must be between 1 and 1,000.',
    ]);
    expect(services.settings.channel(bot.channelId)).toEqual(DEFAULT_CHANNEL_SETTINGS);
    const again = await bot.owner.press(messageOf(refused), 'Try again');
    if (again.modal === null) throw new Error('There is no modal.');
    for (const value of ['much', 'late', '8', '5000'])
      expect(JSON.stringify(again.modal.components)).toContain(`"value":"${value}"`);
    const changed = await bot.owner.submit(again.modal, {
      ping_minimum: '',
      quiet_from: '22:00',
      hourly_limit: '500',
    });
    expect(screenText(changed.message)).toContain('**Quiet hours** 22:00 to 08:00 (UTC)');
  });

  it('needs both quiet hours', async () => {
    await using managing = await startManageBot();
    const { bot } = managing;
    const shown = await bot.owner.command('alerts channel');
    const { modal } = await bot.owner.press(messageOf(shown), 'Pings, quiet hours, limit');
    if (modal === null) throw new Error('There is no modal.');
    expect(textOf(await bot.owner.submit(modal, { quiet_from: '22:00' }))).toBe(
      'Quiet hours need both **Start of quiet hours** and **End of quiet hours**, for example 22:00 and 08:00.',
    );
  });
});

describe('a time of the day', () => {
  it('is parsed in every common notation', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_439 }), (minutes) => {
        const hour = Math.floor(minutes / 60);
        const two = String(minutes % 60).padStart(2, '0');
        const half = `${hour % 12 === 0 ? 12 : hour % 12}:${two} ${hour < 12 ? 'am' : 'pm'}`;
        for (const text of [`${hour}:${two}`, `${String(hour).padStart(2, '0')}:${two}`, half]) {
          expect(readClockTime({ option: 'quiet_from', text })).toBe(minutes);
        }
      }),
    );
  });

  it.each(['24:00', '12:60', '', '-1', '13 pm', '0 am', 'noon', '1:2'])('refuses %j', (text) => {
    expect(() => readClockTime({ option: 'quiet_from', text })).toThrow('Enter a time like 22:00');
  });
});
