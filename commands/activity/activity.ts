import type { APIEmbed } from 'discord-api-types/v10';
import { type Address, ZERO_ADDRESS } from '#src/chain/address.ts';
import type { Dated } from '#src/chain/dated.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import { button, buttonRows } from '#src/discord/components/buttons.ts';
import { defineComponent } from '#src/discord/components/component.ts';
import { addressField, countField, nullableField, oneOfField } from '#src/discord/components/field.ts';
import { defineLink } from '#src/discord/components/link.ts';
import { type MenuEntry, openMenu } from '#src/discord/components/open-menu.ts';
import { pagerRow, pageText } from '#src/discord/components/pager.ts';
import { readPage } from '#src/discord/components/read-page.ts';
import { collectionLink, collectionsLink, tokenLink } from '#src/discord/components/targets.ts';
import { ACTIVITY_FILTERS, type ActivityFilter } from '#src/discord/lookups/list-orders.ts';
import { escapeMarkdownLine, sanitizeLine } from '#src/discord/text.ts';
import { collectionHeading } from '#src/discord/views/collection-heading.ts';
import type { ViewContext } from '#src/discord/views/context.ts';
import { type List, listEmbed, withAge } from '#src/discord/views/list-embed.ts';
import { momentText } from '#src/discord/views/moment.ts';
import { collectionName, givenName, itemName, walletText } from '#src/discord/views/naming.ts';
import { soldForText, unitsCount } from '#src/discord/views/price.ts';
import { sanitiseName } from '#src/marketplace/collection-names.ts';
import type { Page } from '#src/marketplace/pagination.ts';
import type { Activity } from '#src/marketplace/resources/activity/activity.ts';
import type { ActivityKind } from '#src/marketplace/resources/activity/kind.ts';
import { collectionButtons, collectionPageButton } from '../collection/tabs.ts';

/** The most entries that fit into one embed with all their links. */
const PAGE_SIZE = 7;

const fields = {
  /** `null` for the whole marketplace. */
  collection: nullableField(addressField),
  page: countField,
  filter: oneOfField(ACTIVITY_FILTERS),
};

export const activityLink = defineLink('activity', fields);
/** Leads to the page with every digit. */
export const exactActivityLink = defineLink('exact-activity', fields, 'nobody');

/** A page of activity. */
interface ActivityPage {
  readonly collection: Address | null;
  readonly page: number;
  readonly filter: ActivityFilter;
}

function entryOf(activity: Activity, view: ViewContext): readonly MenuEntry[] {
  const { collection, tokenId } = activity;
  if (collection === null) return [];
  return [
    {
      label: activityTitle(activity, view),
      description: activityAbout(activity, view),
      to: tokenId === null ? collectionLink.to({ collection }) : tokenLink.to({ collection, tokenId }),
    },
  ];
}

export function readActivities(
  { page, collection, filter }: ActivityPage,
  { services }: AnswerContext,
): Promise<Dated<Page<Activity>>> {
  return readPage(page, PAGE_SIZE, (wanted) =>
    services.lookups.activities({ page: wanted, limit: PAGE_SIZE, collection, filter }),
  );
}

export function headingOf(
  { collection }: ActivityPage,
  { collections, view }: AnswerContext['services'],
): Pick<List, 'title' | 'url' | 'thumbnail'> {
  const { activity: words } = view.messages;
  return collection === null
    ? { title: words.title }
    : collectionHeading(words.heading, collection, collections.get(collection), view);
}

const NAME_LENGTH = 100;

const SIGNS: Readonly<Record<ActivityKind, string>> = {
  sale: '💰 ',
  listing: '🏷️ ',
  listing_updated: '🏷️ ',
  listing_cancelled: '🏷️ ',
  listing_expired: '🏷️ ',
  offer: '✋ ',
  collection_offer: '✋ ',
  offer_cancelled: '✋ ',
  auction_created: '🔨 ',
  auction_bid: '🔨 ',
  auction_extended: '🔨 ',
  auction_settled: '🔨 ',
  auction_cancelled: '🔨 ',
  transfer: '📦 ',
  mint: '✨ ',
  burn: '🔥 ',
  ignored: '',
  unknown: '',
};

/** Returns the token or collection of an event, not escaped. */
export function activityTitle(activity: Activity, context: ViewContext): string {
  const { collection, tokenId } = activity;
  const own = givenName(activity.tokenName, NAME_LENGTH);
  if (own !== '') return own;
  if (collection === null)
    return (
      sanitizeLine(sanitiseName(activity.collectionName ?? ''), NAME_LENGTH) ||
      context.messages.activity.something
    );
  const named = { ...activity, collection };
  return tokenId === null ? collectionName(named, context) : itemName({ ...named, tokenId }, context);
}

/** Formats the kind of an event: `💰 Sale`. */
export function eventText({ kind }: Activity, { messages }: ViewContext): string {
  return `${SIGNS[kind]}${messages.activity.events[kind]}`;
}

/** Formats an event for a menu: `Sale · 3 ETH`. */
function activityAbout(activity: Activity, context: ViewContext): string {
  const price = soldForText(activity, context);
  return `${eventText(activity, context)}${price === null ? '' : ` · ${price}`}`;
}

function partiesText({ from, to }: Activity, context: ViewContext): string | null {
  const wallet = (address: Address | null): string | null =>
    address === null || address === ZERO_ADDRESS ? null : walletText(address, context);
  const { activity } = context.messages;
  const [by, receiver] = [wallet(from), wallet(to)];
  if (by === null) return receiver === null ? null : activity.to(receiver);
  return receiver === null ? activity.by(by) : `${by} → ${receiver}`;
}

function pageOf({ collection, tokenId }: Activity, context: ViewContext): string | null {
  if (collection === null) return null;
  return tokenId === null ? context.links.collection(collection) : context.links.item(collection, tokenId);
}

function entry(activity: Activity, context: ViewContext): string {
  const { quantity, txHash, timestamp } = activity;
  const name = escapeMarkdownLine(activityTitle(activity, context), NAME_LENGTH);
  const page = pageOf(activity, context);
  const price = soldForText(activity, context);
  const transaction = txHash === null ? null : context.links.transaction(txHash);
  const units = quantity > 1n ? ` ×${unitsCount(quantity, context)}` : '';
  const what = `${page === null ? name : `[${name}](${page})`}${units}`;
  const about = [
    partiesText(activity, context),
    momentText(timestamp),
    transaction === null ? null : `[${context.messages.amounts.transaction}](${transaction})`,
  ].filter((part) => part !== null);
  return [
    `${eventText(activity, context)} · ${what}${price === null ? '' : ` · **${price}**`}`,
    ...(about.length === 0 ? [] : [`-# ${about.join(' · ')}`]),
  ].join('\n');
}

/** Builds a page of activity, newest first: what happened, for how much, between whom, and when. */
function activityListEmbed(
  list: {
    readonly heading: Pick<List, 'title' | 'url' | 'thumbnail'>;
    readonly page: Page<Activity>;
    readonly pageSize: number;
    readonly filter: ActivityFilter;
  },
  context: ViewContext,
): APIEmbed {
  const { heading, page, pageSize, filter } = list;
  const { activity: words } = context.messages;
  const kind = words.filters[filter];
  return listEmbed(
    {
      ...heading,
      note: filter === 'all' ? words.newestFirst : `${kind} · ${words.newestFirst}`,
      entries: (view) => page.items.map((activity) => entry(activity, view)),
      empty: filter === 'all' ? words.nothingHappened : words.noneOfKind(kind),
      footer: `${pageText(page, pageSize, context)} · ${words.latestActivity}`,
    },
    context,
  );
}

/** Recent activity on the marketplace or in one collection, with menus that open an item and that choose a filter. */
export const activityScreen = defineComponent(activityLink, {
  tab: {
    label: ({ collection: { buttons } }) => buttons.activity,
    to: (collection) => activityLink.to({ collection, page: 1, filter: 'all' }),
  },
  load: readActivities,
  render(dated, values, context) {
    const { collection, filter } = values;
    const { view } = context.services;
    const { activity: words } = view.messages;
    const page = dated.value;
    const heading = headingOf(values, context.services);
    const embed = activityListEmbed({ heading, page, pageSize: PAGE_SIZE, filter }, view);
    return {
      embeds: [withAge(embed, dated, view)],
      components: [
        ...openMenu(
          'items',
          words.openItem,
          page.items.flatMap((activity) => entryOf(activity, view)),
          context,
        ),
        ...openMenu(
          'kinds',
          words.shownKind(words.filters[filter]),
          ACTIVITY_FILTERS.map((kind) => ({
            label: words.filterLabels[kind],
            to: activityLink.to({ collection, page: 1, filter: kind }),
          })),
          context,
        ),
        ...pagerRow((number) => activityLink.to({ ...values, page: number }), page, PAGE_SIZE, context),
        ...buttonRows([
          ...(collection === null
            ? [button(words.collections, collectionsLink.to({ page: 1 }), context)]
            : [
                ...collectionButtons(activityLink, collection, context),
                button(words.everywhere, activityLink.to({ collection: null, page: 1, filter }), context),
              ]),
          ...(page.items.length === 0
            ? []
            : [button(words.exact, exactActivityLink.to({ ...values, page: page.page }), context)]),
          ...(collection === null ? [] : collectionPageButton(collection, context)),
        ]),
      ],
    };
  },
});
