import { ApplicationCommandOptionType } from 'discord.js';
import { answerAuction } from '../../src/discord/answers/auction.ts';
import type { Subcommand } from '../../src/discord/command.ts';
import { auctionChoices } from '../auction-choices.ts';
import { namedAuction } from '../named-auction.ts';

/** `/auction show`: one auction at a glance. */
export const show: Subcommand = {
  definition: {
    name: 'show',
    description: 'Shows an auction: its token, its bids, who leads, and until when',
    options: [
      {
        type: ApplicationCommandOptionType.String,
        name: 'auction',
        description: 'Its token’s name or number, or the address of its page',
        required: true,
        autocomplete: true,
        max_length: 200,
      },
    ],
  },
  example: 'auction:Lantern Fox #12',
  answerTo: 'members',
  async execute(interaction, context) {
    const named = namedAuction(interaction.options.getString('auction', true), context.services);
    return answerAuction({ at: 'auction', ...named }, context);
  },
  autocomplete: (interaction, services) => auctionChoices(interaction.options.getFocused(), services),
};
