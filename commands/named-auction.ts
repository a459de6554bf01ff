import { meaningsOf } from '../src/discord/finding/meanings.ts';
import type { CommandServices } from '../src/discord/services.ts';
import { escapedLine } from '../src/discord/text.ts';
import { UserError } from '../src/discord/user-error.ts';
import { type Address, parseAddress } from '../src/domain/address.ts';
import type { Auction } from '../src/domain/auction.ts';

/** What tells one auction from all others. */
interface AuctionReference {
  readonly collection: Address;
  readonly auctionId: string;
}

/** `<collection>/<auctionId>`, as `auctionChoices` sends it. */
const CHOICE = /^(0x[0-9a-f]{40})\/(\d{1,78})$/i;

/** The auction that a pasted page, id, number or token means, where the bot has heard of it. */
export function knownAuction(
  typed: string,
  { hints, collections, view }: Pick<CommandServices, 'hints' | 'collections' | 'view'>,
): Auction | null {
  const known = hints.auctions().filter(({ auctionId }) => auctionId !== null);
  for (const meaning of meaningsOf(typed, view.links.read)) {
    if (meaning.of !== 'token' && meaning.of !== 'auction') continue;
    const where = meaning.collection === null ? null : collections.resolve(meaning.collection);
    if (where === undefined) continue;
    const there = known.filter(({ collection }) => where === null || collection === where.address);
    const number = meaning.of === 'auction' ? meaning.auctionId : null;
    const found =
      number === null
        ? // A bare number is a token's, and else an auction's own.
          (there.find(({ tokenId }) => tokenId === meaning.tokenId) ??
          (where === null ? there.find(({ auctionId }) => auctionId === meaning.tokenId) : undefined))
        : there.find(({ auctionId }) => auctionId === number);
    if (found !== undefined) return found;
  }
  return null;
}

/** What the text itself tells in full, whether the bot has heard of it or not. */
function toldInFull(typed: string, { collections, view }: CommandServices): AuctionReference | null {
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
 * The auction that an option names: a choice, its page's URL, the API's own id, its number or its token where the bot
 * has heard of it.
 * @throws UserError with what to do
 */
export function namedAuction(typed: string, services: CommandServices): AuctionReference {
  const told = toldInFull(typed, services);
  if (told !== null) return told;
  const known = knownAuction(typed, services);
  if (known !== null && known.auctionId !== null) {
    return { collection: known.collection, auctionId: known.auctionId };
  }
  throw new UserError(
    `I know no auction “${escapedLine(typed, 80)}”. Pick one of the suggestions while you type, or look through \`/auction list\`.`,
  );
}
