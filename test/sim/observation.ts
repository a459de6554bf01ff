import type { History } from './history.ts';
import type { Interval } from './interval.ts';
import type { WhyLook } from './why/answers.ts';
import type { DirectMessages } from './world/discord/direct-messages.ts';
import type { RefusedRequest } from './world/discord/server.ts';
import type { Invitation, SimulatedChannel } from './world/discord/state.ts';
import type { Market, MarketAuction, MarketEvent } from './world/market.ts';
import type { RuleRecord } from './world/rules.ts';
import type { SilenceRecord } from './world/silences.ts';
import type { TemplateChange } from './world/templates.ts';
import type { WatchBook } from './world/watches.ts';

/** What `/alerts health` said. */
export interface HealthLook {
  readonly at: number;
  readonly text: string;
}

/** An interaction, and how often the bots answered it. Times in ms since the start of the history. */
export interface InteractionRecord {
  readonly at: number;
  answers: number;
}

/** What is judged of several bots beside their messages. */
export interface SeveralBots {
  /** Sentences about roles that nobody held for too long. */
  readonly roleGaps: readonly string[];
  /** Sentences about writes and requests of processes that had lost their role. */
  readonly staleWrites: readonly string[];
  readonly interactions: ReadonlyMap<string, InteractionRecord>;
}

/** Everything that happened in a history, as seen from outside of the bot. Times in ms since its start. */
export interface Observation {
  readonly history: History;
  readonly endedAt: number;
  /** Since when nothing is wrong any more; `Infinity` before. */
  readonly rightSince: number;
  /** Addresses. */
  readonly collections: readonly string[];
  readonly events: readonly MarketEvent[];
  readonly auctions: readonly MarketAuction[];
  readonly floors: Market['floors'];
  /** Numbers of events that Discord takes in no message, or in no edit of one. */
  readonly poisoned: ReadonlyMap<number, 'any' | 'edit'>;
  readonly channels: readonly SimulatedChannel[];
  /** By other servers. */
  readonly invitations: readonly Invitation[];
  /** The ticker that an admin set up, and when the bot said so; `Infinity` if it did not. `null` for none. */
  readonly ticker: { readonly collection: string; readonly inForceFrom: number } | null;
  readonly rules: readonly RuleRecord[];
  readonly silences: readonly SilenceRecord[];
  readonly templates: readonly TemplateChange[];
  readonly watches: WatchBook['watches'];
  /** The commands of people who watch something. */
  readonly uses: WatchBook['uses'];
  /** What the bot tried to write to them, and when they accepted nothing. */
  readonly directMessages: Pick<DirectMessages, 'tries' | 'closed'>;
  /** People who chose quiet hours or a limit, and since when. */
  readonly quiet: readonly { readonly userId: string; readonly from: number }[];
  /** When the bot was given the newest page of the feed. */
  readonly feedReads: readonly number[];
  /** When the marketplace told the bot to wait with all requests. */
  readonly marketLimits: readonly Interval[];
  /** When a part of the marketplace did not work. */
  readonly marketFaults: readonly Interval[];
  /** When processes of the bot ran. */
  readonly lives: readonly Interval[];
  /** When anything was wrong, or chosen to be slow; with the time to recover. */
  readonly disturbances: readonly Interval[];
  /** When the bot's clock was wrong. */
  readonly leaps: readonly (Interval & { readonly ms: number })[];
  /** When Discord told the bot to wait with its posts in a channel, and until when; `postedAt` is every post there. */
  readonly limited: readonly (Interval & { readonly channelId: string })[];
  readonly posts: readonly { readonly channelId: string; readonly at: number }[];
  /** Pages of messages that the bot asked for: when, and the time of the messages that they begin after. */
  readonly reads: readonly { readonly channelId: string; readonly at: number; readonly afterTime: number }[];
  readonly refused: readonly RefusedRequest[];
  /** When the disk took no writes. */
  readonly diskFaults: readonly Interval[];
  /** Channels that were told to be slow, and since when. */
  readonly slowed: readonly { readonly channelId: string; readonly from: number }[];
  /** Channels in which an admin said that a message was posted that the bot did not find. */
  readonly markedAsPosted: ReadonlySet<string>;
  readonly looks: readonly HealthLook[];
  /** What `/why` said. */
  readonly whyLooks: readonly WhyLook[];
  readonly mostRequestsPerSecond: number;
  /** Timers of the bot when nothing was left to do. */
  readonly timersAtEnd: number;
  /** Rows of its database then, by table. */
  readonly rows: Readonly<Record<string, number>>;
  /** `null` for one bot alone. */
  readonly bots: SeveralBots | null;
  /** Errors that nobody handled, and reasons for which the process ended by itself. */
  readonly errors: readonly string[];
}
