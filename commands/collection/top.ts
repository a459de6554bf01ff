import { type APIEmbed, ApplicationCommandOptionType } from 'discord-api-types/v10';
import type { PricedSale } from '#src/alerts/sales-by-price.ts';
import { type Address, shortAddress, ZERO_ADDRESS } from '#src/chain/address.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import type { Subcommand } from '#src/discord/command.ts';
import { button, buttonRows, choiceButtons } from '#src/discord/components/buttons.ts';
import { defineComponent } from '#src/discord/components/component.ts';
import { addressField, countField, oneOfField } from '#src/discord/components/field.ts';
import { defineLink } from '#src/discord/components/link.ts';
import { type MenuEntry, openMenu } from '#src/discord/components/open-menu.ts';
import { pagerRow, pageText } from '#src/discord/components/pager.ts';
import { paginate } from '#src/discord/components/read-page.ts';
import { collectionLink, profileLink, tokenLink } from '#src/discord/components/targets.ts';
import type { CommandServices } from '#src/discord/services.ts';
import { escapeMarkdownLine } from '#src/discord/text.ts';
import { collectionHeading } from '#src/discord/views/collection-heading.ts';
import type { ViewContext } from '#src/discord/views/context.ts';
import { listEmbed } from '#src/discord/views/list-embed.ts';
import { momentText } from '#src/discord/views/moment.ts';
import { itemName, walletText } from '#src/discord/views/naming.ts';
import { amountText, unitsCount } from '#src/discord/views/price.ts';
import { finishInChunks } from '#src/marketplace/finish-in-chunks.ts';
import type { Page } from '#src/marketplace/pagination.ts';
import { missedBefore } from '#src/store/model/ingest-batch.ts';
import { collectionChoices, collectionOption, resolveCollection } from '../collection-option.ts';
import { fittingPeriod, LENGTHS, readSales } from './collection-charts.ts';
import { RANKED, type Ranked, type Ranking, rankSales, type Trader } from './rank-sales.ts';
import { collectionPageButton } from './tabs.ts';

const PAGE_SIZE = 10;
const NAME_LENGTH = 100;

/** Sales are stored for 90 days. Stored in custom ids by position, so only append. */
const PERIODS = ['24h', '7d', '30d', '90d'] as const;
type Period = (typeof PERIODS)[number];

/** A ranking, and which part of its period is unknown. */
interface RankedPeriod {
  readonly ranking: Ranking;
  /** Start of the known data, epoch seconds; `null` if the data covers the whole period. */
  readonly since: number | null;
  /** Sales before this are missing, epoch seconds; `null` for none. */
  readonly missedBefore: number | null;
}

/** A line of the list, and where it leads. */
interface Entry extends MenuEntry {
  readonly line: (view: ViewContext) => string;
}

async function loadRanking(
  collection: Address,
  period: Period,
  { store, marketNow }: Pick<CommandServices, 'store' | 'marketNow'>,
): Promise<RankedPeriod> {
  const to = Math.floor(marketNow() / 1_000);
  const from = to - LENGTHS[period];
  const { trades, readSince, gaps } = await readSales(collection, { from, to }, { store });
  const since = readSince ?? to;
  return {
    ranking: await finishInChunks(rankSales(trades, { from, to })),
    since: since > from ? since : null,
    missedBefore: missedBefore(gaps, { from, to }),
  };
}

function traderEntry({ wallet, sales, volume }: Trader, what: Ranked, view: ViewContext): Entry {
  const { top: words } = view.messages;
  const traded = what === 'buyers' ? words.purchases(sales) : words.sales(sales);
  return {
    label: shortAddress(wallet),
    description: `${amountText(volume, view)} · ${traded}`,
    to: profileLink.to({ who: wallet }),
    line: (shown) => `${walletText(wallet, shown)} · **${amountText(volume, shown)}** · ${traded}`,
  };
}

/** The parties of a sale, as far as they are known. */
function buyerText({ buyer }: PricedSale, view: ViewContext): string | null {
  return buyer === null || buyer === ZERO_ADDRESS ? null : view.messages.top.soldTo(walletText(buyer, view));
}

function saleEntry(sale: PricedSale, view: ViewContext): Entry {
  const { collection, tokenId, price, quantity, at } = sale;
  const name = itemName({ collection, collectionName: null, tokenId, tokenName: null }, view);
  const units = quantity > 1n ? ` ×${unitsCount(quantity, view)}` : '';
  return {
    label: name,
    description: `${amountText(price, view)}${units}`,
    to: tokenLink.to({ collection, tokenId }),
    line(shown) {
      const page = shown.links.item(collection, tokenId);
      const text = escapeMarkdownLine(name, NAME_LENGTH);
      const item = `${page === null ? text : `[${text}](${page})`}${units}`;
      return [item, `**${amountText(price, shown)}**`, buyerText(sale, shown), momentText(at)]
        .filter((part) => part !== null)
        .join(' · ');
    },
  };
}

/** Returns one page of entries. */
function entriesOf(ranking: Ranking, what: Ranked, wanted: number, view: ViewContext): Page<Entry> {
  if (what === 'sales') {
    const page = paginate(ranking.sales, wanted, PAGE_SIZE);
    return { ...page, items: page.items.map((sale) => saleEntry(sale, view)) };
  }
  const page = paginate(ranking[what], wanted, PAGE_SIZE);
  return { ...page, items: page.items.map((trader) => traderEntry(trader, what, view)) };
}

/** Says what the ranking consists of, and which sales are not in it. */
function noteOf({ ranking, since, missedBefore: missed }: RankedPeriod, view: ViewContext): string {
  const { top: words, collectionChart } = view.messages;
  const { counted, volume, unpriced, repeated } = ranking;
  const [begun, gapEnd] = [momentText(since, 'f'), momentText(missed, 'f')];
  return [
    ...(counted === 0 ? [] : [collectionChart.totals(counted, amountText(volume, view))]),
    ...(unpriced === 0 ? [] : [words.unpriced(unpriced)]),
    ...(repeated === 0 ? [] : [collectionChart.repeated(repeated)]),
    ...(begun === null ? [] : [words.since(begun)]),
    ...(gapEnd === null ? [] : [words.missed(gapEnd)]),
  ].join(' · ');
}

const link = defineLink('top', {
  collection: addressField,
  what: oneOfField(RANKED),
  period: oneOfField(PERIODS),
  page: countField,
  // The row of the button. The chosen buttons of both rows lead to the same list, but Discord requires different ids.
  row: oneOfField(['what', 'period', 'page']),
});

function embedOf(
  loaded: RankedPeriod,
  page: Page<Entry>,
  {
    collection,
    what,
    period,
  }: { readonly collection: Address; readonly what: Ranked; readonly period: Period },
  { services: { collections, view } }: AnswerContext,
): APIEmbed {
  const { top: words, collectionChart } = view.messages;
  const heading = collectionHeading(
    (name) => words.titles[what](name),
    collection,
    collections.get(collection),
    view,
  );
  const first = (page.page - 1) * PAGE_SIZE + 1;
  const placed = (position: number): string => `${view.messages.writer.number(first + position)}\\. `;
  return listEmbed(
    {
      ...heading,
      // Do not name a period that the data does not cover.
      title: loaded.since === null ? `${heading.title} · ${collectionChart.periods[period]}` : heading.title,
      note: noteOf(loaded, view),
      entries: (shown) => page.items.map(({ line }, position) => `${placed(position)}${line(shown)}`),
      empty: words.empty,
      footer: pageText(page, PAGE_SIZE, view),
    },
    view,
  );
}

/** The top buyers, sellers or sales of a collection, with buttons for what is ranked and for the period. */
const topScreen = defineComponent(link, {
  tab: {
    label: ({ top: words }) => words.tab,
    to: (collection) => link.to({ collection, what: 'buyers', period: '7d', page: 1, row: 'what' }),
  },
  load: ({ collection, period }, { services }) => loadRanking(collection, period, services),
  render(loaded, values, context) {
    const { collection, what, period } = values;
    const { view } = context.services;
    const { top: words, collectionChart, lists } = view.messages;
    const page = entriesOf(loaded.ranking, what, values.page, view);
    return {
      embeds: [embedOf(loaded, page, values, context)],
      components: [
        ...openMenu('top', what === 'sales' ? words.openToken : words.openProfile, page.items, context),
        ...pagerRow((number) => link.to({ ...values, page: number, row: 'page' }), page, PAGE_SIZE, context),
        ...buttonRows(
          choiceButtons(
            RANKED,
            {
              chosen: what,
              label: (one) => words.what[one],
              to: (one) => link.to({ collection, what: one, period, page: 1, row: 'what' }),
            },
            context,
          ),
        ),
        ...buttonRows(
          choiceButtons(
            PERIODS,
            {
              chosen: period,
              label: (one) => collectionChart.periods[one],
              to: (one) => link.to({ collection, what, period: one, page: 1, row: 'period' }),
            },
            context,
          ),
        ),
        // The other screens would need a sixth row. They are on the collection's own screen.
        ...buttonRows([
          button(lists.collection, collectionLink.to({ collection }), context),
          ...collectionPageButton(collection, context),
        ]),
      ],
    };
  },
});

const isRanked = (name: string): name is Ranked => RANKED.some((one) => one === name);
const isPeriod = (name: string): name is Period => PERIODS.some((one) => one === name);

/** `/collection top`: the top buyers, sellers or sales of a collection in a period. */
export const top: Subcommand = {
  name: 'top',
  definition: (messages) => {
    const { top: words, collectionChart } = messages;
    return {
      description: words.description,
      options: [
        collectionOption(true, messages),
        {
          type: ApplicationCommandOptionType.String,
          name: 'what',
          description: words.whatOption,
          choices: RANKED.map((value) => ({ name: words.what[value], value })),
        },
        {
          type: ApplicationCommandOptionType.String,
          name: 'period',
          description: words.periodOption,
          choices: PERIODS.map((value) => ({ name: collectionChart.periods[value], value })),
        },
      ],
    };
  },
  example: 'collection:Lantern Foxes what:buyers period:30 days',
  answerTo: 'members',
  async execute(interaction, context) {
    const { options } = interaction;
    const { services } = context;
    const { address: collection } = resolveCollection(options.getString('collection', true), services);
    const what = options.getString('what') ?? 'buyers';
    const typed = options.getString('period') ?? '';
    const fitting = isPeriod(typed) ? typed : await fittingPeriod(collection, 'sales', services);
    return topScreen.show(
      {
        collection,
        what: isRanked(what) ? what : 'buyers',
        period: isPeriod(fitting) ? fitting : '7d',
        page: 1,
        row: 'what',
      },
      context,
    );
  },
  autocomplete: (interaction, services) =>
    collectionChoices(interaction.options.getFocused().value, services),
  components: [topScreen],
};
