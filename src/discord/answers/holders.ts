import { shortAddress } from '../../chain/address.ts';
import type { Answer, AnswerContext } from '../answer.ts';
import { buttonRows, screenButton } from '../components/buttons.ts';
import { openMenu } from '../components/open-menu.ts';
import { pagerRow } from '../components/pager.ts';
import type { Screen } from '../screen.ts';
import { withAge } from '../views/age.ts';
import { collectionHeading } from '../views/collection-heading.ts';
import { holderAbout, holderListEmbed } from '../views/holder-list.ts';
import { collectionButtons, collectionPageButton } from './collection-buttons.ts';
import { readPage } from './read-page.ts';

const PAGE_SIZE = 10;

/** The largest holders of a collection, with a menu that opens their profile. */
export async function answerHolders(
  screen: Extract<Screen, { at: 'holders' }>,
  context: AnswerContext,
): Promise<Answer> {
  const { collection, minimum } = screen;
  const { lookups, collections, view } = context.services;
  const { holders: words } = view.messages;
  const dated = await readPage(screen.page, PAGE_SIZE, (page) =>
    lookups.holders(collection, { page, limit: PAGE_SIZE, minimum }),
  );
  const page = dated.value;
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
          screen: { at: 'profile', who: holder.address },
        })),
        context,
      ),
      ...pagerRow({ ...screen, page: page.page }, page, PAGE_SIZE, context),
      ...buttonRows([
        ...collectionButtons('holders', collection, context),
        ...(minimum > 1 ? [screenButton(words.everybody, { ...screen, page: 1, minimum: 1 }, context)] : []),
        ...collectionPageButton(collection, context),
      ]),
    ],
  };
}
