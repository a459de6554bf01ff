import type { APIEmbed, APIEmbedField } from 'discord-api-types/v10';
import { isPerson } from '#src/alerts/target.ts';
import { shortAddress } from '#src/chain/address.ts';
import type { Wei } from '#src/chain/wei.ts';
import { drawAnswerChart, NO_CHART } from '#src/discord/chart-answer.ts';
import type { Subcommand } from '#src/discord/command.ts';
import { button, buttonRows } from '#src/discord/components/buttons.ts';
import { defineComponent } from '#src/discord/components/component.ts';
import { collectionLink, watchCollectionLink } from '#src/discord/components/targets.ts';
import { htmlToText } from '#src/discord/html.ts';
import { escapeMarkdownLine } from '#src/discord/text.ts';
import { discordLink, telegramLink, websiteLink, xLink } from '#src/discord/urls/external-link.ts';
import { imageUrl } from '#src/discord/urls/image-url.ts';
import type { ViewContext } from '#src/discord/views/context.ts';
import { withAge } from '#src/discord/views/list-embed.ts';
import { momentText } from '#src/discord/views/moment.ts';
import { verifiedMarkOf, walletText } from '#src/discord/views/naming.ts';
import { amountText, amountWithFiat } from '#src/discord/views/price.ts';
import { shareText } from '#src/discord/views/rarity.ts';
import type { Collection, CollectionStats } from '#src/marketplace/resources/collection.ts';
import { followLink } from '../alerts/follow.ts';
import { collectionChoices, collectionOption, resolveCollection } from '../collection-option.ts';
import { silenceAlertButton } from '../silence/alert-button.ts';
import { isDotOnly, loadCollectionChart } from './collection-charts.ts';
import { exactCollectionLink, exactCollectionScreen } from './exact.ts';
import { collectionButtons, collectionPageButton } from './tabs.ts';

const COLLECTION_COLOUR = 0x3498db;
const DESCRIPTION_LENGTH = 600;

/** Formats a change: `▲ 12.5% vs. previous day`. A change that rounds to 0 is described as none. */
function changeText(
  percent: number | null,
  words: { readonly changed: (change: string) => string; readonly unchanged: string },
  { messages }: ViewContext,
): string | null {
  if (percent === null) return null;
  const size = Math.abs(percent);
  if (!(size >= 0.05)) return words.unchanged;
  return words.changed(`${percent > 0 ? '▲' : '▼'} ${messages.writer.percent(size, { digits: 1 })}`);
}

/** Joins the known lines with line breaks; `null` if the first is unknown. */
function stacked(first: string | null, second: string | null): string | null {
  return first === null || second === null ? first : `${first}\n-# ${second}`;
}

/** Joins the known parts; `null` if there are none. */
function joined(parts: readonly (string | null)[], between: string): string | null {
  const shown = parts.filter((part) => part !== null);
  return shown.length === 0 ? null : shown.join(between);
}

function floorText({ floor, listed }: CollectionStats, context: ViewContext): string | null {
  if (floor === null) return null;
  if (floor > 0n || (listed ?? 0) > 0) return amountWithFiat(floor, context);
  return listed === 0 ? context.messages.collection.nothingListed : null;
}

/** Formats `412` with `4.1% of the items` below; leaves out an impossible share. */
function partText(count: number | null, { tokens }: CollectionStats, context: ViewContext): string | null {
  if (count === null) return null;
  const share = tokens === null || tokens === 0 ? null : shareText((count / tokens) * 100, context);
  const { collection, writer } = context.messages;
  return stacked(writer.number(count), share === null ? null : collection.shareOfItems(share));
}

function offersText({ offers, collectionOffers }: CollectionStats, { messages }: ViewContext): string | null {
  const { collection } = messages;
  const shown = [
    offers === null || offers === 0 ? null : collection.offersOnItems(offers),
    collectionOffers === null || collectionOffers === 0 ? null : collection.offersOnAnyItem(collectionOffers),
  ];
  return joined(shown, '\n');
}

function itemsText({ stats, standard }: Collection, { messages }: ViewContext): string | null {
  const { collection, writer } = messages;
  if (stats.tokens === null) return null;
  const burned = stats.burned === null || stats.burned === 0 ? null : collection.burned(stats.burned);
  return stacked(
    writer.number(stats.tokens),
    joined([standard === null ? null : `ERC-${standard}`, burned], ' · '),
  );
}

function fieldsOf(collection: Collection, asOf: number, context: ViewContext): APIEmbedField[] {
  const { stats } = collection;
  const { collection: words, writer } = context.messages;
  const fields: APIEmbedField[] = [];
  const add = (name: string, value: string | null, inline = true) => {
    if (value !== null) fields.push({ name, value, inline });
  };
  const amountOf = (value: Wei | null) => (value === null ? null : amountText(value, context));
  const shown = momentText(asOf / 1_000);
  const sales = stats.totalSales === null || stats.totalSales === 0 ? null : words.sales(stats.totalSales);
  const onDayBefore = { changed: words.changeOfDay, unchanged: words.unchangedOfDay };
  const onWeekBefore = { changed: words.changeOfWeek, unchanged: words.unchangedOfWeek };

  add(words.floor, stacked(floorText(stats, context), shown === null ? null : words.asOf(shown)));
  add(
    words.volumeOfDay,
    stacked(amountOf(stats.volume24h), changeText(stats.change24h, onDayBefore, context)),
  );
  add(
    words.volumeOfWeek,
    stacked(amountOf(stats.volume7d), changeText(stats.change7d, onWeekBefore, context)),
  );
  const sold = (value: Wei | null) =>
    value === null || value === 0n ? null : amountWithFiat(value, context);
  add(words.lastSale, stacked(sold(stats.lastSale), momentText(stats.lastSaleAt)));
  add(words.highestSale, sold(stats.highestSale));
  add(words.totalVolume, stacked(amountOf(stats.totalVolume ?? collection.totalVolume), sales));
  add(words.items, itemsText(collection, context));
  add(words.owners, partText(stats.owners, stats, context));
  add(words.listed, partText(stats.listed, stats, context));
  const running = stats.auctions ?? 0;
  add(words.auctions, running === 0 ? null : words.auctionsRunning(running));
  add(words.offers, offersText(stats, context));
  const royalty = collection.royaltyBasisPoints;
  add(words.royalty, royalty === null ? null : writer.percent(royalty / 100, { digits: 3 }));
  add(words.creator, collection.owner === null ? null : walletText(collection.owner, context));
  add(words.created, momentText(collection.createdAt, 'D'));
  const links = [
    websiteLink(collection.website),
    xLink(collection.twitter, words.onX),
    discordLink(collection.discord),
    telegramLink(collection.telegram),
  ];
  add(words.links, joined(links, ' · '), false);
  return fields;
}

/**
 * Builds the overview of a collection: floor and volume first, then size, owners and terms. Unknown values are left
 * out. The numbers may be up to five minutes old, because the marketplace caches them.
 * @param asOf time of the request, epoch ms
 */
export function collectionEmbed(collection: Collection, asOf: number, context: ViewContext): APIEmbed {
  const page = context.links.collection(collection.address);
  const thumbnail = imageUrl(collection.thumbnail, context.marketplaceOrigin);
  const banner = imageUrl(collection.banner, context.marketplaceOrigin);
  const shown = context.collectionName(collection.address, collection.name);
  const name = escapeMarkdownLine(shown ?? '', 240) || shortAddress(collection.address);
  const description = escapeMarkdownLine(htmlToText(collection.description ?? ''), DESCRIPTION_LENGTH);
  return {
    color: COLLECTION_COLOUR,
    title: `${name}${verifiedMarkOf(collection)}`,
    ...(page === null ? {} : { url: page }),
    ...(description === '' ? {} : { description }),
    fields: fieldsOf(collection, asOf, context),
    ...(thumbnail === null ? {} : { thumbnail: { url: thumbnail } }),
    ...(banner === null ? {} : { image: { url: banner } }),
    footer: { text: `${context.marketplaceName} · ${context.messages.collection.mayBeOld}` },
  };
}

/**
 * A collection with a chart of a week's floor instead of its banner, if that is known, and buttons to its tokens,
 * traits, holders, activity and alerts.
 */
const collectionScreen = defineComponent(collectionLink, {
  tab: {
    label: ({ collection: { buttons } }) => buttons.collection,
    to: (collection) => collectionLink.to({ collection }),
  },
  async load({ collection }, { services }) {
    const [dated, { chart }] = await Promise.all([
      services.lookups.collection(collection),
      loadCollectionChart(collection, { what: 'floor', period: '7d' }, services),
    ]);
    return { dated, chart: { ...chart, size: 'small' } as const };
  },
  async render({ dated, chart }, { collection }, context) {
    const { view } = context.services;
    const { collection: words } = view.messages;
    const drawn = isDotOnly(chart) ? NO_CHART : await drawAnswerChart(chart, context.services);
    const embed = { ...collectionEmbed(dated.value, dated.asOf, view), ...drawn.image };
    return {
      embeds: [withAge(embed, dated, view)],
      files: drawn.files,
      components: buttonRows([
        ...collectionButtons(collectionLink, collection, context),
        ...(isPerson(context.guildId)
          ? []
          : [button(words.followHere, followLink.to({ collection }), context)]),
        button(view.messages.watches.button, watchCollectionLink.to({ collection }), context),
        ...(await silenceAlertButton(collection, context)),
        button(words.exactNumbers, exactCollectionLink.to({ collection }), context),
        ...collectionPageButton(collection, context),
      ]),
    };
  },
});

/** `/collection info`: one collection. */
export const info: Subcommand = {
  name: 'info',
  definition: (messages) => ({
    description: messages.collection.infoDescription,
    options: [collectionOption(true, messages)],
  }),
  example: 'collection:Lantern Foxes',
  answerTo: 'members',
  async execute(interaction, context) {
    const { address } = resolveCollection(
      interaction.options.getString('collection', true),
      context.services,
    );
    return collectionScreen.show({ collection: address }, context);
  },
  autocomplete: (interaction, services) =>
    collectionChoices(interaction.options.getFocused().value, services),
  components: [collectionScreen, exactCollectionScreen],
};
