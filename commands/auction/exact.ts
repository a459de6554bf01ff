import type { APIEmbed } from 'discord-api-types/v10';
import type { Address } from '#src/chain/address.ts';
import type { Wei } from '#src/chain/wei.ts';
import { defineComponent } from '#src/discord/components/component.ts';
import { addressField, numberField } from '#src/discord/components/field.ts';
import { defineLink } from '#src/discord/components/link.ts';
import { escapeMarkdownLine } from '#src/discord/text.ts';
import { auctionCoin, exactAuctionAmount } from '#src/discord/views/auction-words.ts';
import type { ViewContext } from '#src/discord/views/context.ts';
import { withAge } from '#src/discord/views/list-embed.ts';
import { momentText } from '#src/discord/views/moment.ts';
import { itemName } from '#src/discord/views/naming.ts';
import type { Auction } from '#src/marketplace/resources/auction.ts';
import { type Bid, countBids } from '#src/marketplace/resources/auction-bids.ts';
import type { Token } from '#src/marketplace/resources/token.ts';

const EXACT_COLOUR = 0x95a5a6;
/** Below Discord's limit of 4,096 characters for descriptions; the rest is for the age of an old answer. */
const ROOM = 3_900;

function factsOf(
  auction: Auction,
  exact: (amount: Wei) => string,
  { messages }: ViewContext,
): readonly string[] {
  const { amounts, auction: words } = messages;
  const names = words.exact;
  const wallet = (address: Address | null) => (address === null ? null : `\`${address}\``);
  const facts: readonly (readonly [string, string | null])[] = [
    [names.startingPrice, auction.startingPrice === null ? null : exact(auction.startingPrice)],
    [names.highestBid, auction.highestBid === null ? null : exact(auction.highestBid)],
    [names.highestBidder, wallet(auction.highestBidder)],
    [names.coin, auctionCoin(auction)],
    [names.seller, wallet(auction.seller)],
    [names.collection, wallet(auction.collection)],
    [names.token, `\`${auction.tokenId}\``],
    [names.amount, auction.quantity > 1n ? amounts.units(auction.quantity, `\`${auction.quantity}\``) : null],
    [names.started, momentText(auction.startTime, 'f')],
    [names.end, momentText(auction.endTime, 'f')],
    [names.settled, momentText(auction.finalizedAt, 'f')],
  ];
  return facts.flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`]));
}

/** An auction with further data on its token; the token and the floor may be unknown. */
export interface ShownAuction {
  readonly auction: Auction;
  readonly token: Pick<Token, 'name' | 'image' | 'rarity' | 'collectionName'> | null;
  /** Floor of the collection, wei. */
  readonly floor: Wei | null;
}

/** Returns the name of an auction's token, not escaped. */
export function auctionTitle({ auction, token }: Omit<ShownAuction, 'floor'>, context: ViewContext): string {
  const names = { tokenName: token?.name ?? null, collectionName: token?.collectionName ?? null };
  return itemName({ ...auction, ...names }, context);
}

/** Builds the details of an auction for copying: amounts with every digit, newest bid first, and addresses in full. */
export function exactAuctionEmbed(shown: Omit<ShownAuction, 'floor'>, context: ViewContext): APIEmbed {
  const { auction } = shown;
  const { amounts, auction: words } = context.messages;
  const exact = (amount: Wei) => exactAuctionAmount(amount, auction, context);
  const bidText = ({ amount, bidder, at, txHash }: Bid) => {
    const transaction = txHash === null ? null : context.links.transaction(txHash);
    const parts = [
      exact(amount),
      bidder === null ? null : `\`${bidder}\``,
      momentText(at, 'f'),
      transaction === null ? null : `[${amounts.transaction}](${transaction})`,
    ];
    return parts.filter((part) => part !== null).join(' · ');
  };
  const lines = [
    ...factsOf(auction, exact, context),
    ...(auction.bids.length === 0 ? [] : ['', `**${words.exact.bids}**`]),
  ];
  let room = ROOM - lines.join('\n').length;
  let left = countBids(auction);
  for (const bid of auction.bids.toReversed()) {
    const line = bidText(bid);
    if (line.length + 1 > room) break;
    lines.push(line);
    room -= line.length + 1;
    left -= 1;
  }
  if (left > 0) lines.push(words.earlierBids(left));
  return {
    color: EXACT_COLOUR,
    title: amounts.exactlyTitle(escapeMarkdownLine(auctionTitle(shown, context), 220)),
    description: lines.join('\n'),
    footer: { text: context.marketplaceName },
  };
}

export const exactAuctionLink = defineLink(
  'exact-auction',
  { collection: addressField, auctionId: numberField },
  'nobody',
);

/** All amounts of an auction with full precision. */
export const exactAuctionScreen = defineComponent(exactAuctionLink, {
  load: ({ collection, auctionId }, { services }) => services.lookups.auction(collection, auctionId),
  render(dated, { collection }, { services: { suggestions, view } }) {
    const name = suggestions.tokenName(collection, dated.value.tokenId);
    const token = { name, image: null, rarity: null, collectionName: null };
    return { embeds: [withAge(exactAuctionEmbed({ auction: dated.value, token }, view), dated, view)] };
  },
});
