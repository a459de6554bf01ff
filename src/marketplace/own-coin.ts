import { type CoinId, nameOfCoin } from '#src/chain/coins.ts';
import { knownSymbol } from '#src/chain/known-coins.ts';
import type { Currency, Wei } from '#src/chain/wei.ts';
import type { ActivityKind } from './resources/activity/kind.ts';

/** Returns whether a name in a record means the chain's own coin. */
export type IsOwnCoin = (name: string) => boolean;

/** The price of a record of the feed. */
interface FeedPrice {
  readonly kind: ActivityKind;
  readonly price: Wei | null;
  /** `null` for the chain's own coin. */
  readonly currency: CoinId | null;
}

/** The chain's own coin, and what the marketplace's prices call it. */
export interface OwnCoin {
  /** Format of amounts. Its symbol changes if it is not configured and the marketplace names another. */
  readonly currency: Currency;
  readonly isOwn: IsOwnCoin;
  /** The other coin that most prices of the last full page named; `null` if there is none. */
  readonly mostNamed: string | null;
  /**
   * Looks at a page of the feed. Returns whether another name is the own coin since: the page has to be decoded again
   * then.
   */
  learn(page: { readonly items: readonly FeedPrice[]; readonly ownNames: readonly string[] }): boolean;
}

/** Names of the own coin on any chain. */
const GENERIC: ReadonlySet<string> = new Set(['native', 'nativetoken', 'nativecoin', 'nativecurrency']);
/** Names of the same coin. */
const SAME = [
  ['eth', 'ether', 'ethereum', 'ξ'],
  ['pol', 'matic', 'polygon'],
  ['s', 'sonic'],
  ['avax', 'avalanche'],
] as const;

const plain = (name: string): string => name.toLowerCase().replace(/[\s_-]+/g, '');

/** @param symbol symbol of the chain's own coin */
export function isCoinOf(symbol: string): IsOwnCoin {
  const own = plain(symbol);
  const names = new Set([own, ...(SAME.find((group) => group.some((name) => name === own)) ?? [])]);
  return (name) => GENERIC.has(plain(name)) || names.has(plain(name));
}

/** Bids and offers are often in the wrapped coin. */
const OFFERS: ReadonlySet<ActivityKind> = new Set(['offer', 'collection_offer', 'auction_bid']);
/** Minimum prices on a page to determine the usual coin. */
const FEWEST_PRICES = 10;

/** The other coin, known by name alone, that more than half of the prices are in. */
function mostNamedIn(items: readonly FeedPrice[]): string | null {
  const priced = items.filter(({ kind, price }) => price !== null && price > 0n && !OFFERS.has(kind));
  if (priced.length < FEWEST_PRICES) return null;
  const counts = Map.groupBy(priced, ({ currency }) => (currency === null ? null : nameOfCoin(currency)));
  counts.delete(null);
  return [...counts].find(([, { length }]) => length * 2 > priced.length)?.[0] ?? null;
}

/** Returns whether a symbol is valid in the settings and not a well-known other coin. */
const mayBeOwn = (name: string): boolean => /^[\w.$-]{1,12}$/.test(name) && knownSymbol(name) === null;

/**
 * @param setting the configured coin. If its symbol is not set, prices with another name determine it: those beside the
 * placeholder address, or most of a page
 */
export function createOwnCoin(setting: Currency & { readonly isGiven: boolean }): OwnCoin {
  let { symbol } = setting;
  let isOwn = isCoinOf(symbol);
  let mostNamed: string | null = null;
  let isDecided = setting.isGiven;
  const currency = {
    decimals: setting.decimals,
    get symbol() {
      return symbol;
    },
  };

  return {
    currency,
    get isOwn() {
      return isOwn;
    },
    get mostNamed() {
      return mostNamed;
    },
    learn({ items, ownNames }) {
      const named = mostNamedIn(items);
      const learned = isDecided ? undefined : [...ownNames, named ?? ''].find(mayBeOwn);
      if (learned !== undefined) {
        symbol = learned;
        isOwn = isCoinOf(symbol);
        mostNamed = null;
        isDecided = true;
        return true;
      }
      if (items.length >= FEWEST_PRICES) mostNamed = named;
      return false;
    },
  };
}
