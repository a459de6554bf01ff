/** An offer for one token, or for any of a collection (`tokenId` is empty). Times are wall ms. */
export interface Offer {
  readonly number: number;
  readonly collection: string;
  readonly tokenId: string;
  readonly offeror: string;
  /** Wei. */
  readonly price: bigint;
  readonly madeAtMs: number;
  readonly expiresAtMs: number;
  /** Wall ms; null while it is not accepted. */
  readonly acceptedAtMs: number | null;
  /** Wall ms; null unless the token changed hands otherwise. */
  readonly cancelledAtMs: number | null;
}

/** Every offer of the world, and those that are open. */
export interface OfferBook {
  /** Oldest first. */
  readonly all: readonly Offer[];
  /** The open offers for a token at `nowMs`, best first. */
  standing(collection: string, tokenId: string, nowMs: number): readonly Offer[];
  /** The newest open offer for a token of a collection at `nowMs`. */
  latest(collection: string, nowMs: number): Offer | undefined;
  /** Number of open offers in a collection at `nowMs`. */
  countStanding(collection: string, nowMs: number): number;
  countAccepted(collection: string): number;
  make(offer: Pick<Offer, 'collection' | 'tokenId' | 'offeror' | 'price' | 'madeAtMs' | 'expiresAtMs'>): void;
  /** The token changed hands: the new owner's offer becomes accepted, the others end. */
  end(collection: string, tokenId: string, newOwner: string | null, wallMs: number): void;
}

type Kept = { -readonly [K in keyof Offer]: Offer[K] };

export function createOfferBook(): OfferBook {
  const all: Kept[] = [];
  const open = new Map<string, Map<string, Kept[]>>();
  const accepted = new Map<string, number>();

  const openFor = (collection: string, tokenId: string): readonly Kept[] =>
    open.get(collection)?.get(tokenId) ?? [];

  return {
    all,
    standing: (collection, tokenId, nowMs) =>
      openFor(collection, tokenId)
        .filter((offer) => offer.expiresAtMs > nowMs)
        .toSorted((left, right) => (left.price > right.price ? -1 : 1)),
    latest(collection, nowMs) {
      let found: Kept | undefined;
      for (const [tokenId, offers] of open.get(collection) ?? []) {
        if (tokenId === '') continue;
        const last = offers.findLast((offer) => offer.expiresAtMs > nowMs);
        if (last !== undefined && last.number > (found?.number ?? 0)) found = last;
      }
      return found;
    },
    countStanding(collection, nowMs) {
      let count = 0;
      for (const offers of open.get(collection)?.values() ?? []) {
        count += offers.filter((offer) => offer.expiresAtMs > nowMs).length;
      }
      return count;
    },
    countAccepted: (collection) => accepted.get(collection) ?? 0,
    make(offer) {
      const kept: Kept = {
        ...offer,
        number: all.length + 1,
        acceptedAtMs: null,
        cancelledAtMs: null,
      };
      all.push(kept);
      const ofCollection = open.get(offer.collection) ?? new Map<string, Kept[]>();
      open.set(offer.collection, ofCollection);
      ofCollection.set(offer.tokenId, [...openFor(offer.collection, offer.tokenId), kept]);
    },
    end(collection, tokenId, newOwner, wallMs) {
      const offers = openFor(collection, tokenId);
      const taken = offers.findLast((offer) => offer.offeror === newOwner && offer.expiresAtMs > wallMs);
      for (const offer of offers) {
        if (offer === taken) offer.acceptedAtMs = wallMs;
        else offer.cancelledAtMs = wallMs;
      }
      if (taken !== undefined) accepted.set(collection, (accepted.get(collection) ?? 0) + 1);
      open.get(collection)?.delete(tokenId);
    },
  };
}
