import { type Address, ZERO_ADDRESS } from './address.ts';
import type { MarketAlert, SoldItem, SweepAlert, ToldToken } from './alert.ts';
import { NONE_OPEN, type OpenDetails } from './lacking.ts';
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
  readonly parties: Parties;
  readonly open: OpenSight;
}

/** What of a subject is not known yet: it may be anything once it is. */
export interface OpenSight {
  readonly rankAndTraits: boolean;
  readonly measured: boolean;
  readonly floor: boolean;
}

/** Who takes part in something. */
export interface Parties {
  /** Their wallets, each once. */
  readonly named: readonly Address[];
  /** Somebody takes part whose wallet is not told. */
  readonly someUnnamed: boolean;
  /** The marketplace may tell it later. */
  readonly open: boolean;
}

/** The lowest price, wei, and what all cost together. Every price of an alert and of a part of it lies between them. */
export interface PriceSpan {
  readonly least: Wei;
  readonly most: Wei;
}

/** What filters look at, of an alert of any type. */
export interface AlertSight {
  readonly alert: MarketAlert;
  /** Everybody's wallets, each once. */
  readonly parties: readonly Address[];
  readonly prices: PriceSpan | null;
  /** Some price is not told, and the marketplace may tell it later. */
  readonly pricesOpen: boolean;
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

/**
 * The prices that filters measure: of a sale, listing, offer or mint its own, of a sweep those of the given items, of a storm
 * the latest trade's, of an auction the highest bid and else the starting price. `null` for one that is not told or in another
 * coin.
 */
export function pricesOf(alert: MarketAlert, subjects: readonly SubjectSight[]): readonly (Wei | null)[] {
  switch (alert.type) {
    case 'sale':
    case 'storm':
    case 'listing':
      return [inOwnCoin(alert.item)];
    case 'sweep':
      return subjects.map(({ measured }) => measured);
    case 'offer':
    case 'move':
      return [inOwnCoin(alert)];
    case 'auction':
      return [alert.highestBid ?? alert.startingPrice];
    default:
      return alert satisfies never;
  }
}

/** Of what `pricesOf` tells; `null` where no price is told. */
export function priceSpan(alert: MarketAlert, subjects: readonly SubjectSight[]): PriceSpan | null {
  let least: Wei | null = null;
  let most = 0n;
  for (const price of pricesOf(alert, subjects)) {
    if (price === null) continue;
    if (least === null || price < least) least = price;
    most += price;
  }
  return least === null ? null : { least, most };
}

/** Whether a price that `pricesOf` does not tell may come later: what an auction stands at is told anew by its next alert. */
export function pricesAreOpen(alert: MarketAlert, subjects: readonly SubjectSight[]): boolean {
  switch (alert.type) {
    case 'sale':
    case 'storm':
    case 'listing':
      return alert.item.price === null;
    case 'sweep':
      return subjects.some(({ open }) => open.measured);
    case 'offer':
      return alert.price === null;
    case 'move':
      return alert.kind === 'mint' && alert.price === null;
    case 'auction':
      return false;
    default:
      return alert satisfies never;
  }
}

/** @param mayCome whether the marketplace may name later whom it does not name now */
function partiesAmong(wallets: readonly (Address | null)[], mayCome: boolean): Parties {
  const named = wallets.filter((wallet): wallet is Address => wallet !== null && wallet !== ZERO_ADDRESS);
  const someUnnamed = wallets.includes(null);
  return { named: [...new Set(named)], someUnnamed, open: someUnnamed && mayCome };
}

/** Everybody who takes part; `null` for one whose wallet is not told. */
function walletsOf(alert: Exclude<MarketAlert, SweepAlert>): readonly (Address | null)[] {
  switch (alert.type) {
    case 'sale':
      return [alert.item.seller, alert.buyer];
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
const NOTHING_OPEN: OpenSight = { rankAndTraits: false, measured: false, floor: false };
const NOT_MEASURED = { measured: null, floor: null };

/** What is held against the floor. */
interface Measure extends Pick<SubjectSight, 'measured' | 'floor'> {
  /** Its price is not told, and may come. */
  readonly measuredLater?: boolean;
}

function tokenSight(
  token: ToldToken,
  parties: Parties,
  details: OpenDetails,
  worth: Measure = NOT_MEASURED,
): SubjectSight {
  const { collection } = token;
  let traits: ReadonlySet<string> | null = null;
  return {
    collection,
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
    parties,
    open: {
      rankAndTraits: details.token(collection, token.tokenId),
      measured: worth.measuredLater === true,
      floor: worth.floor === null && details.floor(collection),
    },
  };
}

function soldSight(item: SoldItem, parties: Parties, details: OpenDetails): SubjectSight {
  const worth = { measured: inOwnCoin(item), floor: item.story?.floor ?? null };
  return tokenSight(item, parties, details, { ...worth, measuredLater: item.price === null });
}

function subjectsOf(alert: Exclude<MarketAlert, SweepAlert>, details: OpenDetails): readonly SubjectSight[] {
  const parties = partiesAmong(walletsOf(alert), alert.type !== 'auction');
  switch (alert.type) {
    case 'sale':
    case 'storm':
    case 'listing':
      return [soldSight(alert.item, parties, details)];
    case 'offer': {
      const { collection, quantity, token } = alert;
      if (token !== null) return [tokenSight({ ...token, quantity }, parties, details)];
      return [
        {
          ...NOT_MEASURED,
          collection,
          quantity,
          isToken: false,
          rank: null,
          traits: NO_TRAITS,
          parties,
          open: NOTHING_OPEN,
        },
      ];
    }
    case 'move':
      return alert.tokens.map((token) => tokenSight(token, parties, details));
    case 'auction': {
      const measured = alert.kind === 'auction_ended' ? alert.highestBid : null;
      return [tokenSight(alert.token, parties, details, { measured, floor: alert.floor })];
    }
    default:
      return alert satisfies never;
  }
}

/**
 * Looks at an alert once, for all the rules that are held against it.
 * @param details what was not looked up of it; nothing where that does not matter
 */
export function sightOf(alert: MarketAlert, details: OpenDetails = NONE_OPEN): AlertSight {
  const subjects =
    alert.type === 'sweep'
      ? alert.items.map((item) => soldSight(item, partiesAmong([item.seller, alert.buyer], true), details))
      : subjectsOf(alert, details);
  return {
    alert,
    subjects,
    parties: [...new Set(subjects.flatMap(({ parties }) => parties.named))],
    prices: priceSpan(alert, subjects),
    pricesOpen: pricesAreOpen(alert, subjects),
  };
}
