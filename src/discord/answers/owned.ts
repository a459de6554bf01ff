import type { Dated } from '../../domain/dated.ts';
import type { Page } from '../../domain/page.ts';
import type { OwnedToken } from '../../domain/profile.ts';
import type { Answer, AnswerContext } from '../answer.ts';
import { buttonRows, placeButton } from '../components/buttons.ts';
import { openMenu } from '../components/open-menu.ts';
import { pagerRow } from '../components/pager.ts';
import { OWNED_SORTS, type OwnedSort } from '../place.ts';
import { withAge } from '../views/age.ts';
import { type OwnedPlace, ownedAbout, ownedEmbed, ownedTitle } from '../views/owned.ts';
import { isNotFound, optionally } from './optional.ts';
import { unknownPerson } from './profile.ts';
import { readPage } from './read-page.ts';

const PAGE_SIZE = 10;

const SORT_LABELS: Readonly<Record<OwnedSort, string>> = {
  acquiredAt: 'Newest first',
  tokenId: 'By number',
  rarityRank: 'Rarest first',
  listingPrice: 'Cheapest first',
};

async function read(place: OwnedPlace, context: AnswerContext): Promise<Dated<Page<OwnedToken>>> {
  const { who, collection, sort, listed } = place;
  const query = { limit: PAGE_SIZE, collection, sort, listed };
  try {
    return await readPage(place.page, PAGE_SIZE, (page) =>
      context.services.lookups.owned(who, { ...query, page }),
    );
  } catch (error) {
    throw isNotFound(error) ? unknownPerson(who) : error;
  }
}

/**
 * One page of what somebody owns, with ways to each item, other orders and the owner.
 * @throws UserError when the marketplace knows no such wallet
 */
export async function answerOwned(place: OwnedPlace, context: AnswerContext): Promise<Answer> {
  const { lookups, view } = context.services;
  const [known, profile] = await Promise.all([read(place, context), optionally(lookups.profile(place.who))]);
  const page = known.value;
  const here = { ...place, page: page.page };
  const first = { ...place, page: 1 };
  const list = { place, name: profile?.value.name ?? null, page, pageSize: PAGE_SIZE };
  return {
    embeds: [withAge(ownedEmbed(list, view), known)],
    components: [
      ...openMenu(
        'owned',
        'Open one of them',
        page.items.map((token) => ({
          label: ownedTitle(token, view),
          description: ownedAbout(token, view),
          place: { at: 'token', collection: token.collection, tokenId: token.tokenId },
        })),
        context,
      ),
      ...pagerRow(here, page, PAGE_SIZE, context),
      ...buttonRows([
        placeButton('Profile', { at: 'profile', who: place.who }, context),
        placeButton(
          place.listed ? 'Listed or not' : 'Listed only',
          { ...first, listed: !place.listed },
          context,
        ),
        ...OWNED_SORTS.filter((sort) => sort !== place.sort).map((sort) =>
          placeButton(SORT_LABELS[sort], { ...first, sort }, context),
        ),
        ...(place.collection === null
          ? []
          : [placeButton('All collections', { ...first, collection: null }, context)]),
      ]),
    ],
  };
}
