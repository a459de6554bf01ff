import type { ShownChannel, World } from '../../contract.ts';
import { prefixedName } from '../channel-locations.ts';
import type { Option } from './entries.ts';
import { type Choice, OPTION_TYPES } from './option-value.ts';

const BOOLEANS: readonly Choice[] = [
  { name: 'True', value: 'true' },
  { name: 'False', value: 'false' },
];

/** A channel, with the Discord channel types that it may stand for. */
interface ChannelChoice extends Choice {
  readonly types: readonly number[];
}

/** Discord docs: Channel Types. */
const TYPES: Readonly<Record<ShownChannel['kind'], readonly number[]>> = {
  text: [0],
  announcement: [5],
  voice: [2],
  thread: [10, 11],
  'private-thread': [12],
  direct: [1],
};

/** The choices of options that take channels, roles or users of a server. */
export interface Entities {
  readonly channels: readonly ChannelChoice[];
  readonly roles: readonly Choice[];
  readonly people: readonly Choice[];
}

export function entitiesOf(world: World | null, guildId: string | null): Entities {
  const guild = world?.guilds.find(({ id }) => id === guildId);
  return {
    channels: (guild?.channels ?? []).map((channel) => ({
      name: prefixedName(channel),
      value: channel.id,
      types: TYPES[channel.kind],
    })),
    roles: (guild?.roles ?? []).map(({ id, name }) => ({ name: `@${name.replace(/^@/, '')}`, value: id })),
    people: (world?.people ?? []).map(({ id, name }) => ({ name: `@${name}`, value: id })),
  };
}

function channelsOf({ channels }: Entities, types: readonly number[] | undefined): readonly Choice[] {
  if (types === undefined || types.length === 0) return channels;
  return channels.filter((channel) => channel.types.some((type) => types.includes(type)));
}

/** A menu whose options Discord supplies, by its type (Discord docs: Component Types). */
export interface AutoSelect {
  readonly type: number;
  readonly channel_types?: readonly number[] | undefined;
}

/** The choices of a menu of users, roles, both or channels; nothing for menus with options of their own. */
export function offeredBy({ type, channel_types }: AutoSelect, entities: Entities): readonly Choice[] {
  switch (type) {
    case 5:
      return entities.people;
    case 6:
      return entities.roles;
    case 7:
      return [...entities.people, ...entities.roles];
    case 8:
      return channelsOf(entities, channel_types);
    default:
      return [];
  }
}

/** All accepted choices of an option, or `null` for free text. */
export function closedChoices(option: Option, entities: Entities): readonly Choice[] | null {
  switch (option.type) {
    case OPTION_TYPES.boolean:
      return BOOLEANS;
    case OPTION_TYPES.channel:
      return channelsOf(entities, 'channel_types' in option ? option.channel_types : undefined);
    case OPTION_TYPES.role:
      return entities.roles;
    case OPTION_TYPES.user:
      return entities.people;
    case OPTION_TYPES.mentionable:
      return [...entities.people, ...entities.roles];
    default:
      return 'choices' in option && option.choices !== undefined && option.choices.length > 0
        ? option.choices.map(({ name, value }) => ({ name, value }))
        : null;
  }
}
