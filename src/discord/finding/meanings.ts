import { parseAddress } from '#src/chain/address.ts';
import { parseTokenId } from '#src/chain/token-id.ts';
import type { PageSubject } from '#src/marketplace/page-url-parser.ts';

/** A possible meaning of a text. `collection` is `null` if the text does not name it. */
export type Meaning =
  | Exclude<PageSubject, { of: 'token' }>
  | { readonly of: 'token'; readonly collection: string | null; readonly tokenId: string };

/** `<txHash>-<collection>-<auctionId>` (field notes: Auctions). */
const AUCTION_ID = /^0x[0-9a-f]{64}-(0x[0-9a-f]{40})-(\d{1,78})$/i;
/** `<collection>-<tokenId>` (marketplace-api: Token), and common variants of it. */
const TOKEN_OF_ADDRESS = /^(0x[0-9a-f]{40})\s*[-/:#\s]\s*#?\s*(\d{1,78})$/i;
/** A name or path and a number: `Lantern Foxes #12`, `lantern-foxes/12`. */
const TOKEN_OF_NAME = /^(.*\S)\s*(?:#|\/)\s*(\d{1,78})$/;

/**
 * Returns possible meanings of a pasted or typed text, most likely first: a marketplace page, `#1234`, an address,
 * `collection #1234`, API ids, or a name. Does not check whether they exist.
 * @param readPage `Links.read`
 */
export function meaningsOf(
  text: string,
  readPage: (text: string) => readonly PageSubject[],
): readonly Meaning[] {
  const typed = text.trim();
  if (typed === '') return [];
  const pages = readPage(typed);
  if (pages.length > 0) return pages;
  const auction = AUCTION_ID.exec(typed);
  if (auction?.[1] !== undefined && auction[2] !== undefined) {
    return [
      { of: 'auction', collection: auction[1], auctionId: BigInt(auction[2]).toString(), tokenId: null },
    ];
  }
  const address = parseAddress(typed);
  if (address !== null) {
    return [
      { of: 'collection', collection: address },
      { of: 'person', who: address },
    ];
  }
  const [, collection, number = ''] = TOKEN_OF_ADDRESS.exec(typed) ?? TOKEN_OF_NAME.exec(typed) ?? [];
  const within = parseTokenId(number);
  const alone = parseTokenId(typed);
  return [
    ...(alone === null ? [] : [{ of: 'token', collection: null, tokenId: alone } as const]),
    ...(collection === undefined || within === null
      ? []
      : [{ of: 'token', collection, tokenId: within } as const]),
    { of: 'collection', collection: typed },
    { of: 'person', who: typed.replace(/^@/, '') },
  ];
}
