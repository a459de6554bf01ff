import { type APIEmbed, ApplicationCommandOptionType } from 'discord-api-types/v10';
import type { Address } from '#src/chain/address.ts';
import type { Subcommand } from '#src/discord/command.ts';
import { button, buttonRows } from '#src/discord/components/buttons.ts';
import { defineComponent } from '#src/discord/components/component.ts';
import { addressField, countField, nullableField, traitKeyField } from '#src/discord/components/field.ts';
import { defineLink } from '#src/discord/components/link.ts';
import { type MenuEntry, openMenu } from '#src/discord/components/open-menu.ts';
import { pagerRow, pageText } from '#src/discord/components/pager.ts';
import { paginate } from '#src/discord/components/read-page.ts';
import { traitKey } from '#src/discord/finding/find-trait.ts';
import { escapeMarkdownLine } from '#src/discord/text.ts';
import { collectionHeading } from '#src/discord/views/collection-heading.ts';
import type { ViewContext } from '#src/discord/views/context.ts';
import { type List, listEmbed, withAge } from '#src/discord/views/list-embed.ts';
import { isShare, shareText } from '#src/discord/views/rarity.ts';
import type { Page } from '#src/marketplace/pagination.ts';
import type { TraitType, TraitValue } from '#src/marketplace/resources/collection.ts';
import { collectionChoices, collectionOption, resolveCollection } from '../collection-option.ts';
import { resolveTraitType, resolveTraitTypeByKey, traitTypeChoices } from '../trait-option.ts';
import { collectionButtons, collectionPageButton } from './tabs.ts';
import { tokensLink } from './tokens-screen.ts';

const TYPES_PER_PAGE = 10;
const VALUES_PER_PAGE = 20;

const TEXT_LENGTH = 80;
/** Number of the rarest values shown for a type. */
const RAREST_SHOWN = 3;

type Heading = Pick<List, 'title' | 'url' | 'thumbnail'>;

/** Sorts values rarest first: by share, then by count; values with neither come last. */
function rarestFirst(values: readonly TraitValue[]): readonly TraitValue[] {
  const orLast = (value: number | null): number => (value === null ? Number.POSITIVE_INFINITY : value);
  const share = ({ rarity }: TraitValue): number =>
    orLast(rarity === null || !isShare(rarity) ? null : rarity);
  const difference = (a: number, b: number): number => (a === b ? 0 : a - b);
  return values.toSorted(
    (a, b) => difference(share(a), share(b)) || difference(orLast(a.count), orLast(b.count)),
  );
}

/** Formats how many tokens have a value, and their share: `12 tokens · 1.2%`; empty if neither is known. */
function frequencyText({ count, rarity }: TraitValue, context: ViewContext): string {
  const { tokens } = context.messages;
  const parts = [count === null ? null : tokens.count(count), shareText(rarity, context)];
  return parts.filter((part) => part !== null).join(' · ');
}

function typeEntry({ type, values }: TraitType, context: ViewContext): string {
  const { lists, traits } = context.messages;
  const rarest = rarestFirst(values)
    .slice(0, RAREST_SHOWN)
    .map((value) => {
      const name = escapeMarkdownLine(value.value, 40) || lists.blank;
      const share = shareText(value.rarity, context);
      return share === null ? name : `${name} ${share}`;
    });
  const name = `**${escapeMarkdownLine(type, TEXT_LENGTH) || lists.unnamed}** · ${traits.values(values.length)}`;
  return rarest.length === 0 ? name : `${name}\n-# ${traits.rarest(rarest.join(', '))}`;
}

function valueEntry(value: TraitValue, context: ViewContext): string {
  const frequency = frequencyText(value, context);
  return `**${escapeMarkdownLine(value.value, TEXT_LENGTH) || context.messages.lists.blank}**${frequency === '' ? '' : ` · ${frequency}`}`;
}

/** Builds a page of a collection's trait types, with the rarest values of each. */
function traitTypeListEmbed(
  heading: Heading,
  page: Page<TraitType>,
  pageSize: number,
  context: ViewContext,
): APIEmbed {
  const { traits } = context.messages;
  return listEmbed(
    {
      ...heading,
      note: page.items.length === 0 ? null : traits.shares,
      entries: () => page.items.map((type) => typeEntry(type, context)),
      empty: traits.noTraits,
      footer: `${pageText(page, pageSize, context)} · ${traits.count(page.total ?? page.items.length)}`,
    },
    context,
  );
}

/** Builds a page of the values of one trait type, rarest first. */
function traitValueListEmbed(
  heading: Heading,
  type: string,
  page: Page<TraitValue>,
  pageSize: number,
  context: ViewContext,
): APIEmbed {
  const { lists, traits } = context.messages;
  const name = `**${escapeMarkdownLine(type, TEXT_LENGTH) || lists.unnamed}**`;
  return listEmbed(
    {
      ...heading,
      note: `${name} · ${traits.rarestFirst} · ${traits.shares}`,
      entries: () => page.items.map((value) => valueEntry(value, context)),
      empty: traits.noValues,
      footer: `${pageText(page, pageSize, context)} · ${traits.values(page.total ?? page.items.length)}`,
    },
    context,
  );
}

const link = defineLink('traits', {
  collection: addressField,
  page: countField,
  type: nullableField(traitKeyField),
});

function typeEntries(
  collection: Address,
  types: readonly TraitType[],
  view: ViewContext,
): readonly MenuEntry[] {
  return types.map(({ type, values }) => ({
    label: type,
    description: view.messages.traits.values(values.length),
    to: link.to({ collection, page: 1, type: traitKey(type) }),
  }));
}

/** The traits of a collection: the types, or the values of one type, each with its rarity. */
export const traitsScreen = defineComponent(link, {
  tab: {
    label: ({ collection: { buttons } }) => buttons.traits,
    to: (collection) => link.to({ collection, page: 1, type: null }),
  },
  load: ({ collection }, { services }) => services.lookups.traits(collection),
  render(dated, shown, context) {
    const { collection } = shown;
    const { collections, view } = context.services;
    const { traits: words } = view.messages;
    const heading = collectionHeading(words.heading, collection, collections.get(collection), view);
    const links = [
      ...collectionButtons(link, collection, context),
      ...collectionPageButton(collection, context),
    ];
    const toPage = (number: number) => link.to({ ...shown, page: number });

    if (shown.type === null) {
      const page = paginate(dated.value, shown.page, TYPES_PER_PAGE);
      return {
        embeds: [withAge(traitTypeListEmbed(heading, page, TYPES_PER_PAGE, view), dated, view)],
        components: [
          ...openMenu('types', words.allValues, typeEntries(collection, page.items, view), context),
          ...pagerRow(toPage, page, TYPES_PER_PAGE, context),
          ...buttonRows(links),
        ],
      };
    }

    const { type, values } = resolveTraitTypeByKey(dated.value, shown.type);
    const page = paginate(rarestFirst(values), shown.page, VALUES_PER_PAGE);
    const rarest = { collection, page: 1, sort: 'rarityRank', descending: false, listed: false } as const;
    return {
      embeds: [withAge(traitValueListEmbed(heading, type, page, VALUES_PER_PAGE, view), dated, view)],
      components: [
        ...openMenu(
          'values',
          words.tokensWithValue,
          page.items.map((value) => ({
            label: value.value,
            description: frequencyText(value, view),
            to: tokensLink.to({ ...rarest, trait: traitKey(type, value.value) }),
          })),
          context,
        ),
        ...openMenu('types', words.anotherTrait, typeEntries(collection, dated.value, view), context),
        ...pagerRow(toPage, page, VALUES_PER_PAGE, context),
        ...buttonRows([
          button(words.allTraits, link.to({ ...shown, page: 1, type: null }), context),
          ...links,
        ]),
      ],
    };
  },
});

/** `/collection traits`: the traits of a collection and their rarity. */
export const traits: Subcommand = {
  name: 'traits',
  definition: (messages) => ({
    description: messages.traits.description,
    options: [
      collectionOption(true, messages),
      {
        type: ApplicationCommandOptionType.String,
        name: 'trait',
        description: messages.traits.traitOption,
        autocomplete: true,
        max_length: 100,
      },
    ],
  }),
  example: 'collection:Lantern Foxes',
  answerTo: 'members',
  async execute(interaction, context) {
    const { options } = interaction;
    const { address: collection } = resolveCollection(
      options.getString('collection', true),
      context.services,
    );
    const typed = options.getString('trait');
    if (typed === null) return traitsScreen.show({ collection, page: 1, type: null }, context);
    const { value } = await context.services.lookups.traits(collection);
    const type = traitKey(resolveTraitType(typed, value).type);
    return traitsScreen.show({ collection, page: 1, type }, context);
  },
  autocomplete(interaction, services) {
    const { name, value } = interaction.options.getFocused();
    return name === 'trait'
      ? traitTypeChoices(value, interaction.options.getString('collection'), services)
      : collectionChoices(value, services);
  },
  components: [traitsScreen],
};
