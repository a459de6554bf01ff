import type { APIEmbed, APIEmbedField } from 'discord.js';
import { shortTokenId } from '../../chain/token-id.ts';
import { htmlToText } from '../html.ts';
import { escapeMarkdownLine, sanitizeLine } from '../text.ts';
import type { ViewContext } from './context.ts';
import { unitsCount } from './embed-fields.ts';
import { collectionName, itemName } from './naming.ts';
import { amountText } from './price.ts';
import { rarityInWords } from './rarity.ts';
import { isExpired, type TokenFacts } from './token-facts.ts';
import { auctionField, offersField, priceField, sourceField } from './token-market.ts';
import { traitLines } from './token-traits.ts';
import { walletText } from './wallet.ts';

const TOKEN_COLOUR = 0x9b59b6;
const DESCRIPTION_LENGTH = 300;
/** Discord: 1,024 characters a field. */
const TRAITS_LENGTH = 1_024;

function unitsText({ token }: TokenFacts, context: ViewContext): string | null {
  const several = token.standard === '1155' || token.quantity > 1n;
  if (!several) return null;
  return context.messages.amounts.units(token.quantity, unitsCount(token.quantity, context));
}

/** The media type of a token that is not a picture: Discord shows only a still of it. */
function mediaText(mediaType: string | null): string | null {
  if (mediaType === null || /^image\b/i.test(mediaType)) return null;
  return escapeMarkdownLine(mediaType, 40) || null;
}

function fieldsOf(facts: TokenFacts, now: number, context: ViewContext): APIEmbedField[] {
  const { token } = facts;
  const { token: words } = context.messages;
  const fields: APIEmbedField[] = [];
  const add = (name: string, value: string | null, inline = true) => {
    if (value !== null) fields.push({ name, value, inline });
  };
  add(words.price, priceField(facts, now, context));
  add(words.auction, auctionField(facts, now, context));
  add(words.offers, offersField(facts, context));
  add(words.lastPrice, token.lastPrice === null ? null : amountText(token.lastPrice, context));
  add(words.rarity, token.rarity === null ? null : rarityInWords(token.rarity, context));
  add(words.owner, token.owner === null ? null : walletText(token.owner, context));
  add(words.amount, unitsText(facts, context));
  add(words.listedOn, isExpired(facts, now) ? null : sourceField(token));
  add(words.media, mediaText(token.mediaType));
  add(words.traits, traitLines(token.attributes, TRAITS_LENGTH, context), false);
  return fields;
}

/**
 * A token at one glance: price and auction first, then how rare it is, whose it is, and its traits. What is unknown is
 * left out.
 * @param picture the picture's address, or that of an attachment
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
      name: sanitizeLine(collectionName(item, context), 250),
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
