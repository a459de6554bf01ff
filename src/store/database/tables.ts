import type { Generated } from 'kysely';
import type { EventTables } from './event-tables.ts';
import type { FeedTables } from './feed-tables.ts';
import type { MarketTables } from './market-tables.ts';
import type { PeopleTables } from './people-tables.ts';
import type { ProcessTables } from './process-tables.ts';
import type { SilenceTables } from './silence-tables.ts';
import type { TemplateTables } from './template-tables.ts';
import type { TickerTables } from './ticker-tables.ts';

/* The tables of both databases, as seen by TypeScript. Conventions:

- Columns are in camel case here, and in snake case in the database (`snake-case.ts`).
- `…At` and `since` are times in epoch ms, except `occurredAt` and `trades.at`, which are epoch seconds as in alerts.
- Booleans, and only booleans, have a name that begins with `is`, by which the SQLite driver recognizes them.
- Amounts are decimal text, in wei. JSON is text as well, in both databases: it is read back byte by byte as written,
  compared as text, and parsed by a schema (`json.ts`).
- Discord ids are text, because they do not fit into a JavaScript number. */

/** Announced events. The unique key prevents announcing an event twice. */
interface AlertsTable {
  id: Generated<number>;
  key: string;
  topic: string;
  /** Key of its live message; `null` for alerts that never change. */
  liveKey: string | null;
  /** For a notice: the channel that it is about. */
  aboutChannelId: string | null;
  payload: string;
  /** Increases with every change of the payload. */
  version: Generated<number>;
  occurredAt: number;
  createdAt: number;
}

/** Alerts for which some rule cannot be decided yet. */
interface UndecidedAlertsTable {
  alertId: number;
  /** JSON: the missing details. */
  missingDetails: string;
  /** Whether details must be looked up. */
  isToLookUp: boolean;
  /** Whether the feed has yet to report a price or a party. */
  isAwaitingFeed: boolean;
  since: number;
  triedAt: number;
}

/** Events that could not be decided in time, by channel and day. */
interface UndecidedCountsTable {
  id: Generated<number>;
  channelId: string;
  /** Days since 1970, UTC. */
  day: number;
  count: number;
  lastAt: number;
}

/** Recipients of an alert whose delivery has not been created yet. Higher ids come later. */
interface PendingRecipientsTable {
  id: Generated<number>;
  alertId: number;
  /** JSON, see `recipients.ts`. */
  recipients: string;
}

/** The queues of all channels that ever had a rule or a delivery. */
interface ChannelQueuesTable {
  channelId: string;
  /** Type of the queue's target. A user is reached in the direct message channel `channelId`. */
  targetType: Generated<'channel' | 'person'>;
  /** For a user. */
  userId: string | null;
  /** Server of the channel, if known; `null` for a user. */
  guildId: string | null;
  /** Whether it has, or had, a rule. */
  isSubscribed: Generated<boolean>;
  state: Generated<'open' | 'paused' | 'closed'>;
  /** Discord's error code that stopped it, or one of `HELD_CODES`. */
  problemCode: number | null;
  stoppedAt: number | null;
  /** Time of its last stop; kept after it was reopened. */
  lastProblemAt: number | null;
  lastProblemCode: number | null;
  /** Whether it was stopped and the creators of its rules have not been notified. */
  isNoticeDue: Generated<boolean>;
  /** Nothing may be sent before this time. */
  notBefore: Generated<number>;
  notBeforeSetAt: number | null;
  /** Discord's code for refusing the last message without a cause, 0 for none; the queue waits until `notBefore`. */
  refusalCode: number | null;
  /** When a stopped queue is opened automatically for one message; `null` for never, and while it is open. */
  retryAt: number | null;
  /** Number of stops since a message was accepted or a user opened it. */
  retries: Generated<number>;
  /** Discord's error code that prevents edits of posted messages; `null` while they are possible. */
  editProblemCode: number | null;
  /** Time of the last accepted message. */
  lastPostAt: number | null;
  /** Whether its last rule was removed. Deliveries are then dropped until a rule is added. */
  isAbandoned: Generated<boolean>;
  /** Pending deliveries up to this id go into a summary, unless they are urgent. */
  summarisedUpTo: Generated<number>;
}

/** Facts about a channel that the holder of its shard records for the sender. */
interface ChannelFactsTable {
  channelId: string;
  guildId: string;
  /** JSON array: permissions that the bot needs to post and lacks. */
  missingPermissions: string;
  isHistoryReadable: boolean;
  /** Whether it is an announcement channel, whose messages can be published. */
  isPublishing: boolean;
  isAttachingFiles: Generated<boolean>;
  /** JSON array: deleted roles that rules or settings ping. */
  missingRoleIds: string;
  checkedAt: number;
}

/** One Discord message, from its first attempt on. */
interface PostsTable {
  id: Generated<number>;
  channelId: string;
  nonce: string;
  /**
   * `sending`: a request may be in progress. `ambiguous`: the answer to a request was lost. `sent`: accepted. `dead`:
   * abandoned. `released`: certainly not posted; its deliveries are back in the queue.
   */
  state: 'sending' | 'ambiguous' | 'sent' | 'dead' | 'released';
  /** The layout of the message: embeds, plain text, or a summary of its alerts. */
  layout: 'card' | 'text' | 'summary';
  /** JSON array: the mentioned roles. */
  pingRoleIds: Generated<string>;
  /** Whether Discord shows the message without a notification. */
  isSilent: Generated<boolean>;
  /** Attempts in the current nonce window. */
  attempts: number;
  firstTryAt: number;
  lastTryAt: number;
  /** How far Discord's clock was ahead of the local one at these attempts, ms. */
  firstClockOffsetMs: number | null;
  lastClockOffsetMs: number | null;
  messageId: string | null;
  settledAt: number | null;
  deadReason: 'refused' | 'unverifiable' | null;
  /** If Discord refused it for good: the code with which it did; 0 without a code, `null` for 5xx. */
  refusalCode: number | null;
  /** JSON array: parts that Discord refused and that were left out; `null` for none. */
  leftOut: string | null;
  /** JSON object: its note on a user's hourly limit; `null` for none. */
  limitNotice: string | null;
  /** JSON array: ids of the watches that it is about; empty for a channel. */
  watchIds: Generated<string>;
  /** Publishing to the channels that follow an announcement channel. */
  publish: 'wanted' | 'done' | null;
  /** Whether the creators of the channel's rules were notified that it waits for their decision. */
  isHeldNoticePosted: Generated<boolean>;
  /** Whether a user confirmed that it was not posted. */
  isConfirmedAbsent: Generated<boolean>;
  /** How often what its message is to show has changed, and since when it does not show the last change. */
  changes: Generated<number>;
  staleSince: number | null;
}

/** One alert for one channel. Ids give the order in the queue and are never reused. */
interface DeliveriesTable {
  id: Generated<number>;
  alertId: number;
  channelId: string;
  /** Copied from the alert, for an index. */
  occurredAt: number;
  /** A pending delivery is not posted after this. */
  expiresAt: number;
  /**
   * `pending`: waiting. `posting`: depends on its post. `sent`: posted. `expired`: too old. `dead`: its post was
   * abandoned. `dropped`: its channel has no rule left, or a silence left it out.
   */
  state: 'pending' | 'posting' | 'sent' | 'expired' | 'dead' | 'dropped';
  /** Whether it needs a separate message. */
  isAlone: Generated<boolean>;
  postId: number | null;
  /** Whether it goes before the others in its queue. */
  isUrgent: Generated<boolean>;
  /** Whether it is a notice, which channels get even without rules. */
  isNotice: Generated<boolean>;
  /** Whether it may have been posted after the backup from which the database was restored. */
  isUnverified: Generated<boolean>;
  /** Copied from the alert, to find out whether a message about it is about to be posted. */
  liveKey: string | null;
  /** The revision of the live state in the alert. */
  revision: Generated<number>;
  /** JSON array: the roles of the matching rules. */
  pingRoleIds: Generated<string>;
  /** Whether a rule without its own roles matched. */
  isPingingChannelRole: Generated<boolean>;
  /** Whether `sent` depends on an edit of the channel's live message that is still pending. */
  isAwaitingEdit: Generated<boolean>;
  /** JSON array: the ids of the matching rules, ascending; removed rules remain. Empty for a notice. */
  ruleIds: Generated<string>;
  /** The silence because of which it was dropped, also after the silence was deleted. */
  silenceId: number | null;
  /** The template that its message was composed with; `null` for none. It may have been deleted. */
  templateId: Generated<number | null>;
}

/** The states that live messages show. */
interface LiveStatesTable {
  id: Generated<number>;
  key: string;
  /** Increases with every change. */
  revision: number;
  /** JSON: the latest alert with this key. */
  payload: string;
  occurredAt: number;
  changedAt: number;
}

/** Posts whose messages follow a state: they are stale when it changes. */
interface LiveMessagesTable {
  /** The one whose alert the post shows; others may have been left to it (`isAwaitingEdit`). */
  deliveryId: number;
  postId: number;
  channelId: string;
  liveKey: string;
}

/** Rules. Ids are never reused, because admins type them. */
interface SubscriptionsTable {
  id: Generated<number>;
  guildId: string;
  channelId: string;
  /** JSON array. */
  topics: string;
  /** JSON object, see `filterSchema`. */
  filter: string;
  /** JSON array. */
  pingRoleIds: string;
  /** JSON object: its name, its end; see `extrasSchema`. */
  extras: Generated<string>;
  /**
   * Hash of the canonical rule, equal for equivalent rules. A hash, because an index entry is limited to 2,704 bytes.
   */
  ruleHash: string;
  createdBy: string;
  createdAt: number;
  pausedAt: number | null;
  lastMatchAt: number | null;
  /** When a message with a delivery for this rule was last accepted. */
  lastPostAt: number | null;
  /**
   * For a rule that posts once: the delivery of its one alert. It counts unless that delivery expired, was abandoned or
   * dropped.
   */
  onceDeliveryId: number | null;
}

/** What people typed or uploaded, until they press a button. */
interface SavedInputsTable {
  id: string;
  guildId: string;
  userId: string;
  /** What it is the input of, which is how long it is kept. */
  kind: string;
  /** The channel that it is about. */
  channelId: string | null;
  /** JSON, written and read by the component that it belongs to. */
  payload: string;
  createdAt: number;
  expiresAt: number;
}

interface GuildSettingsTable {
  guildId: string;
  timeZone: string;
  language: string;
  currencyDisplay: 'after' | 'before' | 'short';
  /** JSON object: number by topic. */
  colours: string;
  defaultChannelId: string | null;
  managerRoleId: string | null;
}

interface ChannelSettingsTable {
  channelId: string;
  guildId: string;
  size: 'auto' | 'compact' | 'normal' | 'big';
  auctions: 'messages' | 'card';
  isPublishing: boolean;
  pingRoleId: string | null;
  pingMinimum: string | null;
  /** Minutes. */
  pingCoolDown: number | null;
  /** Minutes since midnight in the server's time zone. */
  quietFrom: number | null;
  quietTo: number | null;
  hourlyLimit: number | null;
  sound: Generated<'loud' | 'silent' | 'important'>;
  /** Wei. */
  loudFrom: string | null;
  /** JSON: the parts of cards that are left out. */
  hiddenParts: Generated<string>;
}

/** When each role was last pinged in a channel. */
interface RolePingsTable {
  channelId: string;
  roleId: string;
  pingedAt: number;
}

/** The tracked auctions. */
interface AuctionsTable {
  id: Generated<number>;
  /** The marketplace's id. */
  auctionId: string;
  /** Key of its live state. */
  liveKey: string;
  payload: string;
}

/** One row, created by the first poll of the auctions. */
interface AuctionStateTable {
  id: 1;
  baselineAt: number;
}

/** Sales, for the price context of later ones. */
interface TradesTable {
  id: Generated<number>;
  key: string;
  collection: string;
  tokenId: string;
  seller: string | null;
  buyer: string | null;
  price: string | null;
  /** For a token sold together with others: its equal share of the price. */
  share: string | null;
  quantity: string;
  /** Epoch seconds. */
  at: number;
  /** What announced it: `auction`, or the id of a sweep; `null` for a sale of its own. */
  soldIn: string | null;
}

/** The highest price of a collection among all trades ever stored, even after that trade was deleted. */
interface HighestTradesTable {
  collection: string;
  price: string;
}

/** The local copy of the marketplace's list of collections. */
interface CollectionsTable {
  position: number;
  address: string;
  name: string;
  symbol: string | null;
  path: string | null;
  isVerified: boolean;
  totalVolume: string | null;
  floor: string | null;
  thumbnail: string | null;
}

/** One row that identifies the history of this database. */
interface DatabaseHistoryTable {
  id: 1;
  /** PostgreSQL's, as text; `null` on SQLite. A different value means a different history. */
  systemIdentifier: string | null;
  timeline: number | null;
  /** When the database was last restored, and when its backup was made. */
  restoredAt: number | null;
  backedUpAt: number | null;
  /** Id of the move that filled it; `null` if none did. */
  moveId: string | null;
  /** Servers that the bot joined before this are not greeted; `null` before its first connection. */
  greetingsSince: number | null;
}

/** All tables. */
export interface Tables
  extends EventTables,
    FeedTables,
    ProcessTables,
    MarketTables,
    PeopleTables,
    TickerTables,
    SilenceTables,
    TemplateTables {
  alerts: AlertsTable;
  auctionState: AuctionStateTable;
  auctions: AuctionsTable;
  channelFacts: ChannelFactsTable;
  channelQueues: ChannelQueuesTable;
  channelSettings: ChannelSettingsTable;
  collections: CollectionsTable;
  databaseHistory: DatabaseHistoryTable;
  deliveries: DeliveriesTable;
  guildSettings: GuildSettingsTable;
  highestTrades: HighestTradesTable;
  liveMessages: LiveMessagesTable;
  liveStates: LiveStatesTable;
  pendingRecipients: PendingRecipientsTable;
  posts: PostsTable;
  rolePings: RolePingsTable;
  savedInputs: SavedInputsTable;
  subscriptions: SubscriptionsTable;
  trades: TradesTable;
  undecidedAlerts: UndecidedAlertsTable;
  undecidedCounts: UndecidedCountsTable;
}
