import { createRandom } from '../../../sandbox/marketplace/random/random.ts';
import type { HistoryLog } from '../log.ts';
import type { Machine } from '../machine.ts';
import { type Admin, createAdmin } from './discord/admin.ts';
import { createDirectMessages, type DirectMessages } from './discord/direct-messages.ts';
import { createDiscordFaults, type DiscordFaults } from './discord/faults.ts';
import { createGateway, type Gateway } from './discord/gateway.ts';
import { createLimits, type Limits } from './discord/limits.ts';
import { createDiscordServer, type InteractionAnswer, type RefusedRequest } from './discord/server.ts';
import { createDiscordState, type DiscordState, timeOfId } from './discord/state.ts';
import { createMarket, type Market } from './market.ts';
import { createMarketServer, type MarketServer } from './market-server.ts';
import { createRuleBook, type RuleBook } from './rules.ts';
import { createSilenceBook, type SilenceBook } from './silences.ts';
import { createTemplateBook, type TemplateBook } from './templates.ts';
import { createWatchBook, type WatchBook } from './watches.ts';

/** Everything around the bot. */
export interface World {
  readonly market: Market;
  readonly marketServer: MarketServer;
  readonly discord: DiscordState;
  readonly directMessages: DirectMessages;
  readonly faults: DiscordFaults;
  readonly limits: Limits;
  readonly gateway: Gateway;
  readonly admin: Admin;
  readonly rules: RuleBook;
  readonly silences: SilenceBook;
  readonly templates: TemplateBook;
  readonly watches: WatchBook;
}

/** Time of a request and its answer, ms. */
const LATENCY = { from: 15, to: 180 };

/** Creates a world for one history and connects the machine to it. */
export function createWorld(deps: {
  readonly machine: Machine;
  readonly seed: string;
  readonly channels: number;
  readonly auctionChannels: number;
  readonly hasVoiceChannel: boolean;
  /** Of the server, IANA name. */
  readonly timeZone: string;
  readonly log: HistoryLog;
  /** Discord's gateway, and how many shards it wants; one connection of one shard by default. */
  readonly sharded?: { readonly gateway: (state: DiscordState) => Gateway; readonly shards: number };
  /** Called with the token of each interaction. */
  readonly onInteraction?: (token: string) => void;
  /** Called with each answer of the bot to an interaction. */
  readonly onAnswer?: (answer: InteractionAnswer) => void;
  /** Called when the bot asked to post; `limitedMs` is how long it is told to wait. */
  readonly onPost: (channelId: string, limitedMs: number | null) => void;
  /** Called when the bot asked for a page of messages, with the time of those that it begins after. */
  readonly onRead: (channelId: string, afterTime: number) => void;
  /** Called when a fault touched a request. */
  readonly onFault: () => void;
  readonly onRefusal: (refused: RefusedRequest) => void;
  /** Called when the bot was given the newest page of the feed. */
  readonly onFeedRead: () => void;
  /** Called when the marketplace told the bot to wait, and for how long (ms). */
  readonly onMarketLimit: (lastsMs: number) => void;
}): World {
  const {
    machine,
    seed,
    channels,
    auctionChannels,
    hasVoiceChannel,
    log,
    timeZone,
    onPost,
    onRead,
    onFault,
    onRefusal,
    onFeedRead,
    onMarketLimit,
  } = deps;
  const { scheduler, clock } = machine.time;
  const { now } = scheduler;
  const start = clock.trueTime() - now();
  const timeOf = (at: number): number => start + at;
  const random = createRandom(`network ${seed}`);
  const latency = () => random.between(LATENCY.from, LATENCY.to);

  const market = createMarket(now);
  const marketServer = createMarketServer({
    market,
    now,
    timeOf,
    latency,
    onFeedRead,
    onLimit: onMarketLimit,
  });
  const discord = createDiscordState({
    now,
    trueTime: clock.trueTime,
    channels,
    auctionChannels,
    hasVoiceChannel,
  });
  const directMessages = createDirectMessages(now);
  const faults = createDiscordFaults();
  const limits = createLimits(now);
  const gateway = deps.sharded?.gateway(discord) ?? createGateway(discord, timeOf);
  const admin = createAdmin({
    state: discord,
    gateway,
    onInteraction: deps.onInteraction ?? (() => undefined),
  });
  const addressOf = (collection: number): string => market.collections[collection]?.address ?? '';
  const rules = createRuleBook({ admin, addressOf, now, log: log.add });
  const localTime = new Intl.DateTimeFormat('sv-SE', {
    ...{ timeZone, dateStyle: 'short', timeStyle: 'short' },
  });
  machine.connect({
    marketplace: marketServer.server,
    gateway,
    discord: createDiscordServer({
      state: discord,
      directMessages,
      faults,
      limits,
      timeOf,
      now,
      latency,
      later: (ms, run) => void scheduler.schedule('world', ms, run),
      shards: deps.sharded?.shards ?? 1,
      onAnswer(answer) {
        deps.onAnswer?.(answer);
        admin.answered(answer);
      },
      onRequest: log.add,
      onPost,
      onRead: ({ channelId, after }) => onRead(channelId, timeOfId(after) - start),
      onFault,
      onRefusal,
    }),
  });
  return {
    market,
    marketServer,
    discord,
    directMessages,
    faults,
    limits,
    gateway,
    admin,
    rules,
    silences: createSilenceBook({
      ...{ admin, rules, addressOf, now, log: log.add },
      localTime: (at) => localTime.format(timeOf(at)),
    }),
    templates: createTemplateBook({ admin, rules, now, log: log.add }),
    watches: createWatchBook({ admin, now, log: log.add }),
  };
}
