import { createRandom, type Random } from '../random/random.ts';
import { askOf, cheapestListings, cheapListing, unlistedToken } from '../world/choices.ts';
import type { CollectionMarket, TokenState } from '../world/collection-market.ts';
import type { Market } from '../world/market.ts';
import type { WorldEvent } from '../world/model.ts';
import { mergeSources, type WorldSource } from '../world/source.ts';
import {
  burn,
  collectionOffer,
  delisting,
  listing,
  type Moment,
  mints,
  offer,
  sales,
  transfers,
} from '../world/transactions.ts';
import { type Activity, activitySchedule, type ScheduledActivity } from './activity-schedule.ts';
import { type AuctionRates, createAuctions } from './auctions.ts';
import { humanPrice } from './prices.ts';
import { createTrade, type Trade } from './trade.ts';

/** The share of single sales that are offers accepted by an owner of an unlisted token. */
const OFFER_SHARE = 0.12;
/** The share of sales and sweeps whose transfers are in the feed as well. */
const TRANSFER_SHOWN = 0.3;
const LISTED_LOW = 0.04;
const LISTED_HIGH = 0.12;
const MIN_SWEEP = 3;
const MAX_SWEEP = 12;
const DAY_MS = 24 * 3_600_000;
/** The share of listings that last only a few minutes. */
const BRIEF_SHARE = 0.05;
/** The share of transfers and mints that move several tokens at once. */
const BATCH_SHARE = 0.25;

/** Rates of activity. */
export interface SimulationRates extends AuctionRates {
  /** Sales at speed 1, in all collections together; 0 for none. */
  readonly salesPerMinute: number;
}

/** Repeat trades of a token between two wallets, and the number of trades left. */
interface Wash {
  readonly collection: string;
  readonly tokenId: string;
  readonly wallets: readonly string[];
  /** Wei. */
  readonly price: bigint;
  left: number;
}

/** The place and time of an event. */
interface ActivityContext {
  readonly moment: Moment;
  readonly collection: CollectionMarket;
  readonly market: Market;
  readonly wallOf: (atMs: number) => number;
  /** Wall ms of the event. */
  readonly wallMs: number;
}

/**
 * A seeded world of a dozen collections. Its events depend on the seed and on world time alone; each has its
 * own random stream.
 */
export function createSimulation(seed: number, rates: SimulationRates): WorldSource {
  const trade = createTrade(seed);
  return mergeSources([createTrading(seed, rates.salesPerMinute, trade), createAuctions(seed, rates, trade)]);
}

function createTrading(seed: number, salesPerMinute: number, trade: Trade): WorldSource {
  const { levels, estimatedPrice, askingPrice, randomWallet } = trade;
  const schedule = activitySchedule(seed, salesPerMinute);
  let upcoming = schedule.next().value;
  let wash: Wash = { collection: '', tokenId: '', wallets: [], price: 0n, left: 0 };

  /** The owner of a token accepts the latest open offer. */
  const accept = ({ moment, collection, market, wallMs }: ActivityContext): readonly WorldEvent[] => {
    const taken = market.offers.latest(collection.profile.address, wallMs);
    const token = taken === undefined ? undefined : collection.token(taken.tokenId);
    if (taken === undefined || token === undefined || token.inAuction || token.owner === taken.offeror)
      return [];
    return sales(moment, collection, {
      items: [{ token, price: taken.price }],
      buyer: taken.offeror,
      withTransfers: moment.random.chance(TRANSFER_SHOWN),
    });
  };

  const singleSale = (context: ActivityContext): readonly WorldEvent[] => {
    const { moment, collection } = context;
    const { random } = moment;
    const offered = random.chance(OFFER_SHARE);
    const accepted = offered ? accept(context) : [];
    if (accepted.length > 0) return accepted;
    const listed = offered ? undefined : cheapListing(collection, random);
    const token = listed ?? unlistedToken(collection, random);
    if (token === undefined) return [];
    const price =
      token.listing?.price ??
      humanPrice(estimatedPrice(collection, token) * (0.9 + random.next() * 0.08), random);
    levels.push(collection.profile.address, 0.001);
    return sales(moment, collection, {
      items: [{ token, price }],
      buyer: randomWallet(collection, random, token.owner),
      withTransfers: random.chance(TRANSFER_SHOWN),
    });
  };

  const sweep = (context: ActivityContext): readonly WorldEvent[] => {
    const { moment, collection } = context;
    const { random } = moment;
    const size = Math.min(MIN_SWEEP + Math.floor(random.exponential(1.9)), MAX_SWEEP);
    const buyer = randomWallet(collection, random, '');
    const tokens = cheapestListings(collection, size + 4)
      .filter((token) => token.owner !== buyer)
      .slice(0, size);
    if (tokens.length < MIN_SWEEP) return singleSale(context);
    levels.push(collection.profile.address, 0.002 * tokens.length);
    return sales(moment, collection, {
      items: tokens.map((token) => ({ token, price: askOf(token) })),
      buyer,
      withTransfers: random.chance(TRANSFER_SHOWN),
    });
  };

  /** Without activity after the start, no listing expires. */
  const expiry = ({ moment: { atMs, random }, wallOf }: ActivityContext): number | null => {
    if (salesPerMinute === 0) return null;
    const brief = random.chance(BRIEF_SHARE);
    return wallOf(atMs + (brief ? random.between(30_000, 300_000) : random.between(1, 30) * DAY_MS));
  };

  const list = (context: ActivityContext): readonly WorldEvent[] => {
    const { moment, collection } = context;
    const token = unlistedToken(collection, moment.random);
    if (token === undefined) return [];
    levels.push(collection.profile.address, -0.0012);
    const price = askingPrice(collection, token, moment.random);
    return [listing(moment, collection, token, { price, expiresAtMs: expiry(context) })];
  };

  const reprice = (context: ActivityContext): readonly WorldEvent[] => {
    const { moment, collection } = context;
    const token = cheapListing(collection, moment.random);
    if (token === undefined) return [];
    const price = humanPrice(
      (Number(askOf(token)) / 1e18) * (0.9 + moment.random.next() * 0.16),
      moment.random,
    );
    return [listing(moment, collection, token, { price, expiresAtMs: token.listing?.expiresAtMs ?? null })];
  };

  const delist = ({ moment, collection }: ActivityContext): readonly WorldEvent[] => {
    const token = cheapListing(collection, moment.random);
    return token === undefined ? [] : [delisting(moment, collection, token)];
  };

  const transferTokens = ({ moment, collection }: ActivityContext): readonly WorldEvent[] => {
    const token = unlistedToken(collection, moment.random);
    if (token === undefined) return [];
    const to = randomWallet(collection, moment.random, token.owner);
    const free = (other: TokenState): boolean =>
      other.owner === token.owner && other.listing === null && !other.inAuction;
    const batch = moment.random.chance(BATCH_SHARE) ? collection.tokens.filter(free).slice(0, 4) : [token];
    return transfers(moment, collection, batch, to);
  };

  const mintNext = (context: ActivityContext): readonly WorldEvent[] => {
    const { moment, collection } = context;
    if (collection.unminted.length === 0) return list(context);
    const minter = randomWallet(collection, moment.random, '');
    const count = moment.random.chance(BATCH_SHARE) ? moment.random.between(2, 4) : 1;
    const tokenIds = collection.unminted.slice(0, count).map(({ tokenId }) => tokenId);
    return mints(moment, collection, tokenIds, minter);
  };

  const makeOffer = ({ moment, collection, wallOf }: ActivityContext): readonly WorldEvent[] => {
    const { random, atMs } = moment;
    const token = unlistedToken(collection, random);
    if (token === undefined) return [];
    const price = humanPrice(estimatedPrice(collection, token) * (0.6 + random.next() * 0.35), random);
    const offeror = randomWallet(collection, random, token.owner);
    return [
      offer(moment, collection, token, {
        offeror,
        price,
        expiresAtMs: wallOf(atMs + random.between(1, 7) * DAY_MS),
      }),
    ];
  };

  const makeCollectionOffer = ({ moment, collection, wallOf }: ActivityContext): readonly WorldEvent[] => {
    const { random, atMs } = moment;
    const price = humanPrice(levels.of(collection.profile.address) * (0.7 + random.next() * 0.25), random);
    const expiresAtMs = wallOf(atMs + random.between(1, 7) * DAY_MS);
    return [
      collectionOffer(moment, collection, {
        offeror: randomWallet(collection, random, ''),
        price,
        expiresAtMs,
      }),
    ];
  };

  /** Two wallets trade one token a few times; then another token follows. */
  const washTrade = ({ moment, collection, market }: ActivityContext): readonly WorldEvent[] => {
    const { random } = moment;
    const known = market.at(wash.collection) ?? collection;
    const held = wash.left > 0 ? known.token(wash.tokenId) : undefined;
    const continues =
      held !== undefined && !held.inAuction && held.listing === null && wash.wallets.includes(held.owner);
    const token = continues ? held : unlistedToken(collection, random);
    if (token === undefined) return [];
    const at = continues ? known : collection;
    if (!continues) {
      wash = {
        collection: at.profile.address,
        tokenId: token.sheet.tokenId,
        wallets: [token.owner, randomWallet(at, random, token.owner)],
        price: humanPrice(estimatedPrice(at, token), random),
        left: random.between(4, 9),
      };
    }
    wash.left -= 1;
    const buyer = wash.wallets.find((wallet) => wallet !== token.owner);
    if (buyer === undefined) return [];
    return sales(moment, at, { items: [{ token, price: wash.price }], buyer, withTransfers: false });
  };

  const burnToken = ({ moment, collection }: ActivityContext): readonly WorldEvent[] => {
    const token = unlistedToken(collection, moment.random);
    return token === undefined ? [] : [burn(moment, collection, token)];
  };

  const activities: Record<Activity, (context: ActivityContext) => readonly WorldEvent[]> = {
    sale: singleSale,
    sweep,
    listing: (context) => (listedShare(context.collection) > LISTED_HIGH ? delist(context) : list(context)),
    'price change': reprice,
    delisting: (context) => (listedShare(context.collection) < LISTED_LOW ? list(context) : delist(context)),
    transfer: transferTokens,
    mint: mintNext,
    offer: makeOffer,
    'collection offer': makeCollectionOffer,
    wash: washTrade,
    burn: burnToken,
  };

  const choose = (market: Market, { activity }: ScheduledActivity, random: Random): CollectionMarket => {
    const minting = activity === 'mint' ? market.collections.filter((one) => one.unminted.length > 0) : [];
    const among = minting.length > 0 ? minting : market.collections;
    return trade.choose(among, random, (one, weight) =>
      activity === 'listing' ? weight * listingDemand(one) : weight,
    );
  };

  return {
    starts: trade.startingCollections.map(({ start }) => start),
    lastAuctionNumber: 0,
    appraise: askingPrice,
    nextAtMs: () => upcoming.atMs,
    take(market, wallOf) {
      const scheduled = upcoming;
      upcoming = schedule.next().value;
      const key = `${seed}:moment:${scheduled.index}`;
      const random = createRandom(key);
      const collection = choose(market, scheduled, random);
      levels.drift(collection.profile.address, scheduled.atMs, random);
      const { atMs } = scheduled;
      const moment = { key, atMs, random };
      return activities[scheduled.activity]({ moment, collection, market, wallOf, wallMs: wallOf(atMs) });
    },
  };
}

/** How much owners want to list: more when there are fewer listings. */
function listingDemand(collection: CollectionMarket): number {
  return Math.max(0.1, (LISTED_HIGH - listedShare(collection)) / LISTED_HIGH);
}

function listedShare(collection: CollectionMarket): number {
  return collection.listed.length / Math.max(collection.tokens.length, 1);
}
