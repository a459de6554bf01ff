import { createClock, type WorldClock } from './clock.ts';
import { createFaults, type Faults } from './faults/faults.ts';
import { faultyFeed } from './faults/feed.ts';
import { createHttpApp } from './http/app.ts';
import { createDeployment, type DeploymentChange, type DeploymentSettings } from './http/deployment.ts';
import { type Answered, createRequestCounter, type RequestCounts } from './http/requests.ts';
import { listen } from './http/server.ts';
import { type ActivityListener, createLedger, type Ledger } from './ledger.ts';
import { openReplays } from './replay/replay.ts';
import { createSimulation } from './simulation/simulation.ts';
import { createSettlements } from './world/auctions/settlements.ts';
import { type Cause, createCause } from './world/cause.ts';
import { createFeed } from './world/feed.ts';
import { createMarket } from './world/market.ts';
import type { WorldSource } from './world/source.ts';
import { createWorld } from './world/world.ts';

export interface MarketplaceOptions {
  /** Default 0: any free port. */
  readonly port?: number;
  /** Default 1. The same seed gives the same world. */
  readonly seed?: number;
  /** Folders of recorded collections that replace the simulation. */
  readonly replay?: readonly string[];
  /** World ms for each wall ms. Default 1. */
  readonly speed?: number;
  /** Nothing happens until `clock.resume()`. Default false. */
  readonly startPaused?: boolean;
  /** Sales of the simulation at speed 1, in all collections together. Default 40; 0 for no activity. */
  readonly salesPerMinute?: number;
  /** Auctions of the simulation that start, at speed 1. Default in proportion to the sales: 0.6 for 40 sales. */
  readonly auctionsPerMinute?: number;
  /**
   * World ms from the end of an auction to its settlement, on average. Default 150,000, so that a viewer sees
   * it; 1,064,000 was seen of a live deployment (field notes: Auctions).
   */
  readonly settleAfterMs?: number;
  /** What this deployment has beyond the document. Default nothing, and no rate limits. */
  readonly deployment?: DeploymentChange;
  /** The largest page of a list. Default 100. */
  readonly maxLimit?: number;
  /** Wall ms. Default the machine's clock. */
  readonly now?: () => number;
}

/** A summary of a collection. */
interface CollectionBrief {
  readonly address: string;
  readonly path: string;
  readonly name: string;
  readonly symbol: string;
  /** How many there are. */
  readonly tokens: number;
  /** Wei. */
  readonly floor: bigint;
}

/** A running marketplace. Disposing it stops its timer and closes the server. */
export interface EmbeddedMarketplace extends AsyncDisposable {
  /** Without a trailing slash and without `/api`. */
  readonly url: string;
  readonly clock: WorldClock;
  readonly ledger: Ledger;
  readonly cause: Cause;
  readonly requests: RequestCounts;
  /** Calls back for every answered request of the read API. Returns a function that unsubscribes. */
  onAnswer(listener: (answer: Answered) => void): () => void;
  readonly faults: Faults;
  readonly deployment: DeploymentSettings;
  collections(): readonly CollectionBrief[];
  /** A token's rank in the API (1 is the rarest); null for an unknown token. */
  rankOf(collection: string, tokenId: string): number | null;
  /** Whether no further event will happen, as after the end of a recording. */
  isOver(): boolean;
  /**
   * Calls back when the feed first shows a record; not for records from before the start. Returns a function
   * that unsubscribes.
   */
  onActivity(listener: ActivityListener): () => void;
}

const DEFAULT_SEED = 1;
const DEFAULT_SALES_PER_MINUTE = 40;
const AUCTIONS_FOR_EACH_SALE = 0.6 / DEFAULT_SALES_PER_MINUTE;
const DEFAULT_SETTLE_AFTER_MS = 150_000;
const DEFAULT_MAX_LIMIT = 100;
/** How often due events are processed without requests, in wall ms. */
const TICK_MS = 50;

/**
 * Starts a marketplace on 127.0.0.1. Throws a ReplayError for a folder that cannot be read, and the
 * system's error when the port is taken.
 */
export async function startMarketplace(options: MarketplaceOptions = {}): Promise<EmbeddedMarketplace> {
  const now = options.now ?? Date.now;
  const seed = options.seed ?? DEFAULT_SEED;
  const source = await openSource(seed, options);
  const clock = createClock({ speed: options.speed ?? 1, paused: options.startPaused ?? false }, now);
  const market = createMarket({
    starts: source.starts,
    wallOf: clock.wallOf,
    worldAt: clock.worldAt,
    now,
    lastAuctionNumber: source.lastAuctionNumber,
  });
  const feed = createFeed();
  const writableLedger = createLedger();
  const faults = createFaults();
  const requests = createRequestCounter();
  const deployment = createDeployment(options.deployment ?? {});
  const world = createWorld({
    source,
    settlements: createSettlements(market.auctions, clock),
    market,
    feed,
    ledger: writableLedger,
    clock,
    now,
    visibility: faults.visibility,
  });
  const { advance } = world;
  const cause = createCause({
    seed,
    market,
    appraise: source.appraise,
    worldMs: clock.worldMs,
    now,
    settleAfterMs: options.settleAfterMs ?? DEFAULT_SETTLE_AFTER_MS,
    advance,
    happen: world.happen,
  });
  const ledger: Ledger = {
    records() {
      advance();
      return writableLedger.records();
    },
    auctions() {
      advance();
      return market.auctions.all;
    },
    offers() {
      advance();
      return market.offers.all;
    },
  };

  let url = '';
  const api = {
    market,
    feed: faultyFeed(feed, faults.feed),
    now,
    url: () => url,
    maxLimit: options.maxLimit ?? DEFAULT_MAX_LIMIT,
  };
  const server = await listen(
    createHttpApp({
      api,
      faults,
      requests,
      ledger,
      cause,
      deployment,
      advance,
      port: () => Number(new URL(url).port),
    }),
    options.port ?? 0,
  );
  url = server.url;
  const timer = setInterval(advance, TICK_MS);

  return {
    url,
    clock: catchingUp(clock, advance),
    ledger,
    cause,
    requests,
    onAnswer: requests.onAnswer,
    faults,
    deployment,
    collections: () =>
      market.collections.map((collection) => ({
        address: collection.profile.address,
        path: collection.profile.path,
        name: collection.profile.name,
        symbol: collection.profile.symbol,
        tokens: collection.tokens.length,
        floor: collection.floor(),
      })),
    rankOf(address, tokenId) {
      const collection = market.at(address);
      return collection?.token(tokenId) === undefined ? null : collection.rarity().of(tokenId).rank;
    },
    isOver: world.isOver,
    onActivity: writableLedger.onEntry,
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await server[Symbol.asyncDispose]();
    },
  };
}

async function openSource(seed: number, options: MarketplaceOptions): Promise<WorldSource> {
  const folders = options.replay ?? [];
  if (folders.length === 0) {
    const salesPerMinute = options.salesPerMinute ?? DEFAULT_SALES_PER_MINUTE;
    return createSimulation(seed, {
      salesPerMinute,
      auctionsPerMinute: options.auctionsPerMinute ?? salesPerMinute * AUCTIONS_FOR_EACH_SALE,
      settleAfterMs: options.settleAfterMs ?? DEFAULT_SETTLE_AFTER_MS,
    });
  }
  return openReplays(folders, seed);
}

/** Events up to now happen at the former speed, so they are processed before the clock changes. */
function catchingUp(clock: WorldClock, advance: () => void): WorldClock {
  return {
    ...clock,
    get paused() {
      return clock.paused;
    },
    get speed() {
      return clock.speed;
    },
    setSpeed(speed) {
      advance();
      clock.setSpeed(speed);
    },
    pause() {
      advance();
      clock.pause();
    },
  };
}
