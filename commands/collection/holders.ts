import { type APIEmbed, ApplicationCommandOptionType } from 'discord-api-types/v10';
import { shortAddress } from '#src/chain/address.ts';
import type { Subcommand } from '#src/discord/command.ts';
import { button, buttonRows } from '#src/discord/components/buttons.ts';
import { defineComponent } from '#src/discord/components/component.ts';
import { addressField, countField } from '#src/discord/components/field.ts';
import { defineLink } from '#src/discord/components/link.ts';
import { openMenu } from '#src/discord/components/open-menu.ts';
import { pagerRow, pageText } from '#src/discord/components/pager.ts';
import { readPage } from '#src/discord/components/read-page.ts';
import { profileLink } from '#src/discord/components/targets.ts';
import { collectionHeading } from '#src/discord/views/collection-heading.ts';
import type { ViewContext } from '#src/discord/views/context.ts';
import { type List, listEmbed, withAge } from '#src/discord/views/list-embed.ts';
import { walletText } from '#src/discord/views/naming.ts';
import { shareText } from '#src/discord/views/rarity.ts';
import type { Holder, HolderPage } from '#src/marketplace/resources/holder.ts';
import { collectionChoices, collectionOption, resolveCollection } from '../collection-option.ts';
import { collectionButtons, collectionPageButton } from './tabs.ts';

const PAGE_SIZE = 10;

/**
 * Removes totals that the page contradicts: each holder has at least one token, and none has more than there are. For
 * tokens with several units, the marketplace counts tokens in total but units per holder.
 */
export function withoutContradictions(page: HolderPage, pageSize: number): HolderPage {
  const { items, uniqueHolders, totalTokens, sorted } = page;
  const before = (page.page - 1) * pageSize;
  const held = items.reduce((sum, { count }) => sum + count, 0);
  // In sorted order, every holder before this page has at least as many tokens as the first one on it.
  const least = held + before * (sorted === false ? 1 : (items[0]?.count ?? 0));
  const holders = uniqueHolders !== null && uniqueHolders < before + items.length ? null : uniqueHolders;
  const isPossible = totalTokens !== null && totalTokens >= least && totalTokens >= (holders ?? 0);
  return { ...page, uniqueHolders: holders, totalTokens: isPossible ? totalTokens : null };
}

/** Formats a holder's share of the collection; `null` if the collection's size is unknown or impossible. */
function partText(count: number, { totalTokens }: HolderPage, context: ViewContext): string | null {
  return totalTokens === null || totalTokens === 0 ? null : shareText((count / totalTokens) * 100, context);
}

/** Formats a holder for a menu: `120 tokens · 1.2% of the collection`. */
function holderAbout({ count }: Holder, page: HolderPage, context: ViewContext): string {
  const part = partText(count, page, context);
  const { holders } = context.messages;
  const held = holders.tokens(count);
  return part === null ? held : `${held} · ${holders.shareOfCollection(part)}`;
}

/** Returns whether the page is complete and in order from the first holder on. */
const isGapless = ({ sorted, unreadable }: HolderPage): boolean => sorted !== false && unreadable === 0;

/**
 * Formats the list's own number of holders; empty if it adds nothing to the number in the collection's statistics.
 * Marketplaces compute the two numbers at different times.
 */
function countText(
  { total, uniqueHolders }: HolderPage,
  minimum: number,
  { messages: { holders } }: ViewContext,
): string {
  if (total === null || (minimum <= 1 && uniqueHolders !== null)) return '';
  return ` · ${minimum > 1 ? holders.suchHolders(total) : holders.count(total)}`;
}

function sizeText({ uniqueHolders, totalTokens }: HolderPage, { messages }: ViewContext): string {
  const { holders } = messages;
  if (uniqueHolders === null) return totalTokens === null ? '' : holders.ofTokens(totalTokens);
  return totalTokens === null ? holders.count(uniqueHolders) : holders.holdersOf(uniqueHolders, totalTokens);
}

function noteOf(page: HolderPage, minimum: number, context: ViewContext): string {
  const { holders } = context.messages;
  const together = page.items.reduce((sum, { count }) => sum + count, 0);
  const part =
    page.page === 1 && isGapless(page) && page.items.length > 1 ? partText(together, page, context) : null;
  return [
    sizeText(page, context),
    minimum > 1 ? holders.atLeast(minimum) : '',
    part === null ? '' : holders.together(page.items.length, part),
    page.sorted === false ? holders.unsorted : '',
    page.unreadable === 0 ? '' : holders.unreadable(page.unreadable),
  ]
    .filter((text) => text !== '')
    .join(' · ');
}

function emptyText({ unreadable }: HolderPage, minimum: number, { messages }: ViewContext): string {
  const { holders } = messages;
  if (unreadable > 0) return holders.noneReadable;
  return minimum > 1 ? holders.nobodyHolds(minimum) : holders.noHolders;
}

/** Builds a page of a collection's holders, largest first, with their share of the collection. */
function holderListEmbed(
  list: {
    readonly heading: Pick<List, 'title' | 'url' | 'thumbnail'>;
    readonly page: HolderPage;
    readonly pageSize: number;
    readonly minimum: number;
  },
  context: ViewContext,
): APIEmbed {
  const { heading, page, pageSize, minimum } = list;
  const before = (page.page - 1) * pageSize;
  const { holders, writer } = context.messages;
  const placed = (position: number): string =>
    isGapless(page) ? `${writer.number(before + position + 1)}\\. ` : '';
  const many = countText(page, minimum, context);
  return listEmbed(
    {
      ...heading,
      note: noteOf(page, minimum, context),
      entries: (view) =>
        page.items.map((holder, position) => {
          const part = partText(holder.count, page, context);
          const held = `**${holders.tokens(holder.count)}**`;
          return `${placed(position)}${walletText(holder.address, view)} · ${held}${part === null ? '' : ` · ${part}`}`;
        }),
      empty: emptyText(page, minimum, context),
      footer: `${pageText(page, pageSize, context)}${many} · ${holders.mayBeOld}`,
    },
    context,
  );
}

const link = defineLink('holders', { collection: addressField, page: countField, minimum: countField });

/** The largest holders of a collection, with a menu that opens their profile. */
const screen = defineComponent(link, {
  tab: {
    label: ({ collection: { buttons } }) => buttons.holders,
    to: (collection) => link.to({ collection, page: 1, minimum: 1 }),
  },
  load: ({ collection, page, minimum }, { services }) =>
    readPage(page, PAGE_SIZE, (wanted) =>
      services.lookups.holders(collection, { page: wanted, limit: PAGE_SIZE, minimum }),
    ),
  render(dated, values, context) {
    const { collection, minimum } = values;
    const { collections, view } = context.services;
    const { holders: words } = view.messages;
    const page = withoutContradictions(dated.value, PAGE_SIZE);
    const heading = collectionHeading(words.heading, collection, collections.get(collection), view);
    return {
      embeds: [withAge(holderListEmbed({ heading, page, pageSize: PAGE_SIZE, minimum }, view), dated, view)],
      components: [
        ...openMenu(
          'holders',
          words.openProfile,
          page.items.map((holder) => ({
            label: shortAddress(holder.address),
            description: holderAbout(holder, page, view),
            to: profileLink.to({ who: holder.address }),
          })),
          context,
        ),
        ...pagerRow((number) => link.to({ ...values, page: number }), page, PAGE_SIZE, context),
        ...buttonRows([
          ...collectionButtons(link, collection, context),
          ...(minimum > 1
            ? [button(words.everybody, link.to({ ...values, page: 1, minimum: 1 }), context)]
            : []),
          ...collectionPageButton(collection, context),
        ]),
      ],
    };
  },
});

/** `/collection holders`: the largest holders of a collection. */
export const holders: Subcommand = {
  name: 'holders',
  definition: (messages) => ({
    description: messages.holders.description,
    options: [
      collectionOption(true, messages),
      {
        type: ApplicationCommandOptionType.Integer,
        name: 'minimum',
        description: messages.holders.minimumOption,
        min_value: 1,
        max_value: 1_000_000,
      },
    ],
  }),
  example: 'collection:Lantern Foxes minimum:5',
  answerTo: 'members',
  async execute(interaction, context) {
    const { options } = interaction;
    const { address: collection } = resolveCollection(
      options.getString('collection', true),
      context.services,
    );
    const minimum = options.getInteger('minimum') ?? 1;
    return screen.show({ collection, page: 1, minimum }, context);
  },
  autocomplete: (interaction, services) =>
    collectionChoices(interaction.options.getFocused().value, services),
  components: [screen],
};
