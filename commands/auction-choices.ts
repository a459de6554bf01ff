import type { Choices } from '../src/discord/command.ts';
import type { CommandServices } from '../src/discord/services.ts';
import { plainLine } from '../src/discord/text.ts';
import { endText, STATUS_WORDS } from '../src/discord/views/auction-words.ts';
import { itemName } from '../src/discord/views/naming.ts';
import { type Auction, auctionStatus } from '../src/domain/auction.ts';
import { findable, findBest } from '../src/domain/finding.ts';
import { knownAuction } from './named-auction.ts';

/** Discord: at most 25 choices, and 100 characters a choice. */
const MAX_CHOICES = 25;
const CHOICE_LENGTH = 100;

/**
 * Auctions by the name or number of their token, their collection, or their own number; running ones first, those that
 * end soonest before the others. `namedAuction` reads what they send.
 */
export function auctionChoices(typed: string, services: CommandServices): Choices {
  const { hints, collections, view } = services;
  const now = services.marketNow() / 1_000;
  const nameOf = ({ collection, tokenId }: Auction) => {
    const tokenName = hints.tokenName(collection, tokenId);
    return itemName({ collection, tokenId, tokenName, collectionName: null }, view);
  };
  const known = hints.auctions().map((auction) => {
    const { collection, tokenId, auctionId } = auction;
    const about = collections.get(collection);
    return findable(
      auction,
      [nameOf(auction), about?.name ?? '', about?.symbol ?? ''],
      [tokenId, auctionId ?? '', collection].filter((code) => code !== ''),
    );
  });
  const found = findBest(known, typed.replace(/^\s*#/, ''), known.length);
  const pasted = found.length === 0 ? knownAuction(typed, services) : null;
  return (pasted === null ? found : [pasted])
    .flatMap((auction) => {
      const value = `${auction.collection}/${auction.auctionId ?? ''}`;
      if (auction.auctionId === null || value.length > CHOICE_LENGTH) return [];
      const when = endText(auction, now, view) ?? STATUS_WORDS[auctionStatus(auction, now)];
      const suffix = ` · ${when}`;
      return [{ name: `${plainLine(nameOf(auction), CHOICE_LENGTH - suffix.length)}${suffix}`, value }];
    })
    .slice(0, MAX_CHOICES);
}
