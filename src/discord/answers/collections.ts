import type { Answer, AnswerContext } from '../answer.ts';
import { buttonRows, screenButton } from '../components/buttons.ts';
import { openMenu } from '../components/open-menu.ts';
import { pagerRow } from '../components/pager.ts';
import type { Screen } from '../screen.ts';
import { collectionListEmbed, tradedText } from '../views/collection-list.ts';
import { markedName } from '../views/marked-name.ts';
import { paginate } from './read-page.ts';

const PAGE_SIZE = 10;

/** All collections of the local directory by volume, with a menu that opens one. */
export async function answerCollections(
  screen: Extract<Screen, { at: 'collections' }>,
  context: AnswerContext,
): Promise<Answer> {
  const { collections, view } = context.services;
  const { auction, collection: words } = view.messages;
  const page = paginate(collections.search('', Number.MAX_SAFE_INTEGER), screen.page, PAGE_SIZE);
  return {
    embeds: [collectionListEmbed(page, PAGE_SIZE, collections.omitted(), view)],
    components: [
      ...openMenu(
        'collections',
        words.openCollection,
        page.items.map((collection) => ({
          label: markedName(collection, 100),
          description: tradedText(collection, view),
          screen: { at: 'collection', collection: collection.address },
        })),
        context,
      ),
      ...pagerRow({ ...screen, page: page.page }, page, PAGE_SIZE, context),
      ...buttonRows([
        screenButton(
          words.activityEverywhere,
          { at: 'activity', collection: null, page: 1, filter: 'all' },
          context,
        ),
        screenButton(
          auction.listTitle,
          { at: 'auctions', page: 1, filter: 'active', sort: 'endTime', collection: null },
          context,
        ),
      ]),
    ],
  };
}
