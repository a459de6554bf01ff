import type { Dated } from '../../chain/dated.ts';
import type { Activity } from '../../marketplace/model/activity.ts';
import type { Page } from '../../marketplace/model/page.ts';
import type { Answer, AnswerContext } from '../answer.ts';
import { buttonRows, screenButton } from '../components/buttons.ts';
import { type MenuEntry, openMenu } from '../components/open-menu.ts';
import { pagerRow } from '../components/pager.ts';
import { ACTIVITY_FILTERS, type Screen } from '../screen.ts';
import { activityAbout, activityListEmbed, activityTitle } from '../views/activity-list.ts';
import { withAge } from '../views/age.ts';
import { collectionHeading } from '../views/collection-heading.ts';
import type { ViewContext } from '../views/context.ts';
import { exactActivityEmbed } from '../views/exact-activity.ts';
import type { List } from '../views/list-embed.ts';
import { collectionButtons, collectionPageButton } from './collection-buttons.ts';
import { readPage } from './read-page.ts';

/** As many as have room for all their links in one embed. */
const PAGE_SIZE = 7;

type ActivityScreen = Extract<Screen, { at: 'activity' | 'exact-activity' }>;

function entryOf(activity: Activity, view: ViewContext): readonly MenuEntry[] {
  const { collection, tokenId } = activity;
  if (collection === null) return [];
  return [
    {
      label: activityTitle(activity, view),
      description: activityAbout(activity, view),
      screen: tokenId === null ? { at: 'collection', collection } : { at: 'token', collection, tokenId },
    },
  ];
}

function readActivities(
  { page, collection, filter }: ActivityScreen,
  { services }: AnswerContext,
): Promise<Dated<Page<Activity>>> {
  return readPage(page, PAGE_SIZE, (wanted) =>
    services.lookups.activities({ page: wanted, limit: PAGE_SIZE, collection, filter }),
  );
}

function headingOf(
  { collection }: ActivityScreen,
  { collections, view }: AnswerContext['services'],
): Pick<List, 'title' | 'url' | 'thumbnail'> {
  const { activity: words } = view.messages;
  return collection === null
    ? { title: words.title }
    : collectionHeading(words.heading, collection, collections.get(collection), view);
}

/** Recent activity on the marketplace or in one collection, with menus that open an item and that choose a filter. */
export async function answerActivity(
  screen: Extract<Screen, { at: 'activity' }>,
  context: AnswerContext,
): Promise<Answer> {
  const { collection, filter } = screen;
  const { view } = context.services;
  const { activity: words } = view.messages;
  const dated = await readActivities(screen, context);
  const page = dated.value;
  const heading = headingOf(screen, context.services);
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
          screen: { ...screen, filter: kind, page: 1 },
        })),
        context,
      ),
      ...pagerRow({ ...screen, page: page.page }, page, PAGE_SIZE, context),
      ...buttonRows([
        ...(collection === null
          ? [screenButton(words.collections, { at: 'collections', page: 1 }, context)]
          : [
              ...collectionButtons('activity', collection, context),
              screenButton(words.everywhere, { at: 'activity', collection: null, page: 1, filter }, context),
            ]),
        ...(page.items.length === 0
          ? []
          : [screenButton(words.exact, { ...screen, at: 'exact-activity', page: page.page }, context)]),
        ...(collection === null ? [] : collectionPageButton(collection, context)),
      ]),
    ],
  };
}

/** A page of activity with every digit of its amounts, and addresses in full. */
export async function answerExactActivity(
  screen: Extract<Screen, { at: 'exact-activity' }>,
  context: AnswerContext,
): Promise<Answer> {
  const { view } = context.services;
  const dated = await readActivities(screen, context);
  const { title } = headingOf(screen, context.services);
  return { embeds: [withAge(exactActivityEmbed(title, dated.value.items, view), dated, view)] };
}
