import { ApplicationCommandOptionType } from 'discord.js';
import { answerActivity } from '../src/discord/answers/activity.ts';
import type { PlainCommand } from '../src/discord/command.ts';
import { ACTIVITY_FILTERS } from '../src/discord/place.ts';
import { activityFilterText } from '../src/discord/views/activity-list.ts';
import { collectionChoices } from './collection-choices.ts';
import { collectionOption } from './collection-option.ts';
import { namedCollection } from './named-collection.ts';

/** `/activity`: what happened lately, everywhere or in one collection. */
export const activity: PlainCommand = {
  definition: {
    name: 'activity',
    description: 'Shows what happened lately: sales, listings, offers, transfers, auctions',
    options: [
      collectionOption(false),
      {
        type: ApplicationCommandOptionType.String,
        name: 'kind',
        description: 'What to show; everything when left out',
        choices: ACTIVITY_FILTERS.map((filter) => ({ name: activityFilterText(filter), value: filter })),
      },
    ],
  },
  example: 'kind:sales collection:Lantern Foxes',
  answerTo: 'members',
  async execute(interaction, context) {
    const typed = interaction.options.getString('collection');
    const collection = typed === null ? null : namedCollection(typed, context.services).address;
    const kind = interaction.options.getString('kind');
    const filter = ACTIVITY_FILTERS.find((one) => one === kind) ?? 'all';
    return answerActivity({ at: 'activity', collection, page: 1, filter }, context);
  },
  autocomplete: (interaction, services) => collectionChoices(interaction.options.getFocused(), services),
};
