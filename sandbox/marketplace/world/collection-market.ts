import { ImpossibleEventError } from './impossible-event-error.ts';
import { createIndexedSet } from './indexed-set.ts';
import { type CollectionProfile, type CollectionStart, type WorldEvent, ZERO_ADDRESS } from './model.ts';
import { type RarityTable, rarityTable } from './rarity.ts';
import type { TokenSheet } from './token-sheet.ts';
import { createVolume, type Volume } from './volume.ts';

/** An open listing. */
interface Listing {
  /** Wei. */
  readonly price: bigint;
  /** Wall ms. */
  readonly sinceMs: number;
  /** Wall ms; null for a listing without expiry. */
  readonly expiresAtMs: number | null;
}

/** The state of a token. Times are wall ms. */
export interface TokenState {
  readonly sheet: TokenSheet;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly owner: string;
  readonly acquiredAtMs: number;
  /** Wei; 0 for never sold. */
  readonly lastPrice: bigint;
  readonly lastSaleAtMs: number | null;
  readonly listing: Listing | null;
  /** From the start of an auction until it is settled or cancelled. */
  readonly inAuction: boolean;
}

/** Counters of a collection. Amounts in wei, times in wall ms. */
interface Tally {
  readonly totalSales: number;
  readonly totalVolume: bigint;
  readonly highestSale: bigint;
  readonly lastSalePrice: bigint;
  readonly lastSaleAtMs: number | null;
  readonly totalListings: number;
  readonly totalAuctions: number;
  readonly activeAuctions: number;
  readonly totalOffers: number;
  readonly totalBurned: number;
  /** Prices of the last twenty sales, newest last. */
  readonly recentSales: readonly bigint[];
}

/** The state of a collection: its tokens, owners, listings and sales. */
export interface CollectionMarket {
  readonly profile: CollectionProfile;
  /** Wall ms. */
  readonly createdAtMs: number;
  /** In the order of minting. */
  readonly tokens: readonly TokenState[];
  /** The listed tokens, in no particular order. */
  readonly listed: readonly TokenState[];
  readonly unminted: readonly TokenSheet[];
  /** Number of tokens by owner. */
  readonly owners: ReadonlyMap<string, number>;
  readonly tally: Tally;
  readonly volume: Volume;
  token(tokenId: string): TokenState | undefined;
  /** The static data of a token, also of a burned one. */
  sheet(tokenId: string): TokenSheet | undefined;
  rarity(): RarityTable;
  /** The lowest asking price; with nothing listed, the lowest of the recent sales; else 0. Wei. */
  floor(): bigint;
  /** Applies the event. `wallMs` is when it happened. Throws a Refusal for an unknown token. */
  apply(event: WorldEvent, wallMs: number): void;
}

const RECENT_SALES = 20;

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Creates a collection from its state at the start. `wallOf` maps world ms to wall ms. */
export function createCollectionMarket(
  start: CollectionStart,
  wallOf: (atMs: number) => number,
): CollectionMarket {
  const createdAtMs = wallOf(-90 * 24 * 3_600_000);
  const tokens: Mutable<TokenState>[] = [];
  const byId = new Map<string, Mutable<TokenState>>();
  const burned = new Map<string, TokenSheet>();
  const indexedSet = createIndexedSet<Mutable<TokenState>>();
  const unminted = [...start.unminted];
  const owners = new Map<string, number>();
  const volume = createVolume();
  const recentSales: bigint[] = [];
  const tally: Mutable<Tally> = {
    totalSales: 0,
    totalVolume: 0n,
    highestSale: 0n,
    lastSalePrice: 0n,
    lastSaleAtMs: null,
    totalListings: 0,
    totalAuctions: 0,
    activeAuctions: 0,
    totalOffers: 0,
    totalBurned: 0,
    recentSales,
  };
  let rarity: RarityTable | undefined;

  const countOwner = (owner: string, change: number): void => {
    const count = (owners.get(owner) ?? 0) + change;
    if (count > 0) owners.set(owner, count);
    else owners.delete(owner);
  };

  const addToken = (sheet: TokenSheet, owner: string, atMs: number): Mutable<TokenState> => {
    const token = {
      sheet,
      createdAtMs: atMs,
      updatedAtMs: atMs,
      owner,
      acquiredAtMs: atMs,
      lastPrice: 0n,
      lastSaleAtMs: null,
      listing: null,
      inAuction: false,
    };
    tokens.push(token);
    byId.set(sheet.tokenId, token);
    countOwner(owner, 1);
    rarity = undefined;
    return token;
  };

  const list = (token: Mutable<TokenState>, listing: Listing): void => {
    if (token.listing === null) tally.totalListings += 1;
    token.listing = listing;
    indexedSet.add(token);
  };

  const unlist = (token: Mutable<TokenState>): void => {
    token.listing = null;
    indexedSet.remove(token);
  };

  const move = (token: Mutable<TokenState>, to: string | null, wallMs: number): void => {
    unlist(token);
    if (to === null || to === token.owner) return;
    countOwner(token.owner, -1);
    countOwner(to, 1);
    token.owner = to;
    token.acquiredAtMs = wallMs;
  };

  const burn = (token: Mutable<TokenState>): void => {
    unlist(token);
    countOwner(token.owner, -1);
    token.owner = ZERO_ADDRESS;
    tokens.splice(tokens.indexOf(token), 1);
    byId.delete(token.sheet.tokenId);
    burned.set(token.sheet.tokenId, token.sheet);
    tally.totalBurned += 1;
    // Ranks are not recalculated, so they still include the burned token.
  };

  const closeAuction = (token: Mutable<TokenState>): void => {
    token.inAuction = false;
    tally.activeAuctions -= 1;
  };

  const countSales = (wallMs: number, count: number, amount: bigint): void => {
    tally.totalSales += count;
    tally.totalVolume += amount;
    volume.add(wallMs, count, amount);
  };

  const sell = (token: Mutable<TokenState>, price: bigint, wallMs: number): void => {
    token.lastPrice = price;
    token.lastSaleAtMs = wallMs;
    countSales(wallMs, 1, price);
    if (price > tally.highestSale) tally.highestSale = price;
    tally.lastSalePrice = price;
    tally.lastSaleAtMs = wallMs;
    recentSales.push(price);
    if (recentSales.length > RECENT_SALES) recentSales.shift();
  };

  const mint = (tokenId: string, owner: string, wallMs: number): void => {
    const at = unminted.findIndex((sheet) => sheet.tokenId === tokenId);
    const [sheet] = at < 0 ? [] : unminted.splice(at, 1);
    if (sheet === undefined) throw new ImpossibleEventError(`Token ${tokenId} is not waiting to be minted.`);
    addToken(sheet, owner, wallMs);
  };

  for (const token of start.tokens) {
    const added = addToken(token, token.owner, createdAtMs);
    added.lastPrice = token.lastPrice;
    if (token.lastPrice > tally.highestSale) tally.highestSale = token.lastPrice;
    if (token.ask !== null) list(added, { price: token.ask, sinceMs: createdAtMs, expiresAtMs: null });
  }
  rarity = start.rarity;
  for (const earlier of start.earlierSales) countSales(wallOf(earlier.atMs), earlier.count, earlier.volume);

  return {
    profile: start.profile,
    createdAtMs,
    tokens,
    listed: indexedSet.items,
    unminted,
    owners,
    tally,
    volume,
    token: (tokenId) => byId.get(tokenId),
    sheet: (tokenId) => byId.get(tokenId)?.sheet ?? burned.get(tokenId),
    rarity() {
      rarity ??= rarityTable(tokens.map((token) => token.sheet));
      return rarity;
    },
    floor: () =>
      lowest(indexedSet.items.flatMap((token) => token.listing?.price ?? [])) ?? lowest(recentSales) ?? 0n,
    apply(event, wallMs) {
      if (event.kind === 'mint') {
        mint(event.tokenId, event.to ?? start.profile.owner, wallMs);
        return;
      }
      if (event.kind === 'collection_offer') {
        tally.totalOffers += 1;
        return;
      }
      const token = byId.get(event.tokenId);
      if (token === undefined)
        throw new ImpossibleEventError(`There is no token ${event.tokenId} in ${event.collection}.`);
      token.updatedAtMs = wallMs;
      switch (event.kind) {
        case 'sale':
          sell(token, event.price ?? 0n, wallMs);
          move(token, event.to, wallMs);
          break;
        case 'transfer':
          move(token, event.to, wallMs);
          break;
        case 'burn':
          burn(token);
          break;
        case 'listing':
        case 'listing_updated':
          list(token, {
            price: event.price ?? 0n,
            sinceMs: token.listing?.sinceMs ?? wallMs,
            expiresAtMs: event.expiresAtMs ?? null,
          });
          break;
        case 'listing_cancelled':
        case 'listing_expired':
          unlist(token);
          break;
        case 'offer':
          tally.totalOffers += 1;
          break;
        case 'auction_created':
          unlist(token);
          token.inAuction = true;
          tally.totalAuctions += 1;
          tally.activeAuctions += 1;
          break;
        case 'auction_bid':
          break;
        case 'auction_settled':
          closeAuction(token);
          if (event.price === null) break;
          sell(token, event.price, wallMs);
          move(token, event.to, wallMs);
          break;
        case 'auction_cancelled':
          closeAuction(token);
          break;
      }
    },
  };
}

function lowest(prices: readonly bigint[]): bigint | undefined {
  let found: bigint | undefined;
  for (const price of prices) if (found === undefined || price < found) found = price;
  return found;
}
