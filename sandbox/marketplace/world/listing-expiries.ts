import type { CollectionMarket, TokenState } from './collection-market.ts';

/** A listing that expires. */
export interface ListingExpiry {
  /** World ms, computed at the time of the listing: a pause delays it. */
  readonly atMs: number;
  readonly collection: CollectionMarket;
  readonly token: TokenState;
  /** Wall ms; distinguishes it from other listings of the token. */
  readonly expiresAtMs: number;
}

/** The expiries of listings. */
export interface ListingExpiries {
  /** The next listing to expire; undefined when there is none. */
  next(): ListingExpiry | undefined;
  /** To be called when the token's listing may have changed. */
  note(collection: CollectionMarket, token: TokenState): void;
}

/** `worldAt` maps wall ms to world ms. */
export function createListingExpiries(worldAt: (wallMs: number) => number): ListingExpiries {
  /** Soonest first; entries of listings that were sold, changed or cancelled are dropped when they are due. */
  const expiries: ListingExpiry[] = [];
  const stands = ({ expiresAtMs, token }: ListingExpiry): boolean =>
    token.listing?.expiresAtMs === expiresAtMs;
  return {
    next() {
      for (;;) {
        const [first] = expiries;
        if (first === undefined || stands(first)) return first;
        expiries.shift();
      }
    },
    note(collection, token) {
      const expiresAtMs = token.listing?.expiresAtMs ?? null;
      if (expiresAtMs === null) return;
      if (expiries.some((expiry) => expiry.token === token && expiry.expiresAtMs === expiresAtMs)) return;
      const atMs = worldAt(expiresAtMs);
      let at = expiries.length;
      while (at > 0 && (expiries[at - 1]?.atMs ?? 0) > atMs) at -= 1;
      expiries.splice(at, 0, { atMs, collection, token, expiresAtMs });
    },
  };
}
