import type { Answer, AnswerContext } from '../answer.ts';
import { buttonRows, placeButton } from '../components/buttons.ts';
import { openMenu } from '../components/open-menu.ts';
import { pagerRow } from '../components/pager.ts';
import type { Place } from '../place.ts';
import { collectionListEmbed, tradedText } from '../views/collection-list.ts';
import { markedName } from '../views/marked-name.ts';
import { pageOfAll } from './read-page.ts';

const PAGE_SIZE = 10;

/** All collections that the local directory knows, the most traded first, with a menu that opens one. */
export async function answerCollections(
  place: Extract<Place, { at: 'collections' }>,
  context: AnswerContext,
): Promise<Answer> {
  const { collections, view } = context.services;
  const page = pageOfAll(collections.search('', Number.MAX_SAFE_INTEGER), place.page, PAGE_SIZE);
  return {
    embeds: [collectionListEmbed(page, PAGE_SIZE, collections.beyond(), view)],
    components: [
      ...openMenu(
        'collections',
        'Open a collection',
        page.items.map((collection) => ({
          label: markedName(collection, 100),
          description: tradedText(collection, view),
          place: { at: 'collection', collection: collection.address },
        })),
        context,
      ),
      ...pagerRow({ ...place, page: page.page }, page, PAGE_SIZE, context),
      ...buttonRows([
        placeButton(
          'Activity everywhere',
          { at: 'activity', collection: null, page: 1, filter: 'all' },
          context,
        ),
        placeButton(
          'Auctions',
          { at: 'auctions', page: 1, filter: 'active', sort: 'endTime', collection: null },
          context,
        ),
      ]),
    ],
  };
}
