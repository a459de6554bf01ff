import { ApplicationCommandOptionType } from 'discord.js';
import { answerToken } from '../src/discord/answers/token.ts';
import type { PlainCommand } from '../src/discord/command.ts';
import { collectionChoices } from './collection-choices.ts';
import { namedToken } from './named-token.ts';
import { tokenAnywhereChoices } from './token-anywhere-choices.ts';
import { tokenChoices } from './token-choices.ts';

/** `/token`: one token at a glance. The collection may be left out where the token tells it. */
export const token: PlainCommand = {
  definition: {
    name: 'token',
    description: 'Shows a token: price, rarity, traits, owner, auction',
    options: [
      {
        type: ApplicationCommandOptionType.String,
        name: 'token',
        description: 'Number, name, page address, or collection and number: Foxes #12',
        required: true,
        autocomplete: true,
        max_length: 500,
      },
      {
        type: ApplicationCommandOptionType.String,
        name: 'collection',
        description: 'Name, path or address; not needed where the token says it',
        autocomplete: true,
        max_length: 200,
      },
    ],
  },
  example: 'token:Lantern Foxes #12',
  answerTo: 'members',
  async execute(interaction, context) {
    const { options } = interaction;
    const named = namedToken(
      options.getString('token', true),
      options.getString('collection'),
      context.services,
    );
    return answerToken({ at: 'token', ...named }, context);
  },
  autocomplete(interaction, services) {
    const { name, value } = interaction.options.getFocused(true);
    if (name === 'collection') return collectionChoices(value, services);
    const collection = interaction.options.getString('collection');
    return collection === null || collection === ''
      ? tokenAnywhereChoices(value, services)
      : tokenChoices(value, collection, services);
  },
};
