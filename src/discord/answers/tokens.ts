import { shortTokenId } from '../../domain/token-id.ts';
import type { Answer, AnswerContext } from '../answer.ts';
import { buttonRows, placeButton } from '../components/buttons.ts';
import { openMenu } from '../components/open-menu.ts';
import { pagerRow } from '../components/pager.ts';
import type { Place, TokenSort } from '../place.ts';
import { withAge } from '../views/age.ts';
import { collectionHeading } from '../views/collection-heading.ts';
import { tokenAbout, tokenListEmbed, tokenOrderText, tokenTitle } from '../views/token-list.ts';
import { collectionButtons, collectionPageButton } from './collection-buttons.ts';
import { knownTrait } from './known-trait.ts';
import { optionally } from './optional.ts';
import { readPage } from './read-page.ts';

const PAGE_SIZE = 10;

type TokensPlace = Extract<Place, { at: 'tokens' }>;

const ORDERS: readonly { readonly sort: TokenSort; readonly descending: boolean }[] = [
  { sort: 'price', descending: false },
  { sort: 'price', descending: true },
  { sort: 'rarityRank', descending: false },
  { sort: 'rarityRank', descending: true },
  { sort: 'lastSale', descending: true },
  { sort: 'tokenId', descending: false },
  { sort: 'tokenId', descending: true },
];

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The tokens of a collection, sifted and ordered, with menus that open one and that order them anew. */
export async function answerTokens(place: TokensPlace, context: AnswerContext): Promise<Answer> {
  const { collection, sort, descending, listed } = place;
  const { lookups, collections, view } = context.services;
  const trait = place.trait === null ? null : await knownTrait(collection, place.trait, lookups);
  const [known, card] = await Promise.all([
    readPage(place.page, PAGE_SIZE, (page) =>
      lookups.tokens(collection, { page, limit: PAGE_SIZE, sort, descending, listed, trait }),
    ),
    listed ? optionally(lookups.collection(collection)) : null,
  ]);
  const floor = card?.value.stats.floor ?? null;
  const page = known.value;
  const heading = collectionHeading('Tokens', collection, collections.get(collection), view);
  const embed = tokenListEmbed({ heading, page, pageSize: PAGE_SIZE, order: place, trait, floor }, view);
  return {
    embeds: [withAge(embed, known)],
    components: [
      ...openMenu(
        'tokens',
        'Open a token',
        page.items.map((token) => ({
          label: labelOf(tokenTitle(token, view), token.tokenId),
          description: tokenAbout(token, view),
          place: { at: 'token', collection, tokenId: token.tokenId },
        })),
        context,
      ),
      ...openMenu(
        'order',
        `Order: ${tokenOrderText(place)}`,
        ORDERS.map((order) => ({
          label: capital(tokenOrderText(order)),
          place: { ...place, ...order, page: 1 },
        })),
        context,
      ),
      ...pagerRow({ ...place, page: page.page }, page, PAGE_SIZE, context),
      ...buttonRows([
        ...collectionButtons('tokens', collection, context),
        ...(listed
          ? [placeButton('Listed or not', { ...place, listed: false, page: 1 }, context)]
          : [placeButton('Listed only', { ...place, listed: true, page: 1 }, context)]),
        ...(trait === null ? [] : [placeButton('Any trait', { ...place, trait: null, page: 1 }, context)]),
        ...collectionPageButton(collection, context),
      ]),
    ],
  };
}

/** Tokens often share a name; then the number tells them apart. */
function labelOf(title: string, tokenId: string): string {
  return title.includes(tokenId) ? title : `#${shortTokenId(tokenId)} ${title}`;
}
