import type { APIEmbed, APIEmbedField } from 'discord-api-types/v10';
import { ZERO_ADDRESS } from '#src/chain/address.ts';
import type { Dated } from '#src/chain/dated.ts';
import { parseTokenId, shortTokenId } from '#src/chain/token-id.ts';
import type { Answer } from '#src/discord/answer.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import { drawAnswerChart, NO_CHART } from '#src/discord/chart-answer.ts';
import { button, buttonRows, linkButton } from '#src/discord/components/buttons.ts';
import { defineComponent } from '#src/discord/components/component.ts';
import { addressField, numberField, oneOfField } from '#src/discord/components/field.ts';
import { type Destination, defineLink } from '#src/discord/components/link.ts';
import {
  auctionLink,
  collectionLink,
  profileLink,
  tokenLink,
  watchTokenLink,
} from '#src/discord/components/targets.ts';
import { htmlToText } from '#src/discord/html.ts';
import { isNotFound } from '#src/discord/lookups/result-or-null.ts';
import { choosePicture } from '#src/discord/pictures.ts';
import { escapeMarkdownLine } from '#src/discord/text.ts';
import { UserError } from '#src/discord/user-error.ts';
import { collectionTitle } from '#src/discord/views/collection-heading.ts';
import type { ViewContext } from '#src/discord/views/context.ts';
import { withAge } from '#src/discord/views/list-embed.ts';
import { itemName, markedCollectionName, walletText } from '#src/discord/views/naming.ts';
import { priceInEither, unitsCount } from '#src/discord/views/price.ts';
import { rarityInWords } from '#src/discord/views/rarity.ts';
import { silenceAlertButton } from '../silence/alert-button.ts';
import { exactTokenLink } from './exact.ts';
import { isExpired, loadFacts, readTokenFacts, type TokenFacts, type TokenReference } from './facts.ts';
import { auctionField, offersField, priceField, sourceField } from './market-fields.ts';
import { priceChart } from './price-chart.ts';
import { traitLines } from './trait-fields.ts';

const neighbourLink = defineLink('neighbour', {
  collection: addressField,
  tokenId: numberField,
  side: oneOfField(['next', 'previous']),
});

const TOKEN_COLOUR = 0x9b59b6;
const HISTORY_COLOUR = 0x7fb2ff;
const DESCRIPTION_LENGTH = 300;
/** Discord's limit for a field, characters. */
const TRAITS_LENGTH = 1_024;

function unitsText({ token }: TokenFacts, context: ViewContext): string | null {
  const several = token.standard === '1155' || token.quantity > 1n;
  if (!several) return null;
  return context.messages.amounts.units(token.quantity, unitsCount(token.quantity, context));
}

/** Names the media type of a token that is not a picture, because Discord shows only a still of it. */
function mediaText(mediaType: string | null): string | null {
  if (mediaType === null || /^image\b/i.test(mediaType)) return null;
  return escapeMarkdownLine(mediaType, 40) || null;
}

function fieldsOf(facts: TokenFacts, now: number, context: ViewContext): APIEmbedField[] {
  const { token, others } = facts;
  const { token: words } = context.messages;
  const fields: APIEmbedField[] = [];
  const add = (name: string, value: string | null, inline = true) => {
    if (value !== null) fields.push({ name, value, inline });
  };
  add(words.price, priceField(facts, now, context));
  add(words.auction, auctionField(facts, now, context));
  add(words.offers, offersField(facts, context));
  add(words.lastPrice, priceInEither(token.lastPrice, others.last, context));
  add(words.rarity, token.rarity === null ? null : rarityInWords(token.rarity, context));
  add(words.owner, token.owner === null ? null : walletText(token.owner, context));
  add(words.amount, unitsText(facts, context));
  add(words.listedOn, isExpired(facts, now) ? null : sourceField(token));
  add(words.media, mediaText(token.mediaType));
  add(words.traits, traitLines(token.attributes, TRAITS_LENGTH, context), false);
  return fields;
}

/**
 * Builds the overview of a token: price and auction first, then rarity, owner and traits. Unknown values are left out.
 * @param picture URL of the picture or of an attachment
 * @param now epoch seconds
 */
export function tokenEmbed(
  facts: TokenFacts,
  picture: string | null,
  now: number,
  context: ViewContext,
): APIEmbed {
  const { token } = facts;
  const item = { ...token, tokenName: token.name };
  const page = context.links.item(token.collection, token.tokenId);
  const collectionPage = context.links.collection(token.collection);
  const description = escapeMarkdownLine(htmlToText(token.description ?? ''), DESCRIPTION_LENGTH);
  const kind = token.standard === null ? '' : ` · ERC-${token.standard}`;
  return {
    color: TOKEN_COLOUR,
    author: {
      name: markedCollectionName(item, context),
      ...(collectionPage === null ? {} : { url: collectionPage }),
    },
    title: escapeMarkdownLine(itemName(item, context), 250) || `#${shortTokenId(token.tokenId)}`,
    ...(page === null ? {} : { url: page }),
    ...(description === '' ? {} : { description }),
    fields: fieldsOf(facts, now, context),
    ...(picture === null ? {} : { image: { url: picture } }),
    footer: { text: `${context.marketplaceName}${kind} · ${context.messages.token.footer(token.tokenId)}` },
  };
}

/** Maximum number of burned tokens to skip, because the list may contain tokens that were burned since it was read. */
const MAX_SKIPPED = 3;

/** Returns the screen of the token's auction, if its number is known. */
function auctionDestination({ token, auction, auctionInBrief }: TokenFacts): Destination | null {
  const auctionId = parseTokenId(auction?.auctionId ?? auctionInBrief?.id ?? '');
  return auctionId === null ? null : auctionLink.to({ collection: token.collection, auctionId });
}

/** @param reference as the user entered it */
async function render(
  facts: Dated<TokenFacts>,
  reference: TokenReference,
  context: AnswerContext,
): Promise<Answer> {
  const { view, marketNow, store } = context.services;
  const { token } = facts.value;
  const { collection, tokenId } = reference;
  const picture = choosePicture(
    [token.image, token.preview, token.thumbnail],
    token.inlineImage,
    view.marketplaceOrigin,
  );
  const history = priceChart(await store.salesOfToken(collection, tokenId), Math.floor(marketNow() / 1_000));
  const drawn = history === null ? NO_CHART : await drawAnswerChart(history, context.services);
  const toAuction = auctionDestination(facts.value);
  const { owner } = token;
  const { lists, token: words } = view.messages;
  return {
    embeds: [
      withAge(
        tokenEmbed(facts.value, picture?.url ?? null, Math.floor(marketNow() / 1_000), view),
        facts,
        view,
      ),
      ...(drawn.files.length === 0 ? [] : [{ color: HISTORY_COLOUR, ...drawn.image }]),
    ],
    files: [...(picture?.files ?? []), ...drawn.files],
    components: buttonRows([
      button(lists.previous, neighbourLink.to({ collection, tokenId, side: 'previous' }), context),
      button(lists.next, neighbourLink.to({ collection, tokenId, side: 'next' }), context),
      ...(owner === null || owner === ZERO_ADDRESS
        ? []
        : [button(words.owner, profileLink.to({ who: owner }), context)]),
      button(lists.collection, collectionLink.to({ collection }), context),
      ...(toAuction === null ? [] : [button(words.auction, toAuction, context, 'primary')]),
      button(lists.exactAmounts, exactTokenLink.to({ collection, tokenId }), context),
      button(view.messages.watches.button, watchTokenLink.to({ collection, tokenId }), context),
      ...(await silenceAlertButton(collection, context)),
      ...linkButton(lists.open, view.links.item(collection, tokenId)),
    ]),
  };
}

/** A token, with buttons to its neighbours, owner, collection and auction. */
export const tokenScreen = defineComponent(tokenLink, { load: loadFacts, render });

/** The next or previous token by token id. */
export const neighbourScreen = defineComponent(neighbourLink, {
  async load({ collection, tokenId, side }, { services: { lookups, view } }) {
    let from = tokenId;
    for (let skipped = 0; skipped < MAX_SKIPPED; skipped += 1) {
      const next = await lookups.neighbour(collection, from, side);
      if (next === null) break;
      const reference: TokenReference = { collection, tokenId: next };
      try {
        return { reference, facts: await readTokenFacts(reference, lookups) };
      } catch (error) {
        if (!isNotFound(error)) throw error;
        from = next;
      }
    }
    const name = collectionTitle(collection, view);
    throw new UserError(({ token }) => (side === 'next' ? token.isLast(name) : token.isFirst(name)));
  },
  render: ({ facts, reference }, _from, context) => render(facts, reference, context),
});
