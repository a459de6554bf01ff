import { ApplicationCommandOptionType } from 'discord.js';
import type { CommandInteraction, Subcommand } from '../../src/discord/command.ts';
import { demandMention, demandWritable } from '../../src/discord/setup/person-lack.ts';
import { UserError } from '../../src/discord/user-error.ts';
import { channelSettingsText } from '../../src/discord/views/channel-settings.ts';
import { type ChannelSettings, samePing } from '../../src/domain/settings.ts';
import { type ChannelTexts, changedChannelSettings, lackOfPing } from './channel-change.ts';
import { POSTABLE_CHANNELS } from './postable-channels.ts';

const RESETS = ['everything', 'pings', 'look', 'publishing', 'quiet hours', 'limit'] as const;

function given({ options }: CommandInteraction): ChannelTexts {
  return {
    pingRole: options.getRole('ping_role')?.id ?? null,
    pingMinimum: options.getString('ping_minimum'),
    pingCoolDown: options.getInteger('ping_cooldown'),
    look: options.getString('look'),
    publish: options.getBoolean('publish'),
    quietFrom: options.getString('quiet_from'),
    quietTo: options.getString('quiet_to'),
    hourlyLimit: options.getInteger('hourly_limit'),
    reset: options.getString('reset'),
  };
}

/** `/alerts channel`: how alerts look and ring in one channel. */
export const channel: Subcommand = {
  definition: {
    name: 'channel',
    description: 'Shows or changes how alerts come to a channel: pings, look, quiet hours, limit',
    options: [
      {
        type: ApplicationCommandOptionType.Channel,
        name: 'channel',
        description: 'Which channel; this one when left out',
        channel_types: [...POSTABLE_CHANNELS],
      },
      { type: ApplicationCommandOptionType.Role, name: 'ping_role', description: 'Who is pinged' },
      {
        type: ApplicationCommandOptionType.String,
        name: 'ping_minimum',
        description: 'Ping only from this price on, such as 100; - for every alert',
        max_length: 100,
      },
      {
        type: ApplicationCommandOptionType.Integer,
        name: 'ping_cooldown',
        description: 'At most one ping in so many minutes; 0 for no pause',
        min_value: 0,
        max_value: 1_440,
      },
      {
        type: ApplicationCommandOptionType.String,
        name: 'look',
        description: 'How much room an alert takes',
        choices: [
          { name: 'compact: two lines, no picture', value: 'compact' },
          { name: 'normal: a small picture', value: 'normal' },
          { name: 'big: a large picture', value: 'big' },
        ],
      },
      {
        type: ApplicationCommandOptionType.Boolean,
        name: 'publish',
        description: 'In an announcement channel: publish to the servers that follow it',
      },
      {
        type: ApplicationCommandOptionType.String,
        name: 'quiet_from',
        description: 'When quiet hours begin, such as 22:00 in the server’s time zone; - for none',
        max_length: 20,
      },
      {
        type: ApplicationCommandOptionType.String,
        name: 'quiet_to',
        description: 'When quiet hours end, such as 08:00',
        max_length: 20,
      },
      {
        type: ApplicationCommandOptionType.Integer,
        name: 'hourly_limit',
        description: 'At most so many messages an hour',
        min_value: 1,
        max_value: 1_000,
      },
      {
        type: ApplicationCommandOptionType.String,
        name: 'reset',
        description: 'Goes back to the usual, before what else is given',
        choices: RESETS.map((name) => ({ name, value: name })),
      },
    ],
  },
  example: 'ping_role:@Whales ping_minimum:1000 quiet_from:22:00 quiet_to:08:00',
  answerTo: 'asker',
  requires: 'manage-alerts',
  async execute(interaction, context) {
    const { guildId, channelId: here, person, services } = context;
    const { settings, places, view } = services;
    const channelId = interaction.options.getChannel('channel')?.id ?? here;
    const texts = given(interaction);
    const onlyAsks = Object.values(texts).every((text) => text === null);
    const seen = (await person.standing(channelId)) === 'reads';
    if (!onlyAsks || !seen) await demandWritable(channelId, context);
    const place = places.channel(guildId, channelId);
    if (place === null) throw new UserError('I cannot see that channel. Give me “View Channel” there first.');
    const present = settings.channel(channelId);
    function pingProblem({ ping }: ChannelSettings): readonly string[] {
      if (ping === null || places.mayPing(channelId, ping.roleId)) return [];
      return places.role(guildId, ping.roleId) === null
        ? [
            '⚠ That role was deleted, so nobody is pinged. Choose another with **ping_role**, or use `reset: pings`.',
          ]
        : [`⚠ ${lackOfPing(channelId, ping.roleId)}`];
    }
    if (onlyAsks) {
      return { content: [channelSettingsText(channelId, present, view), ...pingProblem(present)].join('\n') };
    }
    const changed = changedChannelSettings(present, texts, {
      guildId,
      channelId,
      isAnnouncement: place.isAnnouncement,
      places,
      currency: view.currency,
    });
    if (!samePing(present.ping, changed.ping)) demandMention(channelId, changed.ping, context);
    await settings.saveChannel(guildId, channelId, changed);
    return {
      content: ['✅ Changed.', channelSettingsText(channelId, changed, view), ...pingProblem(changed)].join(
        '\n',
      ),
    };
  },
};
