import type { APIEmbed } from 'discord.js';
import type { Address } from '../../domain/address.ts';
import type { Wei } from '../../domain/wei.ts';
import { escapedLine } from '../text.ts';
import { bestBid } from './auction-words.ts';
import type { ViewContext } from './context.ts';
import { momentText } from './moment.ts';
import { itemName } from './naming.ts';
import { numberText } from './numbers.ts';
import { exactAmount } from './price.ts';
import { shareText } from './rarity.ts';
import type { TokenFacts } from './token-facts.ts';

const EXACT_COLOUR = 0x95a5a6;
/** An address that is nothing but one; a whole file written into the metadata is none to be copied. */
const URI = /^(?:https?|ipfs|ar):\/\/[\w./?=&%~+:-]{1,500}$/i;

/** Every amount with all its digits, ids and addresses in full, to be copied. */
export function exactTokenEmbed(
  { token, floor, price, highestOffer, auction }: TokenFacts,
  context: ViewContext,
): APIEmbed {
  const exact = (amount: Wei | null) => (amount === null ? null : `\`${exactAmount(amount, context)}\``);
  const wallet = (address: Address | null) => (address === null ? null : `\`${address}\``);
  const { rarity } = token;
  const score = rarity?.score ?? null;
  const share = shareText(rarity?.percentile ?? null, context);
  const rows: readonly (readonly [string, string | null])[] = [
    ['Price', exact(price)],
    ['Floor of the collection', exact(floor)],
    ['Highest bid', exact(auction === null ? null : bestBid(auction))],
    ['First price of the auction', exact(auction?.startingPrice ?? null)],
    ['Highest offer', exact(highestOffer)],
    ['Last price', exact(token.lastPrice)],
    ['Units', token.quantity === 1n ? null : `\`${token.quantity}\``],
    ['Rarity score', score === null ? null : numberText(score, context, 6)],
    ['Percentile (high is common)', share],
    ['Token id', `\`${token.tokenId}\``],
    ['Contract', wallet(token.collection)],
    ['Owner', wallet(token.owner)],
    ['Metadata', URI.test(token.metadataUri ?? '') ? `\`${token.metadataUri}\`` : null],
    ['Picture', token.onChainImage ? 'written into the metadata itself' : null],
    ['Known since', momentText(token.createdAt, 'f')],
    ['Changed', momentText(token.updatedAt, 'f')],
  ];
  const told = rows.flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`]));
  const name = escapedLine(itemName({ ...token, tokenName: token.name }, context), 230);
  return {
    color: EXACT_COLOUR,
    title: `${name}, exactly`,
    description: told.join('\n'),
    footer: { text: context.marketplaceName },
  };
}
