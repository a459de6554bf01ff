import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import type { SingleCommand } from '#src/discord/command.ts';
import { collectionChoices } from '../collection-option.ts';
import { anyCollectionTokenChoices, resolveToken, tokenChoices } from '../token-option.ts';
import { exactTokenScreen } from './exact.ts';
import { neighbourScreen, tokenScreen } from './token.ts';

/** `/token`: one token. The collection is optional if the token text contains it. */
export const token: SingleCommand = {
  name: 'token',
  worksIn: 'everywhere',
  definition: ({ token: words }) => ({
    description: words.description,
    options: [
      {
        type: ApplicationCommandOptionType.String,
        name: 'token',
        description: words.tokenOption,
        required: true,
        autocomplete: true,
        max_length: 500,
      },
      {
        type: ApplicationCommandOptionType.String,
        name: 'collection',
        description: words.collectionOption,
        autocomplete: true,
        max_length: 200,
      },
    ],
  }),
  example: 'token:Lantern Foxes #12',
  answerTo: 'members',
  async execute(interaction, context) {
    const { options } = interaction;
    const named = resolveToken(
      options.getString('token', true),
      options.getString('collection'),
      context.services,
    );
    return tokenScreen.show(named, context);
  },
  autocomplete(interaction, services) {
    const { name, value } = interaction.options.getFocused();
    if (name === 'collection') return collectionChoices(value, services);
    const collection = interaction.options.getString('collection');
    return collection === null || collection === ''
      ? anyCollectionTokenChoices(value, services)
      : tokenChoices(value, collection, services);
  },
  components: [tokenScreen, neighbourScreen, exactTokenScreen],
};
