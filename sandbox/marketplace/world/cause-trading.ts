import type { LedgerRecord } from '../ledger.ts';
import { addressOf } from '../random/hex.ts';
import type { Random } from '../random/random.ts';
import type { CauseDeps, CauseTarget, ResolvedTarget } from './cause-target.ts';
import type { CollectionMarket } from './collection-market.ts';
import { collectionOffer, listing, type Moment, mints, sales, transfers } from './transactions.ts';

interface CauseListingOptions extends CauseTarget {
  /** Wei. Default the owner's usual asking price. */
  readonly price?: bigint | undefined;
  /** Instead of a price: percent below the floor, 1 to 99. */
  readonly belowFloorPercent?: number | undefined;
  /** Wall ms from now, after which it expires. Default thirty days. */
  readonly expiresInMs?: number | undefined;
}

interface CauseManyOptions {
  /** Address or path. */
  readonly collection?: string | undefined;
  readonly buyer?: string | undefined;
}

interface CauseCollectionOfferOptions {
  readonly collection?: string | undefined;
  readonly offeror?: string | undefined;
  /** Wei. Default four fifths of the floor. */
  readonly price?: bigint | undefined;
  /** Wall ms from now. Default a day. */
  readonly expiresInMs?: number | undefined;
}

interface CauseWashOptions extends CauseTarget {
  /** Wei, of each trade. */
  readonly price?: bigint | undefined;
}

/** The part of `Cause` that is about listings, mints, transfers, offers and wash trades. */
export interface CauseTrading {
  /** Lists a token; a listed one gets another price. */
  listing(options?: CauseListingOptions): readonly LedgerRecord[];
  /** `count` new tokens for one owner in one transaction. Throws a RangeError when fewer are left. */
  mint(count?: number, options?: CauseManyOptions): readonly LedgerRecord[];
  /** `count` tokens of one owner in one transaction. Throws a RangeError where no owner has so many. */
  transfers(count: number, options?: CauseManyOptions): readonly LedgerRecord[];
  collectionOffer(options?: CauseCollectionOfferOptions): readonly LedgerRecord[];
  /** The owner accepts the best offer for the token, by default the newest of all. Throws a RangeError without one. */
  acceptOffer(options?: CauseTarget): readonly LedgerRecord[];
  /** `count` trades of one token between its owner and one other wallet. */
  wash(count: number, options?: CauseWashOptions): readonly LedgerRecord[];
}

export interface CauseTradingDeps extends Pick<CauseDeps, 'market' | 'appraise' | 'happen' | 'now'> {
  readonly begin: () => Moment;
  readonly target: (wanted: CauseTarget, random: Random) => ResolvedTarget;
  readonly collectionOf: (name: string | undefined, random: Random) => CollectionMarket;
}

const DAY_MS = 24 * 3_600_000;

export function createTradingCauses(deps: CauseTradingDeps): CauseTrading {
  const { market, appraise, happen, now, begin, target, collectionOf } = deps;

  const unknownWallet = (key: string): string => addressOf(`${key}:stranger`);

  const askOf = (
    { price, belowFloorPercent }: CauseListingOptions,
    { collection, token }: ResolvedTarget,
    random: Random,
  ): bigint => {
    if (price !== undefined) return price;
    if (belowFloorPercent === undefined) return appraise(collection, token, random);
    if (!(belowFloorPercent >= 1 && belowFloorPercent <= 99))
      throw new RangeError('It can be 1 to 99 percent below the floor.');
    return (collection.floor() * BigInt(Math.round((100 - belowFloorPercent) * 100))) / 10_000n;
  };

  /** The first owner with enough tokens that are neither listed nor on auction. */
  const freeOf = (collection: CollectionMarket, count: number) => {
    const free = collection.tokens.filter((token) => token.listing === null && !token.inAuction);
    for (const owned of Map.groupBy(free, ({ owner }) => owner).values())
      if (owned.length >= count) return owned.slice(0, count);
    throw new RangeError(`Nobody has ${count} free tokens of ${collection.profile.name}.`);
  };

  return {
    listing(options = {}) {
      const moment = begin();
      const chosen = target(options, moment.random);
      const price = askOf(options, chosen, moment.random);
      const expiresAtMs = now() + (options.expiresInMs ?? 30 * DAY_MS);
      return happen([listing(moment, chosen.collection, chosen.token, { price, expiresAtMs })]);
    },
    mint(count = 1, options = {}) {
      const moment = begin();
      const open = market.collections.find(({ unminted }) => unminted.length >= count);
      const collection =
        options.collection === undefined ? open : collectionOf(options.collection, moment.random);
      if (collection === undefined || collection.unminted.length < count)
        throw new RangeError(`There are no ${count} tokens left to mint.`);
      const tokenIds = collection.unminted.slice(0, count).map(({ tokenId }) => tokenId);
      return happen(mints(moment, collection, tokenIds, options.buyer ?? unknownWallet(moment.key)));
    },
    transfers(count, options = {}) {
      const moment = begin();
      const collection = collectionOf(options.collection, moment.random);
      const tokens = freeOf(collection, count);
      return happen(transfers(moment, collection, tokens, options.buyer ?? unknownWallet(moment.key)));
    },
    collectionOffer(options = {}) {
      const moment = begin();
      const collection = collectionOf(options.collection, moment.random);
      return happen([
        collectionOffer(moment, collection, {
          offeror: options.offeror ?? unknownWallet(moment.key),
          price: options.price ?? (collection.floor() * 4n) / 5n,
          expiresAtMs: now() + (options.expiresInMs ?? DAY_MS),
        }),
      ]);
    },
    acceptOffer(options = {}) {
      const moment = begin();
      const among =
        options.collection === undefined
          ? market.collections
          : [collectionOf(options.collection, moment.random)];
      const newest = among
        .flatMap(({ profile }) => market.offers.latest(profile.address, now()) ?? [])
        .reduce<{ number: number; collection: string; tokenId: string } | null>(
          (best, offer) => (best === null || offer.number > best.number ? offer : best),
          null,
        );
      const wanted = { collection: newest?.collection, tokenId: newest?.tokenId, ...options };
      if (wanted.tokenId === undefined) throw new RangeError('There is no offer to accept.');
      const { collection, token } = target(wanted, moment.random);
      const [offer] = market.offers.standing(collection.profile.address, token.sheet.tokenId, now());
      if (offer === undefined) throw new RangeError(`There is no offer for ${token.sheet.name}.`);
      const { offeror: buyer, price } = offer;
      return happen(sales(moment, collection, { items: [{ token, price }], buyer, withTransfers: false }));
    },
    wash(count, options = {}) {
      const moment = begin();
      const { collection, token } = target(options, moment.random);
      const price = options.price ?? appraise(collection, token, moment.random);
      const wallets = [token.owner, unknownWallet(moment.key)] as const;
      return Array.from({ length: count }, (_, index) => {
        const [seller, buyer] = index % 2 === 0 ? wallets : ([wallets[1], wallets[0]] as const);
        const own = { ...moment, key: `${moment.key}:${index}` };
        return happen(
          sales(own, collection, { items: [{ token, price, seller }], buyer, withTransfers: false }),
        );
      }).flat();
    },
  };
}
