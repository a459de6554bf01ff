import { shortAddress } from '../../domain/address.ts';
import type { Answer, AnswerContext } from '../answer.ts';
import { buttonRows, placeButton } from '../components/buttons.ts';
import { openMenu } from '../components/open-menu.ts';
import { pagerRow } from '../components/pager.ts';
import type { Place } from '../place.ts';
import { withAge } from '../views/age.ts';
import { collectionHeading } from '../views/collection-heading.ts';
import { holderAbout, holderListEmbed } from '../views/holder-list.ts';
import { collectionButtons, collectionPageButton } from './collection-buttons.ts';
import { readPage } from './read-page.ts';

const PAGE_SIZE = 10;

/** Who holds most of a collection, with a menu that opens a holder's profile. */
export async function answerHolders(
  place: Extract<Place, { at: 'holders' }>,
  context: AnswerContext,
): Promise<Answer> {
  const { collection, minimum } = place;
  const { lookups, collections, view } = context.services;
  const known = await readPage(place.page, PAGE_SIZE, (page) =>
    lookups.holders(collection, { page, limit: PAGE_SIZE, minimum }),
  );
  const page = known.value;
  const heading = collectionHeading('Holders', collection, collections.get(collection), view);
  return {
    embeds: [withAge(holderListEmbed({ heading, page, pageSize: PAGE_SIZE, minimum }, view), known)],
    components: [
      ...openMenu(
        'holders',
        'Open a holder’s profile',
        page.items.map((holder) => ({
          label: shortAddress(holder.address),
          description: holderAbout(holder, page, view),
          place: { at: 'profile', who: holder.address },
        })),
        context,
      ),
      ...pagerRow({ ...place, page: page.page }, page, PAGE_SIZE, context),
      ...buttonRows([
        ...collectionButtons('holders', collection, context),
        ...(minimum > 1 ? [placeButton('Everybody', { ...place, page: 1, minimum: 1 }, context)] : []),
        ...collectionPageButton(collection, context),
      ]),
    ],
  };
}
