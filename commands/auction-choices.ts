import type { Choices } from '#src/discord/command.ts';
import type { CommandServices } from '#src/discord/services.ts';
import { sanitizeLine } from '#src/discord/text.ts';
import { endText } from '#src/discord/views/auction-words.ts';
import { itemName } from '#src/discord/views/naming.ts';
import { type Auction, auctionStatus } from '#src/marketplace/model/auction.ts';
import { searchItems, toSearchItem } from '#src/marketplace/text-search.ts';
import { findAuction } from './resolve-auction.ts';

/** Discord: at most 25 choices, and 100 characters a choice. */
const MAX_CHOICES = 25;
const CHOICE_LENGTH = 100;

/**
 * Autocomplete choices of auctions by token name or number, collection, or auction number. Running auctions come
 * first, those that end soonest at the top. Parsed by `resolveAuction`.
 */
export function auctionChoices(typed: string, services: CommandServices): Choices {
  const { suggestions, collections, view } = services;
  const { statuses } = view.messages.auction;
  const now = services.marketNow() / 1_000;
  const nameOf = ({ collection, tokenId }: Auction) => {
    const tokenName = suggestions.tokenName(collection, tokenId);
    return itemName({ collection, tokenId, tokenName, collectionName: null }, view);
  };
  const known = suggestions.auctions().map((auction) => {
    const { collection, tokenId, auctionId } = auction;
    const about = collections.get(collection);
    return toSearchItem(
      auction,
      [nameOf(auction), about?.name ?? '', about?.symbol ?? ''],
      [tokenId, auctionId ?? '', collection].filter((code) => code !== ''),
    );
  });
  const found = searchItems(known, typed.replace(/^\s*#/, ''), known.length);
  const pasted = found.length === 0 ? findAuction(typed, services) : null;
  return (pasted === null ? found : [pasted])
    .flatMap((auction) => {
      const value = `${auction.collection}/${auction.auctionId ?? ''}`;
      if (auction.auctionId === null || value.length > CHOICE_LENGTH) return [];
      const when = endText(auction, now, view) ?? statuses[auctionStatus(auction, now)];
      const suffix = ` · ${when}`;
      return [{ name: `${sanitizeLine(nameOf(auction), CHOICE_LENGTH - suffix.length)}${suffix}`, value }];
    })
    .slice(0, MAX_CHOICES);
}
