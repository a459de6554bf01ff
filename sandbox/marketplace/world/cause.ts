import type { LedgerRecord } from '../ledger.ts';
import { addressOf } from '../random/hex.ts';
import { createRandom, pick, type Random } from '../random/random.ts';
import { type CauseAuctions, createAuctionCauses } from './cause-auctions.ts';
import type { CauseDeps, CauseTarget, ResolvedTarget } from './cause-target.ts';
import { type CauseTrading, createTradingCauses } from './cause-trading.ts';
import { cheapestListings, cheapListing, unlistedToken } from './choices.ts';
import type { CollectionMarket, TokenState } from './collection-market.ts';
import { burn, type Moment, offer, sales, transfer } from './transactions.ts';

interface CauseOptions extends CauseTarget {
  readonly seller?: string | undefined;
  readonly buyer?: string | undefined;
}

interface CauseSaleOptions extends CauseOptions {
  /** Wei. */
  readonly price?: bigint | undefined;
  /** Adds the sale's transfer, in the same transaction. */
  readonly withTransfer?: boolean | undefined;
}

interface CauseOfferOptions extends CauseTarget {
  readonly offeror?: string | undefined;
  /** Wei. Default four fifths of the token's usual listing price. */
  readonly price?: bigint | undefined;
  /** Wall ms from now. Default a day. */
  readonly expiresInMs?: number | undefined;
}

interface CauseSweepOptions {
  readonly collection?: string | undefined;
  readonly buyer?: string | undefined;
  readonly withTransfers?: boolean | undefined;
}

/**
 * Causes events at the present moment, whether or not the clock runs. The same calls in the same world have the
 * same outcome. Each returns the records that the feed showed at once: all, unless a fault hides them. Throws a
 * RangeError for an unknown collection or token.
 */
export interface Cause extends CauseAuctions, CauseTrading {
  sale(options?: CauseSaleOptions): readonly LedgerRecord[];
  /** `count` sales of one collection in one transaction by one buyer. */
  sweep(count: number, options?: CauseSweepOptions): readonly LedgerRecord[];
  transfer(options?: CauseOptions): readonly LedgerRecord[];
  offer(options?: CauseOfferOptions): readonly LedgerRecord[];
  /** Burns a token. */
  burn(options?: CauseTarget): readonly LedgerRecord[];
}

const DAY_MS = 24 * 3_600_000;

export function createCause(deps: CauseDeps): Cause {
  const { seed, market, appraise, happen } = deps;
  let calls = 0;

  const begin = (): Moment => {
    deps.advance();
    const key = `${seed}:cause:${calls}`;
    calls += 1;
    return { key, atMs: deps.worldMs(), random: createRandom(key) };
  };

  const collectionOf = (name: string | undefined, random: Random): CollectionMarket => {
    if (name === undefined) return pick(random, market.collections);
    const collection = market.at(name) ?? market.atPath(name);
    if (collection === undefined) throw new RangeError(`There is no collection ${name}.`);
    return collection;
  };

  const askedPrice = (collection: CollectionMarket, token: TokenState, random: Random): bigint =>
    token.listing?.price ?? appraise(collection, token, random);

  const target = (wanted: CauseTarget, random: Random): ResolvedTarget => {
    const collection = collectionOf(wanted.collection, random);
    return { collection, token: tokenOf(collection, wanted.tokenId, () => undefined, random) };
  };

  return {
    ...createAuctionCauses({ ...deps, begin, target }),
    ...createTradingCauses({ ...deps, begin, target, collectionOf }),
    sale(options = {}) {
      const moment = begin();
      const collection = collectionOf(options.collection, moment.random);
      const token = tokenOf(
        collection,
        options.tokenId,
        () => cheapListing(collection, moment.random),
        moment.random,
      );
      const price = options.price ?? askedPrice(collection, token, moment.random);
      const seller = options.seller ?? token.owner;
      return happen(
        sales(moment, collection, {
          items: [{ token, price, seller }],
          buyer: options.buyer ?? newWallet(moment.key),
          withTransfers: options.withTransfer ?? false,
        }),
      );
    },
    sweep(count, options = {}) {
      const moment = begin();
      const collection = collectionOf(options.collection, moment.random);
      const tokens = [...new Set([...cheapestListings(collection, count), ...collection.tokens])].slice(
        0,
        count,
      );
      if (tokens.length < count) throw new RangeError(`${collection.profile.name} has no ${count} tokens.`);
      return happen(
        sales(moment, collection, {
          items: tokens.map((token) => ({ token, price: askedPrice(collection, token, moment.random) })),
          buyer: options.buyer ?? newWallet(moment.key),
          withTransfers: options.withTransfers ?? false,
        }),
      );
    },
    transfer(options = {}) {
      const moment = begin();
      const { collection, token } = target(options, moment.random);
      const event = transfer(moment, collection, token, options.buyer ?? newWallet(moment.key));
      return happen([{ ...event, from: options.seller ?? event.from }]);
    },
    offer(options = {}) {
      const moment = begin();
      const { collection, token } = target(options, moment.random);
      return happen([
        offer(moment, collection, token, {
          offeror: options.offeror ?? newWallet(moment.key),
          price: options.price ?? (askedPrice(collection, token, moment.random) * 4n) / 5n,
          expiresAtMs: deps.now() + (options.expiresInMs ?? DAY_MS),
        }),
      ]);
    },
    burn(options = {}) {
      const moment = begin();
      const { collection, token } = target(options, moment.random);
      return happen([burn(moment, collection, token)]);
    },
  };
}

function tokenOf(
  collection: CollectionMarket,
  tokenId: string | undefined,
  preferred: () => TokenState | undefined,
  random: Random,
): TokenState {
  if (tokenId === undefined) {
    return preferred() ?? unlistedToken(collection, random) ?? pick(random, collection.tokens);
  }
  const token = collection.token(tokenId);
  if (token === undefined) throw new RangeError(`${collection.profile.name} has no token ${tokenId}.`);
  return token;
}

/** A new wallet, so that it never buys from itself. */
function newWallet(key: string): string {
  return addressOf(`${key}:buyer`);
}
