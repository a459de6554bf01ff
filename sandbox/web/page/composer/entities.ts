import type { World } from '../../contract.ts';
import type { Option } from './entries.ts';
import { type Choice, OPTION_TYPES } from './option-value.ts';

const BOOLEANS: readonly Choice[] = [
  { name: 'True', value: 'true' },
  { name: 'False', value: 'false' },
];

/** What can be chosen where an option takes channels, roles or people of a server. */
export interface Entities {
  readonly channels: readonly Choice[];
  readonly roles: readonly Choice[];
  readonly people: readonly Choice[];
}

export function entitiesOf(world: World | null, guildId: string | null): Entities {
  const guild = world?.guilds.find(({ id }) => id === guildId);
  return {
    channels: (guild?.channels ?? []).map(({ id, name }) => ({ name: `#${name}`, value: id })),
    roles: (guild?.roles ?? []).map(({ id, name }) => ({ name: `@${name.replace(/^@/, '')}`, value: id })),
    people: (world?.people ?? []).map(({ id, name }) => ({ name: `@${name}`, value: id })),
  };
}

/** Everything that an option takes, or `null` where it takes free text. */
export function closedChoices(option: Option, entities: Entities): readonly Choice[] | null {
  switch (option.type) {
    case OPTION_TYPES.boolean:
      return BOOLEANS;
    case OPTION_TYPES.channel:
      return entities.channels;
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
