import { ApplicationCommandOptionType } from 'discord.js';
import { answerTokens } from '../../src/discord/answers/tokens.ts';
import { answerTraits } from '../../src/discord/answers/traits.ts';
import type { CommandInteraction, Subcommand } from '../../src/discord/command.ts';
import { findTrait } from '../../src/discord/finding/find-trait.ts';
import { traitKey } from '../../src/discord/finding/trait-key.ts';
import type { TokenSort } from '../../src/discord/place.ts';
import { tokenOrderText } from '../../src/discord/views/token-list.ts';
import type { TraitType } from '../../src/domain/collection.ts';
import { collectionChoices } from '../collection-choices.ts';
import { collectionOption } from '../collection-option.ts';
import { namedCollection } from '../named-collection.ts';
import { namedTrait, namedTraitType } from '../named-trait.ts';
import { traitChoices, traitTypeChoices } from '../trait-choices.ts';

interface Order {
  readonly sort: TokenSort;
  readonly descending: boolean;
}

const CHEAPEST: Order = { sort: 'price', descending: false };
const RAREST: Order = { sort: 'rarityRank', descending: false };

/** What can be chosen, under names that never change: people's clients remember them. */
const ORDERS: Readonly<Record<string, Order>> = {
  cheapest: CHEAPEST,
  dearest: { sort: 'price', descending: true },
  rarest: RAREST,
  commonest: { sort: 'rarityRank', descending: true },
  sold: { sort: 'lastSale', descending: true },
  first: { sort: 'tokenId', descending: false },
  last: { sort: 'tokenId', descending: true },
};

/** Who asks for nothing special wants what can be bought, the cheapest first; of a trait, the rarest that have it. */
function orderOf(interaction: CommandInteraction, hasTrait: boolean): Order & { readonly listed: boolean } {
  const order = ORDERS[interaction.options.getString('sort') ?? ''];
  const asked = interaction.options.getBoolean('listed');
  const listed = asked ?? (order === undefined ? !hasTrait : order.sort === 'price');
  return { ...(order ?? (listed ? CHEAPEST : RAREST)), listed };
}

/** The value within its type where that was chosen too; `Crown` of `Hat` is not `Crown` of `Weapon`. */
function traitOf(type: string | null, value: string, traits: readonly TraitType[]): string {
  const chosen = type === null ? null : namedTraitType(type, traits);
  const within = chosen === null ? traits : [chosen];
  const found = findTrait(value, within) ?? namedTrait(value, within);
  return traitKey(found.type, found.value);
}

/** `/collection tokens`: the tokens of a collection, sifted and ordered. */
export const tokens: Subcommand = {
  definition: {
    name: 'tokens',
    description: 'Shows tokens of a collection: what is listed, the rarest, those with a trait',
    options: [
      collectionOption(true),
      {
        type: ApplicationCommandOptionType.String,
        name: 'sort',
        description: 'Which come first; the cheapest when left out',
        choices: Object.entries(ORDERS).map(([value, order]) => ({ name: tokenOrderText(order), value })),
      },
      {
        type: ApplicationCommandOptionType.Boolean,
        name: 'listed',
        description: 'Only what is for sale, or all',
      },
      {
        type: ApplicationCommandOptionType.String,
        name: 'trait',
        description: 'A trait of the collection, such as Background',
        autocomplete: true,
        max_length: 100,
      },
      {
        type: ApplicationCommandOptionType.String,
        name: 'value',
        description: 'The value that the trait must have',
        autocomplete: true,
        max_length: 200,
      },
    ],
  },
  example: 'collection:Lantern Foxes sort:rarest first',
  answerTo: 'members',
  async execute(interaction, context) {
    const { options } = interaction;
    const { address: collection } = namedCollection(options.getString('collection', true), context.services);
    const [type, value] = [options.getString('trait'), options.getString('value')];
    if (type === null && value === null) {
      const order = orderOf(interaction, false);
      return answerTokens({ at: 'tokens', collection, page: 1, ...order, trait: null }, context);
    }
    const { value: traits } = await context.services.lookups.traits(collection);
    if (type !== null && value === null) {
      const key = traitKey(namedTraitType(type, traits).type);
      return answerTraits({ at: 'traits', collection, page: 1, type: key }, context);
    }
    const trait = traitOf(type, value ?? '', traits);
    return answerTokens({ at: 'tokens', collection, page: 1, ...orderOf(interaction, true), trait }, context);
  },
  autocomplete(interaction, services) {
    const { name, value } = interaction.options.getFocused(true);
    const collection = interaction.options.getString('collection');
    switch (name) {
      case 'trait':
        return traitTypeChoices(value, collection, services);
      case 'value':
        return traitChoices(value, collection, services, interaction.options.getString('trait'));
      default:
        return collectionChoices(value, services);
    }
  },
};
