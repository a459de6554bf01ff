import { ChannelType } from 'discord.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readClockTime } from '../../../commands/alerts/clock-time.ts';
import { PLAIN_CHANNEL } from '../../../src/domain/settings.ts';
import { startManageBot, textOf } from './manage-bot.ts';

const ETH = 10n ** 18n;

describe('/alerts channel', () => {
  it('shows how the channel is told where nothing is given', async () => {
    await using managing = await startManageBot();
    const { bot } = managing;
    expect(textOf(await bot.owner.command('alerts channel')).split('\n')).toEqual([
      `**How alerts come to <#${bot.channelId}>**`,
      'Pings: nobody',
      'Look: big, with a large picture',
      'Published to servers that follow the channel: no',
      'Quiet hours: none',
      'Limit: none',
    ]);
  });

  it('changes what is given and leaves the rest', async () => {
    await using managing = await startManageBot({
      places: { mayPing: () => true, channel: (_g, id) => ({ id, name: 'sales', isAnnouncement: false }) },
    });
    const { bot, services } = managing;
    const role = bot.discord.createRole({ guildId: bot.guildId, name: 'Whales' }).id;
    const change = (options: Record<string, string | number | boolean>) =>
      bot.owner.command('alerts channel', { channel: bot.channelId, ...options });
    const first = await change({ ping_role: role, ping_minimum: '1.5k', quiet_from: '22:00', quiet_to: '8' });
    expect(textOf(first)).toContain(`Pings: <@&${role}> from 1500 ETH`);
    expect(textOf(first)).toContain('Quiet hours: from 22:00 to 08:00 (UTC)');
    await change({ ping_cooldown: 15, look: 'compact', hourly_limit: 30 });
    const settings = () => services.settings.channel(bot.channelId);
    expect(settings()).toEqual({
      ping: { roleId: role, minimum: 1_500n * ETH, coolDownMinutes: 15 },
      look: 'compact',
      publish: false,
      quiet: { from: 1_320, to: 480 },
      hourlyLimit: 30,
    });
    await change({ ping_minimum: '-', quiet_from: '-' });
    expect(settings()).toMatchObject({ ping: { minimum: null }, quiet: null });
    await change({ reset: 'pings' });
    expect(settings()).toMatchObject({ ping: null, look: 'compact' });
    await change({ reset: 'everything' });
    expect(settings()).toEqual(PLAIN_CHANNEL);
  });

  it.each([
    [{ quiet_from: '22:00' }, 'need both'],
    [{ quiet_from: '22:00', quiet_to: '10 pm' }, 'the same time'],
    [{ quiet_from: 'late', quiet_to: '8' }, '**quiet_from**'],
    [{ ping_minimum: '100' }, '**ping_role**'],
    [{ publish: true }, 'no announcement channel'],
  ])('refuses %j and changes nothing', async (options, sentence) => {
    await using managing = await startManageBot();
    const { bot, services } = managing;
    expect(textOf(await bot.owner.command('alerts channel', options))).toContain(sentence);
    expect(services.settings.channel(bot.channelId)).toEqual(PLAIN_CHANNEL);
  });

  it('refuses a role that it cannot ping, and everyone', async () => {
    await using managing = await startManageBot({
      places: { mayPing: () => false, channel: (_g, id) => ({ id, name: 'sales', isAnnouncement: false }) },
    });
    const { bot } = managing;
    const role = bot.discord.createRole({ guildId: bot.guildId, name: 'Whales' }).id;
    expect(textOf(await bot.owner.command('alerts channel', { ping_role: role }))).toContain(
      'I may not ping',
    );
    const everyone = await bot.owner.command('alerts channel', { ping_role: bot.guildId });
    expect(textOf(everyone)).toContain('cannot be everyone');
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

describe('a time of the day', () => {
  it('is read back from how clocks write it', () => {
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
    expect(() => readClockTime({ option: 'quiet_from', text })).toThrow('Write a time like 22:00');
  });
});
