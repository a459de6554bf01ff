import { ApplicationCommandOptionType } from 'discord.js';
import { answerAuction } from '../../src/discord/answers/auction.ts';
import type { Subcommand } from '../../src/discord/command.ts';
import { auctionChoices } from '../auction-choices.ts';
import { resolveAuction } from '../resolve-auction.ts';

/** `/auction show`: one auction. */
export const show: Subcommand = {
  name: 'show',
  definition: ({ auction: words }) => ({
    description: words.showDescription,
    options: [
      {
        type: ApplicationCommandOptionType.String,
        name: 'auction',
        description: words.auctionOption,
        required: true,
        autocomplete: true,
        max_length: 200,
      },
    ],
  }),
  example: 'auction:Lantern Fox #12',
  answerTo: 'members',
  async execute(interaction, context) {
    const named = resolveAuction(interaction.options.getString('auction', true), context.services);
    return answerAuction({ at: 'auction', ...named }, context);
  },
  autocomplete: (interaction, services) => auctionChoices(interaction.options.getFocused().value, services),
};
