import type { Dated } from '../../chain/dated.ts';
import type { Page } from '../../marketplace/model/page.ts';
import type { OwnedToken } from '../../marketplace/model/profile.ts';
import type { Answer, AnswerContext } from '../answer.ts';
import { buttonRows, screenButton } from '../components/buttons.ts';
import { openMenu } from '../components/open-menu.ts';
import { pagerRow } from '../components/pager.ts';
import { OWNED_SORTS } from '../screen.ts';
import { withAge } from '../views/age.ts';
import { type OwnedScreen, ownedAbout, ownedEmbed, ownedTitle } from '../views/owned.ts';
import { unknownUserError } from './profile.ts';
import { readPage } from './read-page.ts';
import { isNotFound, resultOrNull } from './result-or-null.ts';

const PAGE_SIZE = 10;

async function read(screen: OwnedScreen, context: AnswerContext): Promise<Dated<Page<OwnedToken>>> {
  const { who, collection, sort, listed } = screen;
  const query = { limit: PAGE_SIZE, collection, sort, listed };
  try {
    return await readPage(screen.page, PAGE_SIZE, (page) =>
      context.services.lookups.owned(who, { ...query, page }),
    );
  } catch (error) {
    throw isNotFound(error) ? unknownUserError(who) : error;
  }
}

/**
 * One page of the NFTs of a wallet, with links to each item, other sort orders and the owner.
 * @throws UserError when the marketplace does not know the wallet
 */
export async function answerOwned(screen: OwnedScreen, context: AnswerContext): Promise<Answer> {
  const { lookups, view, marketNow } = context.services;
  const now = Math.floor(marketNow() / 1_000);
  const [dated, profile] = await Promise.all([
    read(screen, context),
    resultOrNull(lookups.profile(screen.who)),
  ]);
  const page = dated.value;
  const { lists, owned: words } = view.messages;
  const here = { ...screen, page: page.page };
  const first = { ...screen, page: 1 };
  const list = { screen, name: profile?.value.name ?? null, page, pageSize: PAGE_SIZE, now };
  return {
    embeds: [withAge(ownedEmbed(list, view), dated, view)],
    components: [
      ...openMenu(
        'owned',
        words.openOne,
        page.items.map((token) => ({
          label: ownedTitle(token, view),
          description: ownedAbout(token, now, view),
          screen: { at: 'token', collection: token.collection, tokenId: token.tokenId },
        })),
        context,
      ),
      ...pagerRow(here, page, PAGE_SIZE, context),
      ...buttonRows([
        screenButton(words.profile, { at: 'profile', who: screen.who }, context),
        screenButton(
          screen.listed ? lists.listedOrNot : lists.listedOnly,
          { ...first, listed: !screen.listed },
          context,
        ),
        ...OWNED_SORTS.filter((sort) => sort !== screen.sort).map((sort) =>
          screenButton(words.orderButtons[sort], { ...first, sort }, context),
        ),
        ...(screen.collection === null
          ? []
          : [screenButton(words.allCollections, { ...first, collection: null }, context)]),
      ]),
    ],
  };
}
