import { type APIEmbed, ApplicationCommandOptionType } from 'discord-api-types/v10';
import { isEmptyChart } from '#src/charts/chart.ts';
import { drawAnswerChart } from '#src/discord/chart-answer.ts';
import type { Subcommand } from '#src/discord/command.ts';
import { buttonRows, choiceButtons } from '#src/discord/components/buttons.ts';
import { defineComponent } from '#src/discord/components/component.ts';
import { addressField, oneOfField } from '#src/discord/components/field.ts';
import { defineLink } from '#src/discord/components/link.ts';
import { collectionHeading } from '#src/discord/views/collection-heading.ts';
import type { ViewContext } from '#src/discord/views/context.ts';
import { momentText } from '#src/discord/views/moment.ts';
import { amountText } from '#src/discord/views/price.ts';
import { collectionChoices, collectionOption, resolveCollection } from '../collection-option.ts';
import {
  CHARTED,
  type Charted,
  type CollectionChart,
  fittingPeriod,
  loadCollectionChart,
  PERIODS,
  type Period,
} from './collection-charts.ts';
import { collectionButtons, collectionPageButton } from './tabs.ts';

const COLOUR = 0x7fb2ff;

const link = defineLink('chart', {
  collection: addressField,
  what: oneOfField(CHARTED),
  period: oneOfField(PERIODS),
  // The row of the button. The chosen buttons of both rows lead to the same chart, but Discord requires different ids.
  row: oneOfField(['what', 'period']),
});

/** Formats sales and volume, if the chart shows them, and names the repeat trades that are left out. */
function totals(
  { sales, volume, repeated }: CollectionChart,
  what: Charted,
  view: ViewContext,
): readonly string[] {
  if (what !== 'sales' && what !== 'volume') return [];
  const { collectionChart: words } = view.messages;
  return [
    words.totals(sales, amountText(volume, view)),
    ...(repeated === 0 ? [] : [`-# ${words.repeated(repeated)}`]),
  ];
}

/** Says which part of the period is unknown. */
function unknownText({ since, missedBefore }: CollectionChart, view: ViewContext): readonly string[] {
  const { collectionChart: words } = view.messages;
  const [begun, missed] = [momentText(since, 'f'), momentText(missedBefore, 'f')];
  return [
    ...(begun === null ? [] : [words.since(begun)]),
    ...(missed === null ? [] : [words.missed(missed)]),
  ];
}

/** A chart of a collection, with buttons for what it shows and for its period. */
const chartScreen = defineComponent(link, {
  tab: {
    label: ({ collection: { buttons } }) => buttons.chart,
    to: (collection) => link.to({ collection, what: 'sales', period: '7d', row: 'what' }),
  },
  load: ({ collection, what, period }, { services }) =>
    loadCollectionChart(collection, { what, period }, services),
  async render(loaded, { collection, what, period }, context) {
    const { services } = context;
    const { view, collections } = services;
    const { collectionChart: words } = view.messages;
    const { chart } = loaded;
    const { text, image, files } = await drawAnswerChart(chart, services);
    const { title, url, thumbnail } = collectionHeading(
      (name) => words.titles[what](name),
      collection,
      collections.get(collection),
      view,
    );
    const description = isEmptyChart(chart)
      ? words.nothingYet
      : [text, ...totals(loaded, what, view), ...unknownText(loaded, view)].join('\n');
    const embed: APIEmbed = {
      color: COLOUR,
      // Do not name a period that the data does not cover.
      title: loaded.since === null || period === 'all' ? `${title} · ${words.periods[period]}` : title,
      ...(url === null ? {} : { url }),
      ...(thumbnail === null || thumbnail === undefined ? {} : { thumbnail: { url: thumbnail } }),
      description,
      ...image,
      footer: { text: view.marketplaceName },
    };
    return {
      embeds: [embed],
      files,
      components: [
        ...buttonRows(
          choiceButtons(
            CHARTED,
            {
              chosen: what,
              label: (one) => words.what[one],
              to: (one) => link.to({ collection, what: one, period, row: 'what' }),
            },
            context,
          ),
        ),
        ...buttonRows(
          choiceButtons(
            PERIODS,
            {
              chosen: period,
              label: (one) => words.periods[one],
              to: (one) => link.to({ collection, what, period: one, row: 'period' }),
            },
            context,
          ),
        ),
        ...buttonRows([
          ...collectionButtons(link, collection, context),
          ...collectionPageButton(collection, context),
        ]),
      ],
    };
  },
});

const isCharted = (name: string): name is Charted => CHARTED.some((one) => one === name);
const isPeriod = (name: string): name is Period => PERIODS.some((one) => one === name);

/** `/collection chart`: the history of a collection. */
export const chart: Subcommand = {
  name: 'chart',
  definition: (messages) => {
    const { collectionChart: words } = messages;
    return {
      description: words.description,
      options: [
        collectionOption(true, messages),
        {
          type: ApplicationCommandOptionType.String,
          name: 'what',
          description: words.whatOption,
          choices: CHARTED.map((value) => ({ name: words.what[value], value })),
        },
        {
          type: ApplicationCommandOptionType.String,
          name: 'period',
          description: words.periodOption,
          choices: PERIODS.map((value) => ({ name: words.periods[value], value })),
        },
      ],
    };
  },
  example: 'collection:Lantern Foxes what:sales period:30 days',
  answerTo: 'members',
  async execute(interaction, context) {
    const { options } = interaction;
    const { address } = resolveCollection(options.getString('collection', true), context.services);
    const what = options.getString('what') ?? 'sales';
    const charted = isCharted(what) ? what : 'sales';
    const period = options.getString('period') ?? '';
    return chartScreen.show(
      {
        collection: address,
        what: charted,
        period: isPeriod(period) ? period : await fittingPeriod(address, charted, context.services),
        row: 'what',
      },
      context,
    );
  },
  autocomplete: (interaction, services) =>
    collectionChoices(interaction.options.getFocused().value, services),
  components: [chartScreen],
};
