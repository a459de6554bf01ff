import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { EmbeddedMarketplace } from '../../sandbox/marketplace/marketplace.ts';

/** The page size with which the bot reads and caches lists of tokens. */
const PAGE = 100;
/** Slow enough that the bot looks up every token: one poll looks up a limited number. */
const EVERY_MS = 250;

const tokenPage = z.object({ tokens: z.array(z.object({ id: z.string(), isInAuction: z.boolean() })) });

/** A token of this page of a collection's list, preferably one without an auction; `null` after the last page. */
async function tokenOnPage(
  marketplace: EmbeddedMarketplace,
  address: string,
  page: number,
): Promise<string | null> {
  const query = new URLSearchParams({
    page: String(page),
    limit: String(PAGE),
    sortBy: 'tokenId',
    sortOrder: 'asc',
  });
  const answer = await fetch(`${marketplace.url}/api/tokens/collection/${address}?${query.toString()}`);
  const { tokens } = tokenPage.parse(await answer.json());
  const token = tokens.find(({ isInAuction }) => !isInAuction) ?? tokens[0];
  return token?.id.slice(address.length + 1) ?? null;
}

/**
 * Sells a token of every page of every list of tokens, so that the bot reads and caches all pages up to the cache's bound. It is
 * the largest cache and otherwise takes longer to fill than most runs last; pages dropped during faults and read again later would
 * look like growth.
 */
export async function fillTokenCache(marketplace: EmbeddedMarketplace): Promise<void> {
  for (const { address } of marketplace.collections()) {
    for (let page = 1; ; page += 1) {
      const tokenId = await tokenOnPage(marketplace, address, page);
      if (tokenId === null) break;
      marketplace.cause.sale({ collection: address, tokenId });
      await delay(EVERY_MS);
    }
  }
}
