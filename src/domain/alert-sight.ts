import { type Address, ZERO_ADDRESS } from './address.ts';
import { type MarketAlert, type SoldItem, type ToldToken, tokensOf } from './alert.ts';
import type { Wei } from './wei.ts';

/** One token of an alert (or the collection that an offer is for) as filters see it. */
export interface SubjectSight {
  readonly collection: Address;
  readonly quantity: bigint;
  /** Whether it is a token, which can have a rank and traits once they were looked up. */
  readonly isToken: boolean;
  readonly rank: number | null;
  /** By `traitKey`. */
  readonly traits: ReadonlySet<string>;
  /** What is measured against the floor, for all units, in the chain's own coin; `null` where nothing is to be measured. */
  readonly measured: Wei | null;
  /** Of one unit; `null` where it is not known (yet). */
  readonly floor: Wei | null;
}

/** What filters look at, of an alert of any type. */
export interface AlertSight {
  readonly alert: MarketAlert;
  /** In the chain's own coin; `null` where it is not told or in another coin. */
  readonly price: Wei | null;
  /** The wallets that take part, each once. */
  readonly parties: readonly Address[];
  /** Somebody takes part whose wallet is not told. */
  readonly hasUnnamedParty: boolean;
  /** At least one. */
  readonly subjects: readonly SubjectSight[];
}

/** A trait as it is compared: without regard to case and to blanks around it. */
export function traitKey(trait: { readonly type: string; readonly value: string }): string {
  return `${trait.type.trim().toLowerCase()}\u0000${trait.value.trim().toLowerCase()}`;
}

function inOwnCoin(priced: { readonly price: Wei | null; readonly currency: Address | null }): Wei | null {
  return priced.currency === null ? priced.price : null;
}

/** All together; `null` as soon as one of them is not told. */
function total(items: readonly SoldItem[]): Wei | null {
  let sum = 0n;
  for (const item of items) {
    const price = inOwnCoin(item);
    if (price === null) return null;
    sum += price;
  }
  return sum;
}

/**
 * The price that filters measure: of a sale, listing, offer or mint its own, of a sweep the total, of a storm the
 * latest trade's, of an auction the highest bid and else the starting price. `null` where it is not told or in another coin.
 */
function priceOf(alert: MarketAlert): Wei | null {
  switch (alert.type) {
    case 'sale':
    case 'storm':
    case 'listing':
      return inOwnCoin(alert.item);
    case 'sweep':
      return total(alert.items);
    case 'offer':
    case 'move':
      return inOwnCoin(alert);
    case 'auction':
      return alert.highestBid ?? alert.startingPrice;
    default:
      return alert satisfies never;
  }
}

/** Everybody who takes part; `null` for one whose wallet is not told. */
function partiesOf(alert: MarketAlert): readonly (Address | null)[] {
  switch (alert.type) {
    case 'sale':
      return [alert.item.seller, alert.buyer];
    case 'sweep':
      return [alert.buyer, ...alert.items.map(({ seller }) => seller)];
    case 'storm':
      return alert.wallets;
    case 'listing':
      return [alert.item.seller];
    case 'offer':
      return [alert.bidder];
    case 'move':
      return alert.kind === 'mint' ? [alert.to] : [alert.from, alert.to];
    case 'auction':
      return [
        alert.seller,
        ...(alert.bidCount > 0 ? [alert.leader] : []),
        ...(alert.outbid === null ? [] : [alert.outbid]),
        ...alert.latestBids.map(({ bidder }) => bidder),
      ];
    default:
      return alert satisfies never;
  }
}

const NO_TRAITS: ReadonlySet<string> = new Set();

function tokenSight(
  token: ToldToken,
  worth: { readonly measured: Wei | null; readonly floor: Wei | null },
): SubjectSight {
  let traits: ReadonlySet<string> | null = null;
  return {
    collection: token.collection,
    quantity: token.quantity,
    isToken: true,
    rank: token.rarity?.rank ?? null,
    // Most alerts meet no rule that asks for traits, and reading them takes longer than finding the rules.
    get traits() {
      traits ??= token.attributes.length === 0 ? NO_TRAITS : new Set(token.attributes.map(traitKey));
      return traits;
    },
    measured: worth.measured,
    floor: worth.floor,
  };
}

const NOT_MEASURED = { measured: null, floor: null };

function subjectsOf(alert: MarketAlert): readonly SubjectSight[] {
  switch (alert.type) {
    case 'sale':
    case 'storm':
    case 'listing':
    case 'sweep': {
      const items = alert.type === 'sweep' ? alert.items : [alert.item];
      return items.map((item) =>
        tokenSight(item, { measured: inOwnCoin(item), floor: item.story?.floor ?? null }),
      );
    }
    case 'offer': {
      const { collection, quantity, token } = alert;
      if (token !== null) return [tokenSight({ ...token, quantity }, NOT_MEASURED)];
      return [{ ...NOT_MEASURED, collection, quantity, isToken: false, rank: null, traits: NO_TRAITS }];
    }
    case 'move':
      return tokensOf(alert).map((token) => tokenSight(token, NOT_MEASURED));
    case 'auction': {
      const measured = alert.kind === 'auction_ended' ? alert.highestBid : null;
      return [tokenSight(alert.token, { measured, floor: alert.floor })];
    }
    default:
      return alert satisfies never;
  }
}

/** Looks at an alert once, for all the rules that are held against it. */
export function sightOf(alert: MarketAlert): AlertSight {
  const parties = partiesOf(alert);
  const named = parties.filter((party): party is Address => party !== null && party !== ZERO_ADDRESS);
  return {
    alert,
    price: priceOf(alert),
    parties: [...new Set(named)],
    hasUnnamedParty: parties.includes(null),
    subjects: subjectsOf(alert),
  };
}
