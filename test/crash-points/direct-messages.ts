import type { APIMessage } from 'discord-api-types/v10';
import { linkedAuction, linkedItems } from '../../sandbox/demo/page-links.ts';

/** What somebody is to be told alone, in one message. */
export interface Due {
  /** The page that the message leads to: `item collection/tokenId` or `auction collection/number`. */
  readonly about: string;
  /** `false`: it may be told, and need not be. */
  readonly isDue: boolean;
  /** How many messages may tell of it: one unless it happened several times. */
  readonly atMost?: number;
}

/** What a person's direct messages tell, compared with what is due to them. */
export interface Told {
  readonly expected: number;
  readonly lost: number;
  /** Told again, or to somebody whom it does not concern. */
  readonly twice: number;
  readonly outOfOrder: number;
  /** Each of them, described. */
  readonly where: readonly string[];
}

/** @param item `collection/tokenId` */
export const itemPage = (item: string): string => `item ${item}`;
/** @param auction `collection/number` */
export const auctionPage = (auction: string): string => `auction ${auction}`;

/** What a message about several tokens tells of. */
export const NO_PAGE = 'a message without a page';

/** What a message tells of, once for each: several embeds of one page are pictures of it. */
function pagesIn({ embeds }: Pick<APIMessage, 'embeds'>): readonly string[] {
  const pages = embeds.flatMap(({ url = '' }) => {
    const auction = linkedAuction(url);
    return auction === null ? linkedItems(url).map(itemPage) : [auctionPage(auction)];
  });
  return pages.length === 0 ? [NO_PAGE] : [...new Set(pages)];
}

/** Those that come after one which is due later. */
function misplaced(pages: readonly string[], order: readonly string[]): readonly string[] {
  let latest = -1;
  return pages.filter((page) => {
    const place = order.indexOf(page);
    if (place < 0) return false;
    const isLate = place < latest;
    latest = Math.max(latest, place);
    return isLate;
  });
}

/**
 * Compares the bot's messages to one person with what is due to them.
 * @param due what has to be told in the order in which it is to be, where `isInOrder`
 * @param messages oldest first
 */
export function judgeTold(
  name: string,
  { due, isInOrder }: { readonly due: readonly Due[]; readonly isInOrder: boolean },
  messages: readonly Pick<APIMessage, 'embeds'>[],
): Told {
  const pages = messages.flatMap(pagesIn);
  const times = Map.groupBy(pages, (page) => page);
  const lost = due.filter(({ about, isDue }) => isDue && !times.has(about)).map(({ about }) => about);
  const allowed = new Map(due.map(({ about, atMost = 1 }) => [about, atMost]));
  const repeated = [...times].flatMap(([page, told]) => told.slice(allowed.get(page) ?? 0));
  const late = isInOrder
    ? misplaced(
        [...times.keys()],
        due.filter(({ isDue }) => isDue).map(({ about }) => about),
      )
    : [];
  const described = (what: string, all: readonly string[]) =>
    all.map((page) => `direct messages of ${name}: ${what} ${page}`);
  return {
    expected: due.filter(({ isDue }) => isDue).length,
    lost: lost.length,
    twice: repeated.length,
    outOfOrder: late.length,
    where: [
      ...described('lost', lost),
      ...described('twice, or not theirs:', repeated),
      ...described('out of order', late),
    ],
  };
}
