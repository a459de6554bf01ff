import type { CollectionMarket, TokenState } from './collection-market.ts';

/** A listing whose time is up. */
export interface Lapse {
  /** World ms, as it was reckoned when it was listed: a pause lengthens it. */
  readonly atMs: number;
  readonly collection: CollectionMarket;
  readonly token: TokenState;
  /** Wall ms; tells it from another listing of the token. */
  readonly expiresAtMs: number;
}

/** When listings run out. */
export interface Lapses {
  /** The listing that runs out next; undefined when none ever will. */
  next(): Lapse | undefined;
  /** The token's listing may have changed. */
  note(collection: CollectionMarket, token: TokenState): void;
}

/** `worldAt` maps wall ms to world ms. */
export function createLapses(worldAt: (wallMs: number) => number): Lapses {
  /** Soonest first; what was sold, changed or taken back meanwhile is dropped when its turn comes. */
  const lapses: Lapse[] = [];
  const stands = ({ expiresAtMs, token }: Lapse): boolean => token.listing?.expiresAtMs === expiresAtMs;
  return {
    next() {
      for (;;) {
        const [first] = lapses;
        if (first === undefined || stands(first)) return first;
        lapses.shift();
      }
    },
    note(collection, token) {
      const expiresAtMs = token.listing?.expiresAtMs ?? null;
      if (expiresAtMs === null) return;
      if (lapses.some((lapse) => lapse.token === token && lapse.expiresAtMs === expiresAtMs)) return;
      const atMs = worldAt(expiresAtMs);
      let at = lapses.length;
      while (at > 0 && (lapses[at - 1]?.atMs ?? 0) > atMs) at -= 1;
      lapses.splice(at, 0, { atMs, collection, token, expiresAtMs });
    },
  };
}
