import { pick, type Random } from '../random/random.ts';
import type { CollectionMarket, TokenState } from './collection-market.ts';

/** A cheap listing: the cheapest of a few random ones, because buyers look near the floor, but not only there. */
export function cheapListing(collection: CollectionMarket, random: Random): TokenState | undefined {
  if (collection.listed.length === 0) return undefined;
  const samples = random.between(1, 8);
  let best = pick(random, collection.listed);
  for (let sample = 1; sample < samples; sample += 1) {
    const other = pick(random, collection.listed);
    if (askOf(other) < askOf(best)) best = other;
  }
  return best;
}

/** The cheapest listings, lowest price first; equal prices in the order of minting. */
export function cheapestListings(collection: CollectionMarket, count: number): readonly TokenState[] {
  return collection.listed.toSorted(byAsk).slice(0, count);
}

/** A random token that is neither listed nor on auction, or undefined when there are hardly any. */
export function unlistedToken(collection: CollectionMarket, random: Random): TokenState | undefined {
  if (collection.tokens.length === 0) return undefined;
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const token = pick(random, collection.tokens);
    if (token.listing === null && !token.inAuction) return token;
  }
  return undefined;
}

/** The asking price in wei; 0 for a token that is not listed. */
export function askOf(token: TokenState): bigint {
  return token.listing?.price ?? 0n;
}

function byAsk(left: TokenState, right: TokenState): number {
  const [a, b] = [askOf(left), askOf(right)];
  if (a !== b) return a < b ? -1 : 1;
  return left.sheet.tokenId.localeCompare(right.sheet.tokenId);
}
