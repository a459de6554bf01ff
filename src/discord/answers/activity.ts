import type { Activity } from '../../domain/activity.ts';
import type { Answer, AnswerContext } from '../answer.ts';
import { buttonRows, placeButton } from '../components/buttons.ts';
import { type MenuEntry, openMenu } from '../components/open-menu.ts';
import { pagerRow } from '../components/pager.ts';
import { ACTIVITY_FILTERS, type Place } from '../place.ts';
import {
  activityAbout,
  activityFilterText,
  activityListEmbed,
  activityTitle,
} from '../views/activity-list.ts';
import { withAge } from '../views/age.ts';
import { collectionHeading } from '../views/collection-heading.ts';
import type { ViewContext } from '../views/context.ts';
import { collectionButtons, collectionPageButton } from './collection-buttons.ts';
import { readPage } from './read-page.ts';

const PAGE_SIZE = 10;

function entryOf(activity: Activity, view: ViewContext): readonly MenuEntry[] {
  const { collection, tokenId } = activity;
  if (collection === null) return [];
  return [
    {
      label: activityTitle(activity, view),
      description: activityAbout(activity, view),
      place: tokenId === null ? { at: 'collection', collection } : { at: 'token', collection, tokenId },
    },
  ];
}

/** What happened lately on the marketplace or in one collection, with menus that open an item and that choose a kind. */
export async function answerActivity(
  place: Extract<Place, { at: 'activity' }>,
  context: AnswerContext,
): Promise<Answer> {
  const { collection, filter } = place;
  const { lookups, collections, view } = context.services;
  const known = await readPage(place.page, PAGE_SIZE, (page) =>
    lookups.activities({ page, limit: PAGE_SIZE, collection, filter }),
  );
  const page = known.value;
  const heading =
    collection === null
      ? { title: 'Activity on the marketplace' }
      : collectionHeading('Activity', collection, collections.get(collection), view);
  const embed = activityListEmbed({ heading, page, pageSize: PAGE_SIZE, filter }, view);
  return {
    embeds: [withAge(embed, known)],
    components: [
      ...openMenu(
        'items',
        'Open an item',
        page.items.flatMap((activity) => entryOf(activity, view)),
        context,
      ),
      ...openMenu(
        'kinds',
        `Shown: ${activityFilterText(filter)}`,
        ACTIVITY_FILTERS.map((kind) => {
          const text = activityFilterText(kind);
          return {
            label: text.charAt(0).toUpperCase() + text.slice(1),
            place: { ...place, filter: kind, page: 1 },
          };
        }),
        context,
      ),
      ...pagerRow({ ...place, page: page.page }, page, PAGE_SIZE, context),
      ...buttonRows(
        collection === null
          ? [placeButton('Collections', { at: 'collections', page: 1 }, context)]
          : [
              ...collectionButtons('activity', collection, context),
              placeButton('Everywhere', { at: 'activity', collection: null, page: 1, filter }, context),
              ...collectionPageButton(collection, context),
            ],
      ),
    ],
  };
}
