import { type Address, ZERO_ADDRESS } from '#src/chain/address.ts';
import type { TokenId } from '#src/chain/token-id.ts';
import type { Wei } from '#src/chain/wei.ts';
import type { Party } from './kinds/alert-base.ts';
import { type AlertToken, nativePrice, type SoldItem } from './kinds/parts.ts';
import type { PendingLookups } from './missing-details.ts';
import { tokenKey } from './missing-details.ts';

/** One token of an alert (or the collection of a collection offer) as filters test it. */
export interface MatchSubject {
  readonly collection: Address;
  /** `null` for a collection, which has no rank and no traits. */
  readonly tokenId: TokenId | null;
  /** By `tokenKey`; `null` for a collection. */
  readonly token: string | null;
  readonly quantity: bigint;
  readonly rank: number | null;
  /** By `traitKey`. */
  readonly traits: ReadonlySet<string>;
  /** The same traits as the marketplace writes them. */
  readonly attributes: readonly { readonly type: string; readonly value: string }[];
  /** Price for all units to compare with the floor, in the chain's own coin; `null` for none. */
  readonly measured: Wei | null;
  /** Per unit; `null` if unknown or not looked up yet. */
  readonly floor: Wei | null;
  readonly parties: Parties;
  /** Owner of the token that an offer is for; `null` if unknown, and for all other alerts. */
  readonly owner: Address | null;
  readonly open: PendingDetails;
}

/** Facts about the marketplace that an alert does not contain. */
export interface MatchFacts {
  /** Returns whether the marketplace lists the collection. */
  isWhitelisted(collection: Address): boolean;
}

/** A price as filters test it, wei: between `least` and `most`, each `null` if unknown. */
export interface PriceSpan {
  readonly least: Wei | null;
  readonly most: Wei | null;
  /** Whether it may still become known, or known more exactly. */
  readonly open: boolean;
}

/** Which values of a subject are not known yet and may still have any value. */
export interface PendingDetails {
  readonly rankAndTraits: boolean;
  readonly measured: boolean;
  readonly floor: boolean;
  readonly owner: boolean;
}

/** The wallets that take part. */
export interface Parties {
  readonly all: readonly Party[];
  /** Without duplicates. */
  readonly named: readonly Address[];
  /** Whether the wallet of a party is unknown. */
  readonly hasUnknown: boolean;
  /** Whether the marketplace may report it later. */
  readonly open: boolean;
}

/** Returns a key for comparing traits that ignores case and surrounding spaces. */
export function traitKey(trait: { readonly type: string; readonly value: string }): string {
  return `${trait.type.trim().toLowerCase()}\u0000${trait.value.trim().toLowerCase()}`;
}

/** @param mayBeReportedLater whether the marketplace may report a missing wallet later */
export function toParties(parties: readonly Party[], mayBeReportedLater: boolean): Parties {
  // Loops, because a backtest does this for hundreds of thousands of sales.
  const named: Address[] = [];
  let hasUnknown = false;
  for (const { wallet } of parties) {
    if (wallet === null) hasUnknown = true;
    else if (wallet !== ZERO_ADDRESS && !named.includes(wallet)) named.push(wallet);
  }
  return { all: parties, named, hasUnknown, open: hasUnknown && mayBeReportedLater };
}

/**
 * Returns the whole percentage below the floor: `null` if price or floor is unknown, -1 above the floor. The floor is
 * for one unit, the price for all units.
 */
export function percentBelowFloor({ measured, floor, quantity }: MatchSubject): number | null {
  if (measured === null || floor === null || floor <= 0n) return null;
  const floorTotal = floor * quantity;
  return measured > floorTotal ? -1 : Number(((floorTotal - measured) * 100n) / floorTotal);
}

const NO_TRAITS: ReadonlySet<string> = new Set();
const NOTHING_PENDING: PendingDetails = {
  rankAndTraits: false,
  measured: false,
  floor: false,
  owner: false,
};
/** For alerts that are not compared with the floor. */
const NO_FACTS = { measured: null, floor: null };

/** An alert's facts on its token: the price to compare with the floor, and the owner. */
interface TokenFacts extends Pick<MatchSubject, 'measured' | 'floor'> {
  /** Whether the price is unknown and may be reported later. */
  readonly pricePending?: boolean;
  /** Owner of the token that an offer is for; `null` if unknown. */
  readonly owner?: Address | null;
}

/**
 * The subject of a token. A class, because an object with getters takes ten times as long to create, and most alerts
 * meet no rule that needs them.
 */
class TokenSubject implements MatchSubject {
  readonly collection: Address;
  readonly tokenId: TokenId;
  readonly quantity: bigint;
  readonly rank: number | null;
  readonly attributes: AlertToken['attributes'];
  readonly measured: Wei | null;
  readonly floor: Wei | null;
  readonly parties: Parties;
  readonly owner: Address | null;
  readonly open: PendingDetails;
  #traits: ReadonlySet<string> | null = null;

  constructor(token: AlertToken, parties: Parties, details: PendingLookups, facts: TokenFacts) {
    const { collection, tokenId, attributes } = token;
    const { measured, floor, pricePending = false, owner } = facts;
    this.collection = collection;
    this.tokenId = tokenId;
    this.quantity = token.quantity;
    this.rank = token.rarity?.rank ?? null;
    this.attributes = attributes;
    this.measured = measured;
    this.floor = floor;
    this.parties = parties;
    this.owner = owner ?? null;
    this.open = {
      rankAndTraits: details.token(collection, tokenId),
      measured: pricePending,
      floor: floor === null && details.floor(collection),
      owner: owner === null && details.token(collection, tokenId),
    };
  }

  get token(): string {
    return tokenKey(this.collection, this.tokenId);
  }

  get traits(): ReadonlySet<string> {
    this.#traits ??= this.attributes.length === 0 ? NO_TRAITS : new Set(this.attributes.map(traitKey));
    return this.#traits;
  }
}

/**
 * Builds the subject of a token.
 * @param details details that were not looked up yet
 */
export const tokenMatchSubject = (
  token: AlertToken,
  parties: Parties,
  details: PendingLookups,
  facts: TokenFacts = NO_FACTS,
): MatchSubject => new TokenSubject(token, parties, details, facts);

/**
 * Builds the subject of a priced token.
 * @param details details that were not looked up yet
 */
export function itemMatchSubject(item: SoldItem, parties: Parties, details: PendingLookups): MatchSubject {
  const facts = { measured: nativePrice(item), floor: item.priceContext?.floor ?? null };
  return tokenMatchSubject(item, parties, details, { ...facts, pricePending: item.price === null });
}

/** Builds the subject of a whole collection, which has no rank and no traits. */
export function collectionMatchSubject(
  collection: Address,
  quantity: bigint,
  parties: Parties,
): MatchSubject {
  return {
    ...NO_FACTS,
    collection,
    tokenId: null,
    token: null,
    quantity,
    rank: null,
    traits: NO_TRAITS,
    attributes: [],
    parties,
    owner: null,
    open: NOTHING_PENDING,
  };
}
