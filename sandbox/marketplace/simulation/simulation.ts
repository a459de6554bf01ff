import { createRandom, pickWeighted, type Random } from '../random/random.ts';
import { askOf, cheapestListings, cheapListing, unlistedToken } from '../world/choices.ts';
import type { CollectionMarket, TokenState } from '../world/collection-market.ts';
import type { Market } from '../world/market.ts';
import type { WorldEvent } from '../world/model.ts';
import type { WorldSource } from '../world/source.ts';
import { delisting, listing, type Moment, mint, sales, transfer } from '../world/transactions.ts';
import { type Beginning, createBeginnings } from './beginnings.ts';
import { createLevels } from './levels.ts';
import { humanPrice, rarityPremium } from './prices.ts';
import { type Appointment, type Happening, timetable, timetableStartMs } from './timetable.ts';
import { createWallets } from './wallets.ts';

/** Of single sales, how many are offers that an owner of an unlisted token accepted. */
const OFFER_SHARE = 0.12;
/** Of sales and sweeps, how many show their transfers in the feed as well. */
const TRANSFER_SHOWN = 0.3;
const LISTED_LOW = 0.04;
const LISTED_HIGH = 0.12;
const SWEEP_LEAST = 3;
const SWEEP_MOST = 12;

/**
 * A seeded world of a dozen collections. What happens and when depends on the seed and on world time
 * alone; each moment draws from a random stream of its own. `salesPerMinute` counts sales at speed 1,
 * in all collections together.
 */
export function createSimulation(seed: number, salesPerMinute: number): WorldSource {
  const wallets = createWallets(seed);
  const beginnings = createBeginnings(seed, wallets);
  const levels = createLevels(
    new Map(beginnings.map(({ plan, start }) => [start.profile.address, plan.floor])),
    timetableStartMs(seed),
  );
  const appointments = timetable(seed, salesPerMinute);
  let upcoming = appointments.next().value;

  const worth = (collection: CollectionMarket, token: TokenState): number =>
    levels.of(collection.profile.address) * rarityPremium(collection.rarity().of(token.sheet.tokenId));

  const asking = (collection: CollectionMarket, token: TokenState, random: Random): bigint =>
    humanPrice(worth(collection, token) * (1 + random.exponential(0.16) - random.next() * 0.03), random);

  const someone = (collection: CollectionMarket, random: Random, other: string): string => {
    const reach = Math.ceil(collection.tokens.length * 0.7) + 20;
    for (;;) {
      const wallet = wallets.some(collection.profile.address, reach, random);
      if (wallet !== other) return wallet;
    }
  };

  const singleSale = (moment: Moment, collection: CollectionMarket): readonly WorldEvent[] => {
    const { random } = moment;
    const listed = random.chance(OFFER_SHARE) ? undefined : cheapListing(collection, random);
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

  const sweep = (moment: Moment, collection: CollectionMarket): readonly WorldEvent[] => {
    const { random } = moment;
    const size = Math.min(SWEEP_LEAST + Math.floor(random.exponential(1.9)), SWEEP_MOST);
    const buyer = someone(collection, random, '');
    const tokens = cheapestListings(collection, size + 4)
      .filter((token) => token.owner !== buyer)
      .slice(0, size);
    if (tokens.length < SWEEP_LEAST) return singleSale(moment, collection);
    levels.push(collection.profile.address, 0.002 * tokens.length);
    return sales(moment, collection, {
      items: tokens.map((token) => ({ token, price: askOf(token) })),
      buyer,
      withTransfers: random.chance(TRANSFER_SHOWN),
    });
  };

  const list = (moment: Moment, collection: CollectionMarket): readonly WorldEvent[] => {
    const token = unlistedToken(collection, moment.random);
    if (token === undefined) return [];
    levels.push(collection.profile.address, -0.0012);
    return [listing(moment, collection, token, asking(collection, token, moment.random))];
  };

  const delist = (moment: Moment, collection: CollectionMarket): readonly WorldEvent[] => {
    const token = cheapListing(collection, moment.random);
    return token === undefined ? [] : [delisting(moment, collection, token)];
  };

  const give = (moment: Moment, collection: CollectionMarket): readonly WorldEvent[] => {
    const token = unlistedToken(collection, moment.random);
    if (token === undefined) return [];
    return [transfer(moment, collection, token, someone(collection, moment.random, token.owner))];
  };

  const mintNext = (moment: Moment, collection: CollectionMarket): readonly WorldEvent[] => {
    const [sheet] = collection.unminted;
    if (sheet === undefined) return list(moment, collection);
    return [mint(moment, collection, sheet.tokenId, someone(collection, moment.random, ''))];
  };

  const acts: Record<Happening, (moment: Moment, collection: CollectionMarket) => readonly WorldEvent[]> = {
    sale: singleSale,
    sweep,
    listing: (moment, collection) =>
      listedShare(collection) > LISTED_HIGH ? delist(moment, collection) : list(moment, collection),
    delisting: (moment, collection) =>
      listedShare(collection) < LISTED_LOW ? list(moment, collection) : delist(moment, collection),
    transfer: give,
    mint: mintNext,
  };

  const popularity = new Map(beginnings.map(({ plan, start }) => [start.profile.address, plan.popularity]));

  const choose = (market: Market, { happening }: Appointment, random: Random): CollectionMarket => {
    const minting = happening === 'mint' ? market.collections.filter((one) => one.unminted.length > 0) : [];
    const among = minting.length > 0 ? minting : market.collections;
    return pickWeighted(random, among, (one) => {
      const weight = popularity.get(one.profile.address) ?? 0;
      return happening === 'listing' ? weight * eagerness(one) : weight;
    });
  };

  return {
    starts: beginnings.map(({ start }: Beginning) => start),
    appraise: asking,
    nextAtMs: () => upcoming.atMs,
    take(market) {
      const appointment = upcoming;
      upcoming = appointments.next().value;
      const key = `${seed}:moment:${appointment.index}`;
      const random = createRandom(key);
      const collection = choose(market, appointment, random);
      levels.wander(collection.profile.address, appointment.atMs, random);
      return acts[appointment.happening]({ key, atMs: appointment.atMs, random }, collection);
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
