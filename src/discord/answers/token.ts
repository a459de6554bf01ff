import { ZERO_ADDRESS } from '../../chain/address.ts';
import type { Dated } from '../../chain/dated.ts';
import { parseTokenId, type TokenId } from '../../chain/token-id.ts';
import type { Answer, AnswerContext } from '../answer.ts';
import { buttonRows, linkButton, screenButton } from '../components/buttons.ts';
import { choosePicture } from '../pictures.ts';
import type { Screen } from '../screen.ts';
import { UserError } from '../user-error.ts';
import { withAge } from '../views/age.ts';
import { collectionTitle } from '../views/collection-heading.ts';
import { exactTokenEmbed } from '../views/exact-token.ts';
import { tokenEmbed } from '../views/token.ts';
import type { TokenFacts } from '../views/token-facts.ts';
import { isNotFound, resultOrNull } from './result-or-null.ts';
import { readTokenFacts } from './token-facts.ts';

type TokenScreen = Extract<Screen, { at: 'token' }>;
type NeighbourScreen = Extract<Screen, { at: 'next-token' | 'previous-token' }>;

/** Maximum number of burned tokens to skip: the list may contain tokens burned since it was read. */
const MAX_SKIPPED = 3;

/** The error for a token that does not exist, with the nearest ids. */
async function tokenNotFound(
  { collection, tokenId }: TokenScreen,
  context: AnswerContext,
): Promise<UserError> {
  const { lookups, view } = context.services;
  const beside = await Promise.all([
    resultOrNull(lookups.neighbour(collection, tokenId, 'previous')),
    resultOrNull(lookups.neighbour(collection, tokenId, 'next')),
  ]);
  const near = beside.filter((id) => id !== null).map((id) => `\`#${id}\``);
  return new UserError(({ token }) => {
    const unknown = token.unknown(collectionTitle(collection, view), `\`#${tokenId}\``);
    return near.length === 0 ? unknown : `${unknown} ${token.nearest(near)}`;
  });
}

/** @throws UserError with the nearest ids when there is no such token */
async function loadFacts(screen: TokenScreen, context: AnswerContext): Promise<Dated<TokenFacts>> {
  try {
    return await readTokenFacts(screen, context.services.lookups);
  } catch (error) {
    throw isNotFound(error) ? await tokenNotFound(screen, context) : error;
  }
}

/** The screen of the auction that the token is in, where its number is known. */
function auctionScreen({
  token,
  auction,
  auctionInBrief,
}: TokenFacts): Extract<Screen, { at: 'auction' }> | null {
  const auctionId = parseTokenId(auction?.auctionId ?? auctionInBrief?.id ?? '');
  return auctionId === null ? null : { at: 'auction', collection: token.collection, auctionId };
}

async function show(screen: TokenScreen, facts: Dated<TokenFacts>, context: AnswerContext): Promise<Answer> {
  const { view, marketNow } = context.services;
  const { token } = facts.value;
  const { collection, tokenId } = screen;
  const picture = choosePicture(
    [token.image, token.preview, token.thumbnail],
    token.inlineImage,
    view.marketplaceOrigin,
  );
  const toAuction = auctionScreen(facts.value);
  const { owner } = token;
  const { lists, token: words } = view.messages;
  return {
    embeds: [
      withAge(
        tokenEmbed(facts.value, picture?.url ?? null, Math.floor(marketNow() / 1_000), view),
        facts,
        view,
      ),
    ],
    files: picture?.files ?? [],
    components: buttonRows([
      screenButton(lists.previous, { at: 'previous-token', collection, tokenId }, context),
      screenButton(lists.next, { at: 'next-token', collection, tokenId }, context),
      ...(owner === null || owner === ZERO_ADDRESS
        ? []
        : [screenButton(words.owner, { at: 'profile', who: owner }, context)]),
      screenButton(lists.collection, { at: 'collection', collection }, context),
      ...(toAuction === null ? [] : [screenButton(words.auction, toAuction, context, { primary: true })]),
      screenButton(lists.exactAmounts, { at: 'exact-token', collection, tokenId }, context),
      ...linkButton(lists.open, view.links.item(collection, tokenId)),
    ]),
  };
}

/** A token, with buttons to its neighbours, owner, collection and auction. */
export async function answerToken(screen: TokenScreen, context: AnswerContext): Promise<Answer> {
  return show(screen, await loadFacts(screen, context), context);
}

/** The next or previous token by token id. */
export async function answerNeighbourToken(screen: NeighbourScreen, context: AnswerContext): Promise<Answer> {
  const { lookups, view } = context.services;
  const { collection } = screen;
  const side = screen.at === 'next-token' ? 'next' : 'previous';
  let from: TokenId = screen.tokenId;
  for (let skipped = 0; skipped < MAX_SKIPPED; skipped += 1) {
    const tokenId = await lookups.neighbour(collection, from, side);
    if (tokenId === null) break;
    const found: TokenScreen = { at: 'token', collection, tokenId };
    try {
      return await show(found, await readTokenFacts(found, lookups), context);
    } catch (error) {
      if (!isNotFound(error)) throw error;
      from = tokenId;
    }
  }
  const name = collectionTitle(collection, view);
  throw new UserError(({ token }) => (side === 'next' ? token.isLast(name) : token.isFirst(name)));
}

/** A token's amounts with full precision, ids and addresses unabbreviated. */
export async function answerExactToken(
  { collection, tokenId }: Extract<Screen, { at: 'exact-token' }>,
  context: AnswerContext,
): Promise<Answer> {
  const { view, marketNow } = context.services;
  const facts = await loadFacts({ at: 'token', collection, tokenId }, context);
  const now = Math.floor(marketNow() / 1_000);
  return { embeds: [withAge(exactTokenEmbed(facts.value, now, view), facts, view)] };
}
