import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import { SOUNDS } from '#src/alerts/settings.ts';
import type { Subcommand } from '#src/discord/command.ts';
import type { CommandUse } from '#src/discord/interactions/interaction.ts';
import { POSTABLE_CHANNELS } from '../channel-option.ts';
import { type ChannelTexts, COOL_DOWN, HOURLY_LIMIT, LOUD_FROM, SOUND } from './channel-change.ts';
import { changeChannel, channelComponents, viewChannel } from './channel-screen.ts';

const RESETS = [
  'everything',
  'pings',
  'look',
  'auctions',
  'publishing',
  'quiet hours',
  'limit',
  'notifications',
] as const;

function readOptions({ options }: CommandUse): ChannelTexts {
  const numberText = (name: string) => options.getInteger(name)?.toString() ?? null;
  return {
    pingRole: options.getRole('ping_role')?.id ?? null,
    pingMinimum: options.getString('ping_minimum'),
    pingCoolDown: numberText(COOL_DOWN.option),
    look: options.getString('look'),
    auctions: options.getString('auctions'),
    publish: options.getBoolean('publish'),
    quietFrom: options.getString('quiet_from'),
    quietTo: options.getString('quiet_to'),
    hourlyLimit: numberText(HOURLY_LIMIT.option),
    sound: options.getString(SOUND),
    loudFrom: options.getString(LOUD_FROM),
    reset: options.getString('reset'),
  };
}

/** `/alerts channel`: shows and changes the layout, pings, quiet hours and limit of a channel. */
export const channel: Subcommand = {
  name: 'channel',
  definition: ({ alertCommands: words }) => ({
    description: words.channelDescription,
    options: [
      {
        type: ApplicationCommandOptionType.Channel,
        name: 'channel',
        description: words.channelChannel,
        channel_types: [...POSTABLE_CHANNELS],
      },
      { type: ApplicationCommandOptionType.Role, name: 'ping_role', description: words.channelPingRole },
      {
        type: ApplicationCommandOptionType.String,
        name: 'ping_minimum',
        description: words.channelPingMinimum,
        max_length: 100,
      },
      {
        type: ApplicationCommandOptionType.Integer,
        name: COOL_DOWN.option,
        description: words.channelPingCoolDown,
        min_value: COOL_DOWN.min,
        max_value: COOL_DOWN.max,
      },
      {
        type: ApplicationCommandOptionType.String,
        name: 'look',
        description: words.channelSize,
        choices: [
          { name: words.channelSizeAuto, value: 'auto' },
          { name: words.channelSizeCompact, value: 'compact' },
          { name: words.channelSizeNormal, value: 'normal' },
          { name: words.channelSizeBig, value: 'big' },
        ],
      },
      {
        type: ApplicationCommandOptionType.String,
        name: 'auctions',
        description: words.channelAuctions,
        choices: [
          { name: words.channelAuctionMessages, value: 'messages' },
          { name: words.channelAuctionCard, value: 'card' },
        ],
      },
      {
        type: ApplicationCommandOptionType.Boolean,
        name: 'publish',
        description: words.channelPublish,
      },
      {
        type: ApplicationCommandOptionType.String,
        name: 'quiet_from',
        description: words.channelQuietFrom,
        max_length: 20,
      },
      {
        type: ApplicationCommandOptionType.String,
        name: 'quiet_to',
        description: words.channelQuietTo,
        max_length: 20,
      },
      {
        type: ApplicationCommandOptionType.Integer,
        name: HOURLY_LIMIT.option,
        description: words.channelHourlyLimit,
        min_value: HOURLY_LIMIT.min,
        max_value: HOURLY_LIMIT.max,
      },
      {
        type: ApplicationCommandOptionType.String,
        name: SOUND,
        description: words.channelSound,
        choices: SOUNDS.map((value) => ({ name: words.channelSounds[value], value })),
      },
      {
        type: ApplicationCommandOptionType.String,
        name: LOUD_FROM,
        description: words.channelLoudFrom,
        max_length: 100,
      },
      {
        type: ApplicationCommandOptionType.String,
        name: 'reset',
        description: words.channelReset,
        choices: RESETS.map((value) => ({ name: words.channelResets[value], value })),
      },
    ],
  }),
  example: 'ping_role:@Whales ping_minimum:1000 quiet_from:22:00 quiet_to:08:00',
  answerTo: 'asker',
  requires: 'manage-alerts',
  async execute(interaction, context) {
    const channelId = interaction.options.getChannel('channel')?.id ?? context.channelId;
    const texts = readOptions(interaction);
    if (Object.values(texts).every((text) => text === null)) return viewChannel(channelId, context);
    return changeChannel(channelId, texts, context);
  },
  components: channelComponents,
};
