import type { APIEmbed, APIEmbedField } from 'discord.js';
import { shortTokenId } from '../../domain/token-id.ts';
import { wordsOfHtml } from '../html.ts';
import { escapedLine, plainLine } from '../text.ts';
import type { ViewContext } from './context.ts';
import { unitsCount } from './embed-fields.ts';
import { collectionName, itemName } from './naming.ts';
import { amountText } from './price.ts';
import { rarityInWords } from './rarity.ts';
import type { TokenFacts } from './token-facts.ts';
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
  return token.quantity === 1n ? '1 unit' : `${unitsCount(token.quantity, context)} units`;
}

/** What is no picture has at least its name told: Discord shows only a still of it. */
function mediaText(mediaType: string | null): string | null {
  if (mediaType === null || /^image\b/i.test(mediaType)) return null;
  return escapedLine(mediaType, 40) || null;
}

function fieldsOf(facts: TokenFacts, now: number, context: ViewContext): APIEmbedField[] {
  const { token } = facts;
  const fields: APIEmbedField[] = [];
  const add = (name: string, value: string | null, inline = true) => {
    if (value !== null) fields.push({ name, value, inline });
  };
  add('Price', priceField(facts, now, context));
  add('Auction', auctionField(facts, now, context));
  add('Offers', offersField(facts, context));
  add('Last price', token.lastPrice === null ? null : amountText(token.lastPrice, context));
  add('Rarity', token.rarity === null ? null : rarityInWords(token.rarity, context));
  add('Owner', token.owner === null ? null : walletText(token.owner, context));
  add('Amount', unitsText(facts, context));
  add('Listed on', sourceField(token));
  add('Media', mediaText(token.mediaType));
  add('Traits', traitLines(token.attributes, TRAITS_LENGTH, context), false);
  return fields;
}

/**
 * A token at one glance: price and auction first, then how rare it is, whose it is, and its traits. What is not told is
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
  const description = escapedLine(wordsOfHtml(token.description ?? ''), DESCRIPTION_LENGTH);
  const kind = token.standard === null ? '' : ` · ERC-${token.standard}`;
  return {
    color: TOKEN_COLOUR,
    author: {
      name: plainLine(collectionName(item, context), 250),
      ...(collectionPage === null ? {} : { url: collectionPage }),
    },
    title: escapedLine(itemName(item, context), 250) || `#${shortTokenId(token.tokenId)}`,
    ...(page === null ? {} : { url: page }),
    ...(description === '' ? {} : { description }),
    fields: fieldsOf(facts, now, context),
    ...(picture === null ? {} : { image: { url: picture } }),
    footer: { text: `${context.marketplaceName}${kind} · token ${token.tokenId}` },
  };
}
