import type { APIEmbed } from 'discord.js';
import type { Address } from '../../chain/address.ts';
import type { Wei } from '../../chain/wei.ts';
import { escapeMarkdownLine } from '../text.ts';
import { bestBid } from './auction-words.ts';
import type { ViewContext } from './context.ts';
import { momentText } from './moment.ts';
import { itemName } from './naming.ts';
import { exactAmount } from './price.ts';
import { shareText } from './rarity.ts';
import { isExpired, type TokenFacts } from './token-facts.ts';

const EXACT_COLOUR = 0x95a5a6;
/** An address that is nothing but one; a whole file written into the metadata is none to be copied. */
const URI = /^(?:https?|ipfs|ar):\/\/[\w./?=&%~+:-]{1,500}$/i;

/**
 * Every amount with all its digits, ids and addresses in full, to be copied.
 * @param now epoch seconds
 */
export function exactTokenEmbed(facts: TokenFacts, now: number, context: ViewContext): APIEmbed {
  const { token, floor, price, highestOffer, auction } = facts;
  const exact = (amount: Wei | null) => (amount === null ? null : `\`${exactAmount(amount, context)}\``);
  const wallet = (address: Address | null) => (address === null ? null : `\`${address}\``);
  const { rarity } = token;
  const { amounts, writer, token: words } = context.messages;
  const names = words.exact;
  const score = rarity?.score ?? null;
  const share = shareText(rarity?.percentile ?? null, context);
  const rows: readonly (readonly [string, string | null])[] = [
    [names.price, exact(isExpired(facts, now) ? null : price)],
    [names.floor, exact(floor)],
    [names.highestBid, exact(auction === null ? null : bestBid(auction))],
    [names.firstPrice, exact(auction?.startingPrice ?? null)],
    [names.highestOffer, exact(highestOffer)],
    [names.lastPrice, exact(token.lastPrice)],
    [names.units, token.quantity === 1n ? null : `\`${token.quantity}\``],
    [names.rarityScore, score === null ? null : writer.number(score, 6)],
    [names.percentile, share],
    [names.tokenId, `\`${token.tokenId}\``],
    [names.contract, wallet(token.collection)],
    [names.owner, wallet(token.owner)],
    [names.metadata, URI.test(token.metadataUri ?? '') ? `\`${token.metadataUri}\`` : null],
    [names.picture, token.onChainImage ? names.onChainPicture : null],
    [names.knownSince, momentText(token.createdAt, 'f')],
    [names.changed, momentText(token.updatedAt, 'f')],
  ];
  const shown = rows.flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`]));
  const name = escapeMarkdownLine(itemName({ ...token, tokenName: token.name }, context), 230);
  return {
    color: EXACT_COLOUR,
    title: amounts.exactlyTitle(name),
    description: shown.join('\n'),
    footer: { text: context.marketplaceName },
  };
}
