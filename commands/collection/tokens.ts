import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import type { Subcommand } from '#src/discord/command.ts';
import { findTrait, traitKey } from '#src/discord/finding/find-trait.ts';
import type { CommandUse } from '#src/discord/interactions/interaction.ts';
import type { TokenSort } from '#src/discord/lookups/list-orders.ts';
import type { TraitType } from '#src/marketplace/resources/collection.ts';
import { collectionChoices, collectionOption, resolveCollection } from '../collection-option.ts';
import { resolveTrait, resolveTraitType, traitChoices, traitTypeChoices } from '../trait-option.ts';
import { tokenOrderText, tokensScreen } from './tokens-screen.ts';
import { traitsScreen } from './traits.ts';

interface Order {
  readonly sort: TokenSort;
  readonly descending: boolean;
}

const CHEAPEST: Order = { sort: 'price', descending: false };
const RAREST: Order = { sort: 'rarityRank', descending: false };

/** Sort orders by choice value. Values must not change: clients keep them. */
const ORDERS: Readonly<Record<string, Order>> = {
  cheapest: CHEAPEST,
  dearest: { sort: 'price', descending: true },
  rarest: RAREST,
  commonest: { sort: 'rarityRank', descending: true },
  sold: { sort: 'lastSale', descending: true },
  first: { sort: 'tokenId', descending: false },
  last: { sort: 'tokenId', descending: true },
};

/** Returns the sort order. Default: listed tokens, cheapest first; with a trait, all tokens, rarest first. */
function orderOf(interaction: CommandUse, hasTrait: boolean): Order & { readonly listed: boolean } {
  const order = ORDERS[interaction.options.getString('sort') ?? ''];
  const requested = interaction.options.getBoolean('listed');
  const listed = requested ?? (order === undefined ? !hasTrait : order.sort === 'price');
  return { ...(order ?? (listed ? CHEAPEST : RAREST)), listed };
}

/** Finds the trait value, within its type if one was chosen: `Crown` of `Hat` is not `Crown` of `Weapon`. */
function traitOf(type: string | null, value: string, traits: readonly TraitType[]): string {
  const chosen = type === null ? null : resolveTraitType(type, traits);
  const within = chosen === null ? traits : [chosen];
  const found = findTrait(value, within) ?? resolveTrait(value, within);
  return traitKey(found.type, found.value);
}

/** `/collection tokens`: the tokens of a collection, filtered and sorted. */
export const tokens: Subcommand = {
  name: 'tokens',
  definition: (messages) => ({
    description: messages.tokens.description,
    options: [
      collectionOption(true, messages),
      {
        type: ApplicationCommandOptionType.String,
        name: 'sort',
        description: messages.tokens.sortOption,
        choices: Object.entries(ORDERS).map(([value, order]) => ({
          name: tokenOrderText(order, messages),
          value,
        })),
      },
      {
        type: ApplicationCommandOptionType.Boolean,
        name: 'listed',
        description: messages.tokens.listedOption,
      },
      {
        type: ApplicationCommandOptionType.String,
        name: 'trait',
        description: messages.tokens.traitOption,
        autocomplete: true,
        max_length: 100,
      },
      {
        type: ApplicationCommandOptionType.String,
        name: 'value',
        description: messages.tokens.valueOption,
        autocomplete: true,
        max_length: 200,
      },
    ],
  }),
  example: 'collection:Lantern Foxes sort:rarest first',
  answerTo: 'members',
  async execute(interaction, context) {
    const { options } = interaction;
    const { address: collection } = resolveCollection(
      options.getString('collection', true),
      context.services,
    );
    const [type, value] = [options.getString('trait'), options.getString('value')];
    if (type === null && value === null) {
      const order = orderOf(interaction, false);
      return tokensScreen.show({ collection, page: 1, ...order, trait: null }, context);
    }
    const { value: traits } = await context.services.lookups.traits(collection);
    if (type !== null && value === null) {
      const key = traitKey(resolveTraitType(type, traits).type);
      return traitsScreen.show({ collection, page: 1, type: key }, context);
    }
    const trait = traitOf(type, value ?? '', traits);
    return tokensScreen.show({ collection, page: 1, ...orderOf(interaction, true), trait }, context);
  },
  autocomplete(interaction, services) {
    const { name, value } = interaction.options.getFocused();
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
  components: [tokensScreen],
};
