import type { CollectionProfile, CollectionStart, TokenSheet, WorldEvent } from './model.ts';
import { type RarityTable, rarityTable } from './rarity.ts';
import { createShelf } from './shelf.ts';
import { createVolume, type Volume } from './volume.ts';

/** A listing as it stands now. */
interface Listing {
  /** Wei. */
  readonly price: bigint;
  /** Wall ms. */
  readonly sinceMs: number;
}

/** A token as it stands now. Times are wall ms. */
export interface TokenState {
  readonly sheet: TokenSheet;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly owner: string;
  /** Wei; 0 for never sold. */
  readonly lastPrice: bigint;
  readonly lastSaleAtMs: number | null;
  readonly listing: Listing | null;
}

/** What the collection counts as it goes. Amounts in wei, times in wall ms. */
interface Tally {
  readonly totalSales: number;
  readonly totalVolume: bigint;
  readonly highestSale: bigint;
  readonly lastSalePrice: bigint;
  readonly lastSaleAtMs: number | null;
  readonly totalListings: number;
  /** Prices of the last twenty sales, newest last. */
  readonly recentSales: readonly bigint[];
}

/** One collection with its tokens, owners, listings and sales as they stand now. */
export interface CollectionMarket {
  readonly profile: CollectionProfile;
  /** Wall ms. */
  readonly createdAtMs: number;
  /** In the order of minting. */
  readonly tokens: readonly TokenState[];
  /** The tokens that are for sale, in no particular order. */
  readonly listed: readonly TokenState[];
  readonly unminted: readonly TokenSheet[];
  /** How many tokens each owner holds. */
  readonly owners: ReadonlyMap<string, number>;
  readonly tally: Tally;
  readonly volume: Volume;
  token(tokenId: string): TokenState | undefined;
  rarity(): RarityTable;
  /** The lowest asking price; with nothing listed, the lowest of the recent sales; else 0. Wei. */
  floor(): bigint;
  /** Takes the event in. `wallMs` is when it happened. Throws a RangeError for an unknown token. */
  apply(event: WorldEvent, wallMs: number): void;
}

const RECENT_SALES = 20;

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Builds a collection from its start. `wallOf` maps world ms to wall ms. */
export function createCollectionMarket(
  start: CollectionStart,
  wallOf: (atMs: number) => number,
): CollectionMarket {
  const createdAtMs = wallOf(-90 * 24 * 3_600_000);
  const tokens: Mutable<TokenState>[] = [];
  const byId = new Map<string, Mutable<TokenState>>();
  const shelf = createShelf<Mutable<TokenState>>();
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
      lastPrice: 0n,
      lastSaleAtMs: null,
      listing: null,
    };
    tokens.push(token);
    byId.set(sheet.tokenId, token);
    countOwner(owner, 1);
    rarity = undefined;
    return token;
  };

  const list = (token: Mutable<TokenState>, price: bigint, sinceMs: number): void => {
    token.listing = { price, sinceMs };
    shelf.add(token);
    tally.totalListings += 1;
  };

  const unlist = (token: Mutable<TokenState>): void => {
    token.listing = null;
    shelf.remove(token);
  };

  const move = (token: Mutable<TokenState>, to: string | null): void => {
    unlist(token);
    if (to === null || to === token.owner) return;
    countOwner(token.owner, -1);
    countOwner(to, 1);
    token.owner = to;
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
    if (sheet === undefined) throw new RangeError(`Token ${tokenId} is not waiting to be minted.`);
    addToken(sheet, owner, wallMs);
  };

  for (const token of start.tokens) {
    const added = addToken(token, token.owner, createdAtMs);
    added.lastPrice = token.lastPrice;
    if (token.lastPrice > tally.highestSale) tally.highestSale = token.lastPrice;
    if (token.ask !== null) list(added, token.ask, createdAtMs);
  }
  rarity = start.rarity;
  for (const earlier of start.earlierSales) countSales(wallOf(earlier.atMs), earlier.count, earlier.volume);

  return {
    profile: start.profile,
    createdAtMs,
    tokens,
    listed: shelf.items,
    unminted,
    owners,
    tally,
    volume,
    token: (tokenId) => byId.get(tokenId),
    rarity() {
      rarity ??= rarityTable(tokens.map((token) => token.sheet));
      return rarity;
    },
    floor: () =>
      lowest(shelf.items.flatMap((token) => token.listing?.price ?? [])) ?? lowest(recentSales) ?? 0n,
    apply(event, wallMs) {
      if (event.kind === 'mint') {
        mint(event.tokenId, event.to ?? start.profile.owner, wallMs);
        return;
      }
      const token = byId.get(event.tokenId);
      if (token === undefined)
        throw new RangeError(`There is no token ${event.tokenId} in ${event.collection}.`);
      token.updatedAtMs = wallMs;
      switch (event.kind) {
        case 'sale':
          sell(token, event.price ?? 0n, wallMs);
          move(token, event.to);
          break;
        case 'transfer':
          move(token, event.to);
          break;
        case 'listing':
          list(token, event.price ?? 0n, wallMs);
          break;
        case 'listing_cancelled':
          unlist(token);
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
