import type { APIEmbed } from 'discord-api-types/v10';
import type { Address } from '#src/chain/address.ts';
import type { Wei } from '#src/chain/wei.ts';
import { defineComponent } from '#src/discord/components/component.ts';
import { addressField, numberField } from '#src/discord/components/field.ts';
import { defineLink } from '#src/discord/components/link.ts';
import { escapeMarkdownLine } from '#src/discord/text.ts';
import { bestBid, exactAuctionAmount } from '#src/discord/views/auction-words.ts';
import type { ViewContext } from '#src/discord/views/context.ts';
import { withAge } from '#src/discord/views/list-embed.ts';
import { momentText } from '#src/discord/views/moment.ts';
import { itemName } from '#src/discord/views/naming.ts';
import { exactAmount } from '#src/discord/views/price.ts';
import { shareText } from '#src/discord/views/rarity.ts';
import type { OtherPrice } from '#src/marketplace/decode/named-coin.ts';
import { isExpired, loadFacts, type TokenFacts } from './facts.ts';

const EXACT_COLOUR = 0x95a5a6;
/** A URL of ordinary length and form. A whole file embedded in the metadata is not shown. */
const URI = /^(?:https?|ipfs|ar):\/\/[\w./?=&%~+:-]{1,500}$/i;

/**
 * Builds the details of a token for copying: amounts with every digit, ids and addresses in full.
 * @param now epoch seconds
 */
export function exactTokenEmbed(facts: TokenFacts, now: number, context: ViewContext): APIEmbed {
  const { token, floor, price, highestOffer, auction, others } = facts;
  const exact = (amount: Wei | null) => (amount === null ? null : `\`${exactAmount(amount, context)}\``);
  const either = (amount: Wei | null, other: OtherPrice | null | undefined) =>
    other ? exactAuctionAmount(other.price, other, context) : exact(amount);
  const inAuction = (amount: Wei | null) =>
    amount === null || auction === null ? null : exactAuctionAmount(amount, auction, context);
  const wallet = (address: Address | null) => (address === null ? null : `\`${address}\``);
  const { rarity } = token;
  const { amounts, writer, token: words } = context.messages;
  const names = words.exact;
  const score = rarity?.score ?? null;
  const share = shareText(rarity?.percentile ?? null, context);
  const rows: readonly (readonly [string, string | null])[] = [
    [names.price, isExpired(facts, now) ? null : either(price, others.listing)],
    [names.floor, exact(floor)],
    [names.highestBid, inAuction(auction === null ? null : bestBid(auction))],
    [names.firstPrice, inAuction(auction?.startingPrice ?? null)],
    [names.highestOffer, either(highestOffer, others.offer)],
    [names.lastPrice, either(token.lastPrice, others.last)],
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

export const exactTokenLink = defineLink(
  'exact-token',
  { collection: addressField, tokenId: numberField },
  'nobody',
);

/** A token's amounts with full precision, ids and addresses unabbreviated. */
export const exactTokenScreen = defineComponent(exactTokenLink, {
  load: loadFacts,
  render(facts, _reference, { services: { view, marketNow } }) {
    const now = Math.floor(marketNow() / 1_000);
    return { embeds: [withAge(exactTokenEmbed(facts.value, now, view), facts, view)] };
  },
});
