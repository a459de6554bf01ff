import { shortTokenId } from '../../chain/token-id.ts';
import type { Answer, AnswerContext } from '../answer.ts';
import { buttonRows, screenButton } from '../components/buttons.ts';
import { openMenu } from '../components/open-menu.ts';
import { pagerRow } from '../components/pager.ts';
import type { Screen, TokenSort } from '../screen.ts';
import { withAge } from '../views/age.ts';
import { collectionHeading } from '../views/collection-heading.ts';
import {
  tokenAbout,
  tokenListEmbed,
  tokenOrderLabel,
  tokenOrderText,
  tokenTitle,
} from '../views/token-list.ts';
import { collectionButtons, collectionPageButton } from './collection-buttons.ts';
import { readPage } from './read-page.ts';
import { resolveTraitByKey } from './resolve-trait-key.ts';
import { resultOrNull } from './result-or-null.ts';
import { withListings } from './token-listings.ts';

const PAGE_SIZE = 10;

type TokensScreen = Extract<Screen, { at: 'tokens' }>;

const ORDERS: readonly { readonly sort: TokenSort; readonly descending: boolean }[] = [
  { sort: 'price', descending: false },
  { sort: 'price', descending: true },
  { sort: 'rarityRank', descending: false },
  { sort: 'rarityRank', descending: true },
  { sort: 'lastSale', descending: true },
  { sort: 'tokenId', descending: false },
  { sort: 'tokenId', descending: true },
];

/** The tokens of a collection, filtered and sorted, with a menu that opens one and a menu of sort orders. */
export async function answerTokens(screen: TokensScreen, context: AnswerContext): Promise<Answer> {
  const { collection, sort, descending, listed } = screen;
  const { lookups, collections, view, marketNow } = context.services;
  const { lists, tokens: words } = view.messages;
  const trait = screen.trait === null ? null : await resolveTraitByKey(collection, screen.trait, lookups);
  const [dated, card] = await Promise.all([
    readPage(screen.page, PAGE_SIZE, (page) =>
      lookups.tokens(collection, { page, limit: PAGE_SIZE, sort, descending, listed, trait }),
    ),
    listed ? resultOrNull(lookups.collection(collection)) : null,
  ]);
  const floor = card?.value.stats.floor ?? null;
  const now = Math.floor(marketNow() / 1_000);
  const page = { ...dated.value, items: await withListings(collection, dated.value.items, now, lookups) };
  const heading = collectionHeading(words.heading, collection, collections.get(collection), view);
  const embed = tokenListEmbed({ heading, page, pageSize: PAGE_SIZE, order: screen, trait, floor }, view);
  return {
    embeds: [withAge(embed, dated, view)],
    components: [
      ...openMenu(
        'tokens',
        words.openToken,
        page.items.map((token) => ({
          label: labelOf(tokenTitle(token, view), token.tokenId),
          description: tokenAbout(token, view),
          screen: { at: 'token', collection, tokenId: token.tokenId },
        })),
        context,
      ),
      ...openMenu(
        'order',
        words.chosenOrder(tokenOrderText(screen, view.messages)),
        ORDERS.map((order) => ({
          label: tokenOrderLabel(order, view.messages),
          screen: { ...screen, ...order, page: 1 },
        })),
        context,
      ),
      ...pagerRow({ ...screen, page: page.page }, page, PAGE_SIZE, context),
      ...buttonRows([
        ...collectionButtons('tokens', collection, context),
        ...(listed
          ? [screenButton(lists.listedOrNot, { ...screen, listed: false, page: 1 }, context)]
          : [screenButton(lists.listedOnly, { ...screen, listed: true, page: 1 }, context)]),
        ...(trait === null
          ? []
          : [screenButton(words.anyTrait, { ...screen, trait: null, page: 1 }, context)]),
        ...collectionPageButton(collection, context),
      ]),
    ],
  };
}

/** Tokens often share a name; then the number distinguishes them. */
function labelOf(title: string, tokenId: string): string {
  return title.includes(tokenId) ? title : `#${shortTokenId(tokenId)} ${title}`;
}
