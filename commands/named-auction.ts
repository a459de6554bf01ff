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

const referenceTo = ({ collection, auctionId }: Auction): AuctionReference | null =>
  auctionId === null ? null : { collection, auctionId };

/**
 * The auction that an option names: a choice, its page's URL, the API's own id, its number or its token where the bot
 * has heard of it.
 * @throws UserError with what to do
 */
export function namedAuction(typed: string, services: CommandServices): AuctionReference {
  const known = services.hints.auctions();
  const [, address = '', number = ''] = CHOICE.exec(typed.trim()) ?? [];
  const chosen = parseAddress(address);
  if (chosen !== null) return { collection: chosen, auctionId: BigInt(number).toString() };
  for (const meaning of meaningsOf(typed, services.view.links.read)) {
    if (meaning.of !== 'token' && meaning.of !== 'auction') continue;
    const where = meaning.collection === null ? null : services.collections.resolve(meaning.collection);
    if (where === undefined) continue;
    const own = meaning.of === 'auction' ? meaning.auctionId : null;
    if (where !== null && own !== null) return { collection: where.address, auctionId: own };
    const found = known.find(
      ({ collection, auctionId, tokenId }) =>
        (where === null || collection === where.address) &&
        (auctionId === (own ?? (where === null ? meaning.tokenId : null)) ||
          (own === null && tokenId === meaning.tokenId)),
    );
    const reference = found === undefined ? null : referenceTo(found);
    if (reference !== null) return reference;
  }
  throw new UserError(
    `I know no auction “${escapedLine(typed, 80)}”. Pick one of the suggestions while you type, or look through \`/auction list\`.`,
  );
}
