import type { BotAction } from './bots/bot-actions.ts';
import type { PersonAction } from './people-plans.ts';
import type { SilenceAction } from './silence-plans.ts';
import type { StrangeAction } from './strange-plans.ts';
import type { TemplateAction } from './template-plans.ts';
import type { DiscordFault, DiscordPart } from './world/discord/faults.ts';
import type { Permission } from './world/discord/state.ts';
import type { MarketFault, MarketPart } from './world/market-server.ts';

/** Topics of auctions, as admins write them; `auctions` are all of them. */
export type AuctionTopicPlan =
  | 'auctions'
  | 'auction starts'
  | 'auction bids'
  | 'auction endings'
  | 'auction results'
  | 'cancelled auctions';

/** What a channel asks for. */
export interface RulePlan {
  readonly topics: readonly (
    | 'sale'
    | 'listing'
    | 'transfer'
    | 'burn'
    | 'floor'
    | 'recap'
    | AuctionTopicPlan
  )[];
  /** Number of a collection; `null` for all. */
  readonly collection: number | null;
  /** Whole coins; `null` for any price. */
  readonly priceFrom: number | null;
  /** Of a watch: the highest price, whole coins; a token; who trades. */
  readonly priceTo?: number;
  readonly token?: string;
  readonly trader?: { readonly as: 'buyer' | 'seller'; readonly wallet: string };
  /** Of a rule on floors, whole coins. */
  readonly floorAbove?: number;
  /** Whether it posts one alert alone; when it ends after it was asked for; a collection that it leaves out. */
  readonly isOnce?: boolean;
  readonly endsAfterMinutes?: number;
  readonly notCollection?: number;
  /** What it leaves out besides: the token, and the wallet, of marked trades. */
  readonly notToken?: { readonly collection: number; readonly mark: number };
  readonly notWallet?: number;
  /** When it mentions the role of the server, at least one: from a price, whole coins; below the floor, percent; up to a rank. */
  readonly pings?: { readonly from?: number; readonly belowFloor?: number; readonly rank?: number };
  /** Of a rule on recaps: when they are due in the time zone of the server. */
  readonly recap?: { readonly on: 'daily' | 'sunday' | 'monday'; readonly hour: number };
}

/** What an admin chooses for a channel. */
export type SettingsPlan = 'quiet' | 'limit' | 'publish' | 'compact' | 'default';

/** What happens. */
export type Action =
  | {
      readonly do: 'trade';
      readonly kind: 'sale' | 'listing' | 'transfer';
      readonly collection: number;
      readonly count: number;
      readonly together: boolean;
      /** Whole coins. */
      readonly price: number;
      readonly shownLateMs: number;
      readonly pricedLateMs: number;
    }
  /** The numbers of auctions are those of their starts, from 0; a number without an auction is nothing. */
  | {
      readonly do: 'start auction';
      readonly collection: number;
      readonly lastsMs: number;
      /** How long after its end the marketplace settles it. */
      readonly settledAfterMs: number;
    }
  | { readonly do: 'bid'; readonly auction: number }
  | { readonly do: 'cancel auction'; readonly auction: number }
  /** The floor of a collection, in hundredths of a coin; a wrong one is right again after so long. */
  | {
      readonly do: 'floor';
      readonly collection: number;
      readonly floor: number;
      readonly wrongForMs: number | null;
    }
  | { readonly do: 'poison'; readonly collection: number; readonly status: 400 | 500 }
  /** A sale whose message Discord takes and answers every edit of with 500, and one after it whose message needs an edit, too. */
  | { readonly do: 'poison edits'; readonly collection: number }
  | {
      readonly do: 'discord fault';
      readonly channel: number | null;
      readonly part: DiscordPart;
      readonly fault: DiscordFault;
      readonly times: number;
    }
  | {
      readonly do: 'market fault';
      readonly part: MarketPart;
      readonly fault: MarketFault;
      readonly lastsMs: number;
    }
  | {
      readonly do: 'disk fault';
      readonly code: 'SQLITE_FULL' | 'SQLITE_BUSY';
      readonly lastsMs: number;
    }
  | {
      readonly do: 'take permission';
      readonly channel: number;
      readonly permission: Permission;
      readonly lastsMs: number;
    }
  | { readonly do: 'drop gateway' }
  | { readonly do: 'kill'; readonly downMs: number }
  | {
      readonly do: 'kill at commit';
      readonly commit: number;
      readonly when: 'before' | 'after';
      readonly downMs: number;
    }
  | { readonly do: 'stop'; readonly downMs: number }
  | { readonly do: 'leap'; readonly ms: number; readonly lastsMs: number }
  | { readonly do: 'add rule'; readonly channel: number; readonly rule: RulePlan }
  | { readonly do: 'remove rule'; readonly channel: number }
  | { readonly do: 'settings'; readonly channel: number; readonly settings: SettingsPlan }
  | { readonly do: 'chat'; readonly channel: number; readonly messages: number; readonly lastsMs: number }
  /** The newest rule of a channel. */
  | { readonly do: 'switch rule'; readonly channel: number; readonly to: 'pause' | 'resume' }
  /** A server lets the bot in, or removes it. Guests are numbers from 0. */
  | { readonly do: 'invite' | 'remove bot'; readonly guest: number }
  /** In a voice channel that is there for it. */
  | { readonly do: 'set up ticker'; readonly collection: number }
  | PersonAction
  | StrangeAction
  | BotAction
  | SilenceAction
  | TemplateAction
  | { readonly do: 'look at health' }
  /** `/why`, of the newest events to every rule; and by the command, of the event that has so many after it. */
  | { readonly do: 'ask why'; readonly channel: number; readonly back: number };

/** What the world does, to whatever bots there are. */
export type WorldAction = Exclude<
  Action,
  BotAction | { readonly do: 'kill' | 'stop' | 'kill at commit' | 'ask why' }
>;

/** One step, at its time, ms since the start of the history. */
export type Step = Action & { readonly at: number };

/** A history is a list of steps, so that one without some of them is a history too. */
export interface History {
  readonly seed: string;
  /** When it begins, epoch ms; otherwise `USUAL_START`. */
  readonly startsAt?: number;
  /** That an admin sets for the server; otherwise UTC. */
  readonly timeZone?: string;
  /** Seconds from one reading of the feed to the next; otherwise `USUAL_POLL_S`. */
  readonly pollsEveryS?: number;
  /** How many bots run at the beginning, on one database; one alone otherwise, on a database of its own. */
  readonly bots?: number;
  readonly channels: number;
  /**
   * The rules of further channels, after the others, one each: alerts of auctions, floors or recaps and nothing else, or
   * sales with an end, once, or without a collection.
   */
  readonly auctionRules?: readonly RulePlan[];
  readonly rules: readonly (RulePlan & { readonly channel: number })[];
  readonly steps: readonly Step[];
}

/** Monday, 5 January 2026, noon. */
const USUAL_START = Date.UTC(2026, 0, 5, 12);

const USUAL_POLL_S = 10;

/** From one reading of the feed to the next, ms. */
export const pollIntervalOf = ({ pollsEveryS = USUAL_POLL_S }: History): number => pollsEveryS * 1_000;

/** When a history begins, epoch ms. */
export const startOf = ({ startsAt = USUAL_START }: History): number => startsAt;

/** No message about this collection is one that Discord never takes. */
export const WITNESS_COLLECTION = 3;

/** When the rules of the beginning are in force, ms since the start. */
export const FIRST_STEP_AT = 60_000;

/** Whether a ticker is set up in it. */
export const hasTicker = ({ steps }: History): boolean => steps.some((step) => step.do === 'set up ticker');
