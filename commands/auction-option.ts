import { type Address, parseAddress } from '#src/chain/address.ts';
import type { Choices } from '#src/discord/command.ts';
import { meaningsOf } from '#src/discord/finding/meanings.ts';
import type { CommandServices } from '#src/discord/services.ts';
import { escapeMarkdownLine, sanitizeLine } from '#src/discord/text.ts';
import { UserError } from '#src/discord/user-error.ts';
import { endText } from '#src/discord/views/auction-words.ts';
import { itemName } from '#src/discord/views/naming.ts';
import { type Auction, auctionStatus } from '#src/marketplace/resources/auction.ts';
import { searchItems, toSearchItem } from '#src/marketplace/text-search.ts';

/** Discord allows at most 25 choices of 100 characters each. */
const MAX_CHOICES = 25;
const CHOICE_LENGTH = 100;

/**
 * Builds autocomplete choices of auctions by token name or number, collection, or auction number. Running auctions come
 * first, ordered by their end. Parsed by `resolveAuction`.
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

/** Identifies an auction. */
interface AuctionReference {
  readonly collection: Address;
  readonly auctionId: string;
}

/** `<collection>/<auctionId>`, as `auctionChoices` sends it. */
const CHOICE = /^(0x[0-9a-f]{40})\/(\d{1,78})$/i;

/** Finds a cached auction by a pasted page URL, id, number or token. */
function findAuction(
  typed: string,
  { suggestions, collections, view }: Pick<CommandServices, 'suggestions' | 'collections' | 'view'>,
): Auction | null {
  const known = suggestions.auctions().filter(({ auctionId }) => auctionId !== null);
  for (const meaning of meaningsOf(typed, view.links.read)) {
    if (meaning.of !== 'token' && meaning.of !== 'auction') continue;
    const where = meaning.collection === null ? null : collections.resolve(meaning.collection);
    if (where === undefined) continue;
    const there = known.filter(({ collection }) => where === null || collection === where.address);
    const number = meaning.of === 'auction' ? meaning.auctionId : null;
    const found =
      number === null
        ? // A bare number is tried as a token id first, then as an auction number.
          (there.find(({ tokenId }) => tokenId === meaning.tokenId) ??
          (where === null ? there.find(({ auctionId }) => auctionId === meaning.tokenId) : undefined))
        : there.find(({ auctionId }) => auctionId === number);
    if (found !== undefined) return found;
  }
  return null;
}

/** Parses a text that identifies the auction completely, cached or not. */
function parseAuctionReference(
  typed: string,
  { collections, view }: CommandServices,
): AuctionReference | null {
  const [, address = '', number = ''] = CHOICE.exec(typed.trim()) ?? [];
  const chosen = parseAddress(address);
  if (chosen !== null) return { collection: chosen, auctionId: BigInt(number).toString() };
  for (const meaning of meaningsOf(typed, view.links.read)) {
    if (meaning.of !== 'auction' || meaning.collection === null || meaning.auctionId === null) continue;
    const collection = collections.resolve(meaning.collection)?.address ?? parseAddress(meaning.collection);
    if (collection !== null) return { collection, auctionId: meaning.auctionId };
  }
  return null;
}

/**
 * Resolves the option to an auction: a choice, a page URL, an API id, or the number or token of a cached auction.
 * @throws UserError with a remedy
 */
export function resolveAuction(typed: string, services: CommandServices): AuctionReference {
  const parsed = parseAuctionReference(typed, services);
  if (parsed !== null) return parsed;
  const known = findAuction(typed, services);
  if (known !== null && known.auctionId !== null) {
    return { collection: known.collection, auctionId: known.auctionId };
  }
  throw new UserError(({ auction }) => auction.unknown(escapeMarkdownLine(typed, 80)));
}
