import { ZERO_ADDRESS } from '../../domain/address.ts';
import type { Dated } from '../../domain/dated.ts';
import { parseTokenId, type TokenId } from '../../domain/token-id.ts';
import type { Answer, AnswerContext } from '../answer.ts';
import { buttonRows, linkButton, placeButton } from '../components/buttons.ts';
import { pictureOf } from '../pictures.ts';
import type { Place } from '../place.ts';
import { UserError } from '../user-error.ts';
import { withAge } from '../views/age.ts';
import { collectionTitle } from '../views/collection-heading.ts';
import { exactTokenEmbed } from '../views/exact-token.ts';
import { tokenEmbed } from '../views/token.ts';
import type { TokenFacts } from '../views/token-facts.ts';
import { isNotFound, optionally } from './optional.ts';
import { readTokenFacts } from './token-facts.ts';

type TokenPlace = Extract<Place, { at: 'token' }>;
type BesidePlace = Extract<Place, { at: 'next-token' | 'previous-token' }>;

/** What was burned since the list was read is passed over, so often. */
const MOST_PASSED_OVER = 3;

/** Says that there is no such token, and which are near. */
async function missing({ collection, tokenId }: TokenPlace, context: AnswerContext): Promise<UserError> {
  const { lookups, view } = context.services;
  const beside = await Promise.all([
    optionally(lookups.neighbour(collection, tokenId, 'previous')),
    optionally(lookups.neighbour(collection, tokenId, 'next')),
  ]);
  const near = beside.filter((id) => id !== null).map((id) => `\`#${id}\``);
  const hint =
    near.length === 0 ? '' : ` The nearest ${near.length === 1 ? 'is' : 'are'} ${near.join(' and ')}.`;
  return new UserError(`${collectionTitle(collection, view)} has no token \`#${tokenId}\`.${hint}`);
}

/** @throws UserError with the nearest ids when there is no such token */
async function factsOf(place: TokenPlace, context: AnswerContext): Promise<Dated<TokenFacts>> {
  try {
    return await readTokenFacts(place, context.services.lookups);
  } catch (error) {
    throw isNotFound(error) ? await missing(place, context) : error;
  }
}

/** The auction that the token is in, where its number is known. */
function auctionPlace({
  token,
  auction,
  auctionInBrief,
}: TokenFacts): Extract<Place, { at: 'auction' }> | null {
  const auctionId = parseTokenId(auction?.auctionId ?? auctionInBrief?.id ?? '');
  return auctionId === null ? null : { at: 'auction', collection: token.collection, auctionId };
}

async function show(place: TokenPlace, facts: Dated<TokenFacts>, context: AnswerContext): Promise<Answer> {
  const { view, marketNow } = context.services;
  const { token } = facts.value;
  const { collection, tokenId } = place;
  const picture = pictureOf(
    [token.image, token.preview, token.thumbnail],
    token.inlineImage,
    view.marketplaceOrigin,
  );
  const toAuction = auctionPlace(facts.value);
  const { owner } = token;
  return {
    embeds: [
      withAge(tokenEmbed(facts.value, picture?.url ?? null, Math.floor(marketNow() / 1_000), view), facts),
    ],
    files: picture?.files ?? [],
    components: buttonRows([
      placeButton('‹ Previous', { at: 'previous-token', collection, tokenId }, context),
      placeButton('Next ›', { at: 'next-token', collection, tokenId }, context),
      ...(owner === null || owner === ZERO_ADDRESS
        ? []
        : [placeButton('Owner', { at: 'profile', who: owner }, context)]),
      placeButton('Collection', { at: 'collection', collection }, context),
      ...(toAuction === null ? [] : [placeButton('Auction', toAuction, context, { primary: true })]),
      placeButton('Exact amounts', { at: 'exact-token', collection, tokenId }, context),
      ...linkButton('Open', view.links.item(collection, tokenId)),
    ]),
  };
}

/** A token at a glance, with ways to its neighbours, owner, collection and auction. */
export async function answerToken(place: TokenPlace, context: AnswerContext): Promise<Answer> {
  return show(place, await factsOf(place, context), context);
}

/** The token beside another one by token id. */
export async function answerTokenBeside(place: BesidePlace, context: AnswerContext): Promise<Answer> {
  const { lookups, view } = context.services;
  const { collection } = place;
  const side = place.at === 'next-token' ? 'next' : 'previous';
  let from: TokenId = place.tokenId;
  for (let passedOver = 0; passedOver < MOST_PASSED_OVER; passedOver += 1) {
    const tokenId = await lookups.neighbour(collection, from, side);
    if (tokenId === null) break;
    const found: TokenPlace = { at: 'token', collection, tokenId };
    try {
      return await show(found, await readTokenFacts(found, lookups), context);
    } catch (error) {
      if (!isNotFound(error)) throw error;
      from = tokenId;
    }
  }
  const end = side === 'next' ? 'last' : 'first';
  throw new UserError(`This is the ${end} token of ${collectionTitle(collection, view)}.`);
}

/** A token's amounts with every digit, ids and addresses in full. */
export async function answerExactToken(
  { collection, tokenId }: Extract<Place, { at: 'exact-token' }>,
  context: AnswerContext,
): Promise<Answer> {
  const facts = await factsOf({ at: 'token', collection, tokenId }, context);
  return { embeds: [withAge(exactTokenEmbed(facts.value, context.services.view), facts)] };
}
