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
import { type AuctionRates, createAuctions } from './auctions.ts';
import { humanPrice } from './prices.ts';
import { type Appointment, type Happening, timetable } from './timetable.ts';
import { createTrade, type Trade } from './trade.ts';

/** Of single sales, how many are offers that an owner of an unlisted token accepted. */
const OFFER_SHARE = 0.12;
/** Of sales and sweeps, how many show their transfers in the feed as well. */
const TRANSFER_SHOWN = 0.3;
const LISTED_LOW = 0.04;
const LISTED_HIGH = 0.12;
const SWEEP_LEAST = 3;
const SWEEP_MOST = 12;
const DAY_MS = 24 * 3_600_000;
/** Of listings, how many are only for a few minutes. */
const BRIEF_SHARE = 0.05;
/** Of transfers and mints, how many are of several tokens at once. */
const SEVERAL_SHARE = 0.25;

/** How much happens. */
export interface SimulationRates extends AuctionRates {
  /** Sales at speed 1, in all collections together; 0 for none. */
  readonly salesPerMinute: number;
}

/** A token that two wallets trade to and fro, and how many trades are left. */
interface Wash {
  readonly collection: string;
  readonly tokenId: string;
  readonly wallets: readonly string[];
  /** Wei. */
  readonly price: bigint;
  left: number;
}

/** Where and when something happens. */
interface Scene {
  readonly moment: Moment;
  readonly collection: CollectionMarket;
  readonly market: Market;
  readonly wallOf: (atMs: number) => number;
  /** Of the moment. */
  readonly wallMs: number;
}

/**
 * A seeded world of a dozen collections. What happens and when depends on the seed and on world time
 * alone; each moment draws from a random stream of its own.
 */
export function createSimulation(seed: number, rates: SimulationRates): WorldSource {
  const trade = createTrade(seed);
  return mergeSources([createTrading(seed, rates.salesPerMinute, trade), createAuctions(seed, rates, trade)]);
}

function createTrading(seed: number, salesPerMinute: number, trade: Trade): WorldSource {
  const { levels, worth, asking, someone } = trade;
  const appointments = timetable(seed, salesPerMinute);
  let upcoming = appointments.next().value;
  let wash: Wash = { collection: '', tokenId: '', wallets: [], price: 0n, left: 0 };

  /** The owner of some token takes the latest offer that stands. */
  const accept = ({ moment, collection, market, wallMs }: Scene): readonly WorldEvent[] => {
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

  const singleSale = (scene: Scene): readonly WorldEvent[] => {
    const { moment, collection } = scene;
    const { random } = moment;
    const offered = random.chance(OFFER_SHARE);
    const accepted = offered ? accept(scene) : [];
    if (accepted.length > 0) return accepted;
    const listed = offered ? undefined : cheapListing(collection, random);
    const token = listed ?? unlistedToken(collection, random);
    if (token === undefined) return [];
    const price =
      token.listing?.price ?? humanPrice(worth(collection, token) * (0.9 + random.next() * 0.08), random);
    levels.push(collection.profile.address, 0.001);
    return sales(moment, collection, {
      items: [{ token, price }],
      buyer: someone(collection, random, token.owner),
      withTransfers: random.chance(TRANSFER_SHOWN),
    });
  };

  const sweep = (scene: Scene): readonly WorldEvent[] => {
    const { moment, collection } = scene;
    const { random } = moment;
    const size = Math.min(SWEEP_LEAST + Math.floor(random.exponential(1.9)), SWEEP_MOST);
    const buyer = someone(collection, random, '');
    const tokens = cheapestListings(collection, size + 4)
      .filter((token) => token.owner !== buyer)
      .slice(0, size);
    if (tokens.length < SWEEP_LEAST) return singleSale(scene);
    levels.push(collection.profile.address, 0.002 * tokens.length);
    return sales(moment, collection, {
      items: tokens.map((token) => ({ token, price: askOf(token) })),
      buyer,
      withTransfers: random.chance(TRANSFER_SHOWN),
    });
  };

  /** In a world that stands still after its start, no listing runs out. */
  const expiry = ({ moment: { atMs, random }, wallOf }: Scene): number | null => {
    if (salesPerMinute === 0) return null;
    const brief = random.chance(BRIEF_SHARE);
    return wallOf(atMs + (brief ? random.between(30_000, 300_000) : random.between(1, 30) * DAY_MS));
  };

  const list = (scene: Scene): readonly WorldEvent[] => {
    const { moment, collection } = scene;
    const token = unlistedToken(collection, moment.random);
    if (token === undefined) return [];
    levels.push(collection.profile.address, -0.0012);
    const price = asking(collection, token, moment.random);
    return [listing(moment, collection, token, { price, expiresAtMs: expiry(scene) })];
  };

  const reprice = (scene: Scene): readonly WorldEvent[] => {
    const { moment, collection } = scene;
    const token = cheapListing(collection, moment.random);
    if (token === undefined) return [];
    const price = humanPrice(
      (Number(askOf(token)) / 1e18) * (0.9 + moment.random.next() * 0.16),
      moment.random,
    );
    return [listing(moment, collection, token, { price, expiresAtMs: token.listing?.expiresAtMs ?? null })];
  };

  const delist = ({ moment, collection }: Scene): readonly WorldEvent[] => {
    const token = cheapListing(collection, moment.random);
    return token === undefined ? [] : [delisting(moment, collection, token)];
  };

  const give = ({ moment, collection }: Scene): readonly WorldEvent[] => {
    const token = unlistedToken(collection, moment.random);
    if (token === undefined) return [];
    const to = someone(collection, moment.random, token.owner);
    const free = (other: TokenState): boolean =>
      other.owner === token.owner && other.listing === null && !other.inAuction;
    const several = moment.random.chance(SEVERAL_SHARE)
      ? collection.tokens.filter(free).slice(0, 4)
      : [token];
    return transfers(moment, collection, several, to);
  };

  const mintNext = (scene: Scene): readonly WorldEvent[] => {
    const { moment, collection } = scene;
    if (collection.unminted.length === 0) return list(scene);
    const minter = someone(collection, moment.random, '');
    const count = moment.random.chance(SEVERAL_SHARE) ? moment.random.between(2, 4) : 1;
    const tokenIds = collection.unminted.slice(0, count).map(({ tokenId }) => tokenId);
    return mints(moment, collection, tokenIds, minter);
  };

  const bidFor = ({ moment, collection, wallOf }: Scene): readonly WorldEvent[] => {
    const { random, atMs } = moment;
    const token = unlistedToken(collection, random);
    if (token === undefined) return [];
    const price = humanPrice(worth(collection, token) * (0.6 + random.next() * 0.35), random);
    const offeror = someone(collection, random, token.owner);
    return [
      offer(moment, collection, token, {
        offeror,
        price,
        expiresAtMs: wallOf(atMs + random.between(1, 7) * DAY_MS),
      }),
    ];
  };

  const bidForAny = ({ moment, collection, wallOf }: Scene): readonly WorldEvent[] => {
    const { random, atMs } = moment;
    const price = humanPrice(levels.of(collection.profile.address) * (0.7 + random.next() * 0.25), random);
    const expiresAtMs = wallOf(atMs + random.between(1, 7) * DAY_MS);
    return [
      collectionOffer(moment, collection, { offeror: someone(collection, random, ''), price, expiresAtMs }),
    ];
  };

  /** One token goes to and fro between two wallets, some trades long; then it is another one's turn. */
  const washTrade = ({ moment, collection, market }: Scene): readonly WorldEvent[] => {
    const { random } = moment;
    const known = market.at(wash.collection) ?? collection;
    const held = wash.left > 0 ? known.token(wash.tokenId) : undefined;
    const goesOn =
      held !== undefined && !held.inAuction && held.listing === null && wash.wallets.includes(held.owner);
    const token = goesOn ? held : unlistedToken(collection, random);
    if (token === undefined) return [];
    const at = goesOn ? known : collection;
    if (!goesOn) {
      wash = {
        collection: at.profile.address,
        tokenId: token.sheet.tokenId,
        wallets: [token.owner, someone(at, random, token.owner)],
        price: humanPrice(worth(at, token), random),
        left: random.between(4, 9),
      };
    }
    wash.left -= 1;
    const buyer = wash.wallets.find((wallet) => wallet !== token.owner);
    if (buyer === undefined) return [];
    return sales(moment, at, { items: [{ token, price: wash.price }], buyer, withTransfers: false });
  };

  const destroy = ({ moment, collection }: Scene): readonly WorldEvent[] => {
    const token = unlistedToken(collection, moment.random);
    return token === undefined ? [] : [burn(moment, collection, token)];
  };

  const acts: Record<Happening, (scene: Scene) => readonly WorldEvent[]> = {
    sale: singleSale,
    sweep,
    listing: (scene) => (listedShare(scene.collection) > LISTED_HIGH ? delist(scene) : list(scene)),
    'price change': reprice,
    delisting: (scene) => (listedShare(scene.collection) < LISTED_LOW ? list(scene) : delist(scene)),
    transfer: give,
    mint: mintNext,
    offer: bidFor,
    'collection offer': bidForAny,
    wash: washTrade,
    burn: destroy,
  };

  const choose = (market: Market, { happening }: Appointment, random: Random): CollectionMarket => {
    const minting = happening === 'mint' ? market.collections.filter((one) => one.unminted.length > 0) : [];
    const among = minting.length > 0 ? minting : market.collections;
    return trade.choose(among, random, (one, weight) =>
      happening === 'listing' ? weight * eagerness(one) : weight,
    );
  };

  return {
    starts: trade.beginnings.map(({ start }) => start),
    lastAuctionNumber: 0,
    appraise: asking,
    nextAtMs: () => upcoming.atMs,
    take(market, wallOf) {
      const appointment = upcoming;
      upcoming = appointments.next().value;
      const key = `${seed}:moment:${appointment.index}`;
      const random = createRandom(key);
      const collection = choose(market, appointment, random);
      levels.wander(collection.profile.address, appointment.atMs, random);
      const { atMs } = appointment;
      const moment = { key, atMs, random };
      return acts[appointment.happening]({ moment, collection, market, wallOf, wallMs: wallOf(atMs) });
    },
  };
}

/** How much owners want to list: the more, the fewer listings there are. */
function eagerness(collection: CollectionMarket): number {
  return Math.max(0.1, (LISTED_HIGH - listedShare(collection)) / LISTED_HIGH);
}

function listedShare(collection: CollectionMarket): number {
  return collection.listed.length / Math.max(collection.tokens.length, 1);
}
