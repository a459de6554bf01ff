import type { Generated } from 'kysely';
import type { FeedTables } from './feed-tables.ts';
import type { MarketTables } from './market-tables.ts';
import type { PeopleTables } from './people-tables.ts';
import type { ProcessTables } from './process-tables.ts';

/* The tables of both databases, as TypeScript sees them. Conventions:

- Columns are written in camel case here and in snake case in the database (`snake-case.ts`).
- `…At` and `since` are times in epoch ms, except `occurredAt` and `trades.at`, which are epoch seconds as in
alerts.
- A boolean, and only a boolean, has a name that begins with `is`: by it the SQLite driver recognises them.
- Amounts are decimal texts, in wei. JSON is text as well, in both databases: what is written is read back to the
byte, compared as text, and parsed by a schema (`json.ts`).
- Discord's ids are texts: they do not fit into a JavaScript number. */

/** What is announced. The unique key prevents that it is announced twice. */
interface AlertsTable {
  id: Generated<number>;
  key: string;
  topic: string;
  /** Of its live message; `null` for alerts that stay as they are. */
  liveKey: string | null;
  /** Of a notice: the channel that it is about. */
  aboutChannelId: string | null;
  payload: string;
  /** Grows with every change of the payload. */
  version: Generated<number>;
  occurredAt: number;
  createdAt: number;
}

/** Alerts for which some rule cannot be decided yet. */
interface UndecidedAlertsTable {
  alertId: number;
  /** JSON: what has to be looked up. */
  missingDetails: string;
  /** Something has to be looked up. */
  isToLookUp: boolean;
  /** The feed has yet to report a price or a party. */
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

/** Recipients of an alert that have yet to get their delivery. Higher ids come later. */
interface PendingRecipientsTable {
  id: Generated<number>;
  alertId: number;
  /** JSON, see `recipients.ts`. */
  recipients: string;
}

/** The queue of every channel that ever had a rule or a delivery. */
interface ChannelQueuesTable {
  channelId: string;
  /** What the queue delivers to. A person is reached in the direct message channel `channelId`. */
  targetType: Generated<'channel' | 'person'>;
  /** Of a person. */
  userId: string | null;
  /** The server of the channel, where it is known; `null` for a person. */
  guildId: string | null;
  /** It has, or had, a rule. */
  isSubscribed: Generated<boolean>;
  state: Generated<'open' | 'paused' | 'closed'>;
  /** Discord's error code that stopped it, or one of `HELD_CODES`. */
  problemCode: number | null;
  stoppedAt: number | null;
  /** What stopped it last; kept after it was opened again. */
  lastProblemAt: number | null;
  lastProblemCode: number | null;
  /** It was stopped, and the creators of its rules have not been notified. */
  isNoticeDue: Generated<boolean>;
  /** Nothing may be sent before. */
  notBefore: Generated<number>;
  notBeforeSetAt: number | null;
  /** Discord refused the last message with this code, 0 for none, and named no cause: it waits until `notBefore`. */
  refusalCode: number | null;
  /** When a stopped queue is opened by itself for one message; `null` for never, and while it is open. */
  retryAt: number | null;
  /** How often it was stopped since a message was accepted, or since somebody opened it. */
  retries: Generated<number>;
  /** Discord's error code that keeps posted messages from being edited; `null` while they can be. */
  editProblemCode: number | null;
  /** When the last message was accepted. */
  lastPostAt: number | null;
  /** Its last rule was removed: deliveries are dropped until a rule is added. */
  isAbandoned: Generated<boolean>;
  /** Pending deliveries up to this id that are not urgent go into a summary. */
  summarisedUpTo: Generated<number>;
}

/** What the holder of a channel's shard knows of it, for the sender. */
interface ChannelFactsTable {
  channelId: string;
  guildId: string;
  /** JSON array: permissions that the bot needs to post and does not have. */
  missingPermissions: string;
  isHistoryReadable: boolean;
  /** An announcement channel, whose messages can be published. */
  isPublishing: boolean;
  isAttachingFiles: Generated<boolean>;
  /** JSON array: roles that rules or settings ping and that no longer exist. */
  missingRoleIds: string;
  checkedAt: number;
}

/** One Discord message, from its first try on. */
interface PostsTable {
  id: Generated<number>;
  channelId: string;
  nonce: string;
  /**
   * `sending`: a request may be in progress. `ambiguous`: the answer to one was lost. `sent`: accepted. `dead`: given
   * up. `released`: certainly not posted, its deliveries went back into the queue.
   */
  state: 'sending' | 'ambiguous' | 'sent' | 'dead' | 'released';
  /** The layout of the message: embeds, plain text, or a summary of its alerts. */
  layout: 'card' | 'text' | 'summary';
  /** JSON array: the roles that it mentions. */
  pingRoleIds: Generated<string>;
  /** Tries in the current nonce window. */
  attempts: number;
  firstTryAt: number;
  lastTryAt: number;
  /** How far Discord's clock was ahead of ours at these tries, ms. */
  firstClockOffsetMs: number | null;
  lastClockOffsetMs: number | null;
  messageId: string | null;
  settledAt: number | null;
  deadReason: 'refused' | 'unverifiable' | null;
  /** JSON array: what it was accepted without, because Discord refused that; `null` for nothing. */
  leftOut: string | null;
  /** JSON object: what it says of a person's hourly limit; `null` for nothing. */
  limitNotice: string | null;
  /** To the channels that follow an announcement channel. */
  publish: 'wanted' | 'done' | null;
  /** The creators of the channel's rules were notified that it waits for their decision. */
  isHeldNoticePosted: Generated<boolean>;
  /** A user confirmed that it was not posted. */
  isConfirmedAbsent: Generated<boolean>;
  /** How often its alerts have changed, and which of these changes the message displays. */
  changes: Generated<number>;
  displayedChanges: Generated<number>;
}

/** One alert for one channel. Ids give the order in the queue and are never used again. */
interface DeliveriesTable {
  id: Generated<number>;
  alertId: number;
  channelId: string;
  /** The alert's; copied so that an index can be used. */
  occurredAt: number;
  /** While it is pending, it is not posted after this. */
  expiresAt: number;
  /**
   * `pending`: waits. `posting`: its post decides. `sent`: posted. `expired`: too old. `dead`: its post was given up.
   * `dropped`: its channel has no rule left.
   */
  state: 'pending' | 'posting' | 'sent' | 'expired' | 'dead' | 'dropped';
  /** In a message of its own. */
  isAlone: Generated<boolean>;
  postId: number | null;
  /** Goes before the others of its queue. */
  isUrgent: Generated<boolean>;
  /** A notice, which a channel gets with or without rules. */
  isNotice: Generated<boolean>;
  /** May have been posted after the backup from which the database was restored. */
  isUnverified: Generated<boolean>;
  /** The alert's; copied so that it is known whether a message about it is on its way. */
  liveKey: string | null;
  /** The revision of the live state that the alert shows. */
  revision: Generated<number>;
  /** JSON array: the roles of the matching rules. */
  pingRoleIds: Generated<string>;
  /** A rule without roles of its own matched. */
  isPingingChannelRole: Generated<boolean>;
  /** `sent` by an edit of the channel's live message that is not done yet. */
  isAwaitingEdit: Generated<boolean>;
  /** JSON array: the rules that asked for it, ascending; a removed rule stays. Empty for a notice. */
  ruleIds: Generated<string>;
}

/** The states that live messages show. */
interface LiveStatesTable {
  id: Generated<number>;
  key: string;
  /** Grows with every change. */
  revision: number;
  /** JSON: the latest alert about it. */
  payload: string;
  occurredAt: number;
  changedAt: number;
}

/** Messages that are edited until they show the latest state. */
interface LiveMessagesTable {
  deliveryId: number;
  channelId: string;
  liveKey: string;
  messageId: string;
  /** Of the state, as the message displays it. */
  revision: number;
  /** Since when there is a newer state. */
  staleSince: number | null;
}

/** Rules. Ids are never used again, because admins type them. */
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
  /**
   * Hash of the canonical rule: equal rules have equal hashes. A hash, because an index entry is limited to 2,704
   * bytes.
   */
  ruleHash: string;
  createdBy: string;
  createdAt: number;
  pausedAt: number | null;
  lastMatchAt: number | null;
  /** When a message with a delivery that it asked for was last accepted. */
  lastPostAt: number | null;
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
  /** JSON object: topic to number. */
  colours: string;
  defaultChannelId: string | null;
  managerRoleId: string | null;
}

interface ChannelSettingsTable {
  channelId: string;
  guildId: string;
  size: 'compact' | 'normal' | 'big';
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
  /** The marketplace's. */
  auctionId: string;
  /** The key of its live state. */
  liveKey: string;
  payload: string;
}

/** One row, from the first poll of the auctions on. */
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
  /** Of a token that was sold together with others: its equal part of their price. */
  share: string | null;
  quantity: string;
  /** Epoch seconds. */
  at: number;
}

/** The highest price of a collection among all trades ever stored; outlives its trade. */
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

/** One row: the history that this database belongs to. */
interface DatabaseHistoryTable {
  id: 1;
  /** PostgreSQL's, as text; `null` on SQLite. Another value means another history. */
  systemIdentifier: string | null;
  timeline: number | null;
  /** When the database was last restored, and when its backup was made. */
  restoredAt: number | null;
  backedUpAt: number | null;
  /** Of the move that filled it; `null` when none did. */
  moveId: string | null;
}

/** All tables. */
export interface Tables extends FeedTables, ProcessTables, MarketTables, PeopleTables {
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
