import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import type { SingleCommand } from '#src/discord/command.ts';
import { ACTIVITY_FILTERS } from '#src/discord/lookups/list-orders.ts';
import { collectionChoices, collectionOption, resolveCollection } from '../collection-option.ts';
import { activityScreen } from './activity.ts';
import { exactActivityScreen } from './exact.ts';
import { summaryScreen } from './summary.ts';

/** `/activity`: recent activity, everywhere or in one collection. */
export const activity: SingleCommand = {
  name: 'activity',
  worksIn: 'everywhere',
  definition: (messages) => ({
    description: messages.activity.description,
    options: [
      collectionOption(false, messages),
      {
        type: ApplicationCommandOptionType.String,
        name: 'kind',
        description: messages.activity.kindOption,
        choices: ACTIVITY_FILTERS.map((filter) => ({
          name: messages.activity.filters[filter],
          value: filter,
        })),
      },
    ],
  }),
  example: 'kind:sales collection:Lantern Foxes',
  answerTo: 'members',
  async execute(interaction, context) {
    const typed = interaction.options.getString('collection');
    const collection = typed === null ? null : resolveCollection(typed, context.services).address;
    const kind = interaction.options.getString('kind');
    const filter = ACTIVITY_FILTERS.find((one) => one === kind) ?? 'all';
    return activityScreen.show({ collection, page: 1, filter }, context);
  },
  autocomplete: (interaction, services) =>
    collectionChoices(interaction.options.getFocused().value, services),
  components: [activityScreen, exactActivityScreen, summaryScreen],
};
