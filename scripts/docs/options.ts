import {
  type APIApplicationCommandBasicOption,
  ApplicationCommandOptionType,
  ChannelType,
} from 'discord-api-types/v10';
import { inlineCode } from './table.ts';

const CHANNELS: Readonly<Partial<Record<ChannelType, string>>> = {
  [ChannelType.GuildText]: 'text',
  [ChannelType.GuildAnnouncement]: 'announcement',
  [ChannelType.AnnouncementThread]: 'announcement thread',
  [ChannelType.PublicThread]: 'public thread',
  [ChannelType.PrivateThread]: 'private thread',
  [ChannelType.GuildForum]: 'forum',
};

/** The type of an option's value, in words. */
export function typeOf(option: APIApplicationCommandBasicOption): string {
  switch (option.type) {
    case ApplicationCommandOptionType.String:
      return 'text';
    case ApplicationCommandOptionType.Integer:
      return 'whole number';
    case ApplicationCommandOptionType.Number:
      return 'number';
    case ApplicationCommandOptionType.Boolean:
      return 'yes or no';
    case ApplicationCommandOptionType.Channel:
      return 'channel';
    case ApplicationCommandOptionType.Role:
      return 'role';
    case ApplicationCommandOptionType.User:
      return 'user';
    case ApplicationCommandOptionType.Mentionable:
      return 'user or role';
    case ApplicationCommandOptionType.Attachment:
      return 'file';
    default:
      return option satisfies never;
  }
}

const range = (least: number | undefined, most: number | undefined, unit: string): string | null => {
  if (least === undefined && most === undefined) return null;
  if (least === undefined) return `up to ${most}${unit}`;
  return most === undefined ? `from ${least}${unit}` : `${least} to ${most}${unit}`;
};

/** What an option accepts: choices, length, range, autocomplete and channel types. */
export function boundsOf(option: APIApplicationCommandBasicOption): string {
  const bounds: (string | null)[] = [];
  if ('choices' in option && option.choices !== undefined) {
    bounds.push(`one of ${option.choices.map(({ name }) => inlineCode(name)).join(', ')}`);
  }
  if ('autocomplete' in option && option.autocomplete) bounds.push('autocomplete');
  if ('max_length' in option || 'min_length' in option) {
    bounds.push(range(option.min_length, option.max_length, ' characters'));
  }
  if ('max_value' in option || 'min_value' in option)
    bounds.push(range(option.min_value, option.max_value, ''));
  if ('channel_types' in option && option.channel_types !== undefined) {
    bounds.push(
      `channel types: ${option.channel_types.map((type) => CHANNELS[type] ?? `type ${type}`).join(', ')}`,
    );
  }
  return bounds.filter((bound) => bound !== null).join('; ');
}
