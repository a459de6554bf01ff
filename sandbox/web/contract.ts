import type {
  APIApplicationCommand,
  APIApplicationCommandOptionChoice,
  APIMessage,
} from 'discord-api-types/v10';

/**
 * The JSON API between the page and its server. Every action uses the local Discord's simulated user, so the
 * page can do exactly what a test can. `as` is always the user that the page acts as.
 *
 * | request | answer |
 * |---|---|
 * | `GET /web/world?as=USER` | `World`; without `as`, of the first user |
 * | `GET /web/messages?as=USER&channel=ID` | `readonly ShownMessage[]`, oldest first: the last 100, or those before `&before=ID` |
 * | `GET /web/commands?as=USER&channel=ID` | `readonly APIApplicationCommand[]`, those that this user may run there |
 * | `GET /web/message-commands?as=USER&channel=ID` | the same of the commands in the menu of a message there (Apps) |
 * | `POST /web/command` `CommandBody`, `/web/message-command` `MessageCommandBody` | `Outcome` |
 * | `POST /web/autocomplete` `AutocompleteBody` | `readonly APIApplicationCommandOptionChoice[]` |
 * | `POST /web/press` `PressBody`, `/web/select` `SelectBody`, `/web/submit` `SubmitBody` | `Outcome` |
 * | `POST /web/account` `AccountAction` | `Account` |
 * | `GET /web/events?as=USER` | server-sent events, each a `PageEvent` |
 * | `GET /web/control` | `Control`, or `null` where there is no panel |
 * | `POST /web/control` `ControlAction` | `Control` |
 *
 * What cannot be answered has a status of 400 (invalid), 403 (not from the page), 404 (no such user, channel,
 * file) or 409 (no choices: the bot did not answer, or the option has none), and `{ "error": "a sentence" }`.
 */
export interface World {
  readonly me: ShownUser;
  /** Users that the page can act as, an admin and a plain member first. */
  readonly people: readonly (ShownUser & { readonly about: string })[];
  readonly guilds: readonly ShownGuild[];
  /** The channel to open first, where things happen; `null` for any. */
  readonly landingChannelId: string | null;
  /** Whether the bot is connected. */
  readonly botOnline: boolean;
  /** Direct messages with bots. */
  readonly directMessages: readonly ShownChannel[];
  readonly account: Account;
}

/** What this user decided about themselves. */
export interface Account {
  /** From members of servers that they share. */
  readonly acceptsDirectMessages: boolean;
  /** Whether the bot is an application of their account, which they can use everywhere. */
  readonly hasApplication: boolean;
}

export type AccountAction =
  | { readonly do: 'accept-direct-messages' | 'have-application'; readonly as: string; readonly on: boolean }
  /** Opens the direct messages with the bot. */
  | { readonly do: 'write-to-bot'; readonly as: string };

export interface ShownUser {
  readonly id: string;
  readonly name: string;
  readonly bot: boolean;
}

export interface ShownGuild {
  readonly id: string;
  readonly name: string;
  /** Roles, for the display of mentions. */
  readonly roles: readonly { readonly id: string; readonly name: string }[];
  readonly channels: readonly ShownChannel[];
}

export interface ShownChannel {
  readonly id: string;
  /** Of a direct message, the other user's name. */
  readonly name: string;
  readonly kind: 'text' | 'announcement' | 'voice' | 'thread' | 'private-thread' | 'direct';
  /** A thread's parent channel; threads follow it directly. */
  readonly parentId: string | null;
  readonly archived: boolean;
  /** Whether this user may write (and so run commands) there. Channels that they cannot view are not listed. */
  readonly canSend: boolean;
  readonly lastMessageId: string | null;
}

/** A message as this user sees it. */
export interface ShownMessage {
  readonly message: APIMessage;
  /** "Only you can see this". */
  readonly ephemeral: boolean;
  /** Whether it mentioned them, by name, by one of their roles or with everyone, when it was created. */
  readonly pinged: boolean;
}

/** A file that a user picked for an option; an empty `contentType` where the browser knows none. */
export interface PickedFile {
  readonly name: string;
  readonly contentType: string;
  readonly base64: string;
}

export type OptionValues = Readonly<Record<string, string | number | boolean>>;

export interface CommandBody {
  readonly as: string;
  readonly channel: string;
  /** With subcommands, separated by blanks: `alerts add`. */
  readonly name: string;
  readonly options: OptionValues;
  /** Values of file options, by option name. */
  readonly files?: Readonly<Record<string, PickedFile>>;
}

export interface AutocompleteBody extends CommandBody {
  readonly focused: string;
}

export interface MessageCommandBody {
  readonly as: string;
  readonly channel: string;
  readonly message: string;
  readonly name: string;
}

export interface PressBody {
  readonly as: string;
  readonly channel: string;
  readonly message: string;
  readonly customId: string;
}

export interface SelectBody extends PressBody {
  readonly values: readonly string[];
}

export interface SubmitBody {
  readonly as: string;
  readonly channel: string;
  readonly modal: ShownModal;
  readonly values: Readonly<Record<string, string | readonly string[]>>;
}

/** A modal that the bot opened. */
export interface ShownModal {
  readonly customId: string;
  readonly title: string;
  readonly components: readonly unknown[];
  readonly applicationId: string;
  readonly messageId: string | null;
}

/** The outcome of an action. Messages arrive as events. */
export type Outcome =
  | { readonly outcome: 'message' | 'updated' | 'deferred' }
  | { readonly outcome: 'modal'; readonly modal: ShownModal }
  | { readonly outcome: 'did-not-respond' }
  /** Discord's own client would not allow it (a missing option, a hidden command …); the reason in a sentence. */
  | { readonly outcome: 'refused'; readonly why: string };

export type PageEvent =
  | {
      readonly type: 'message';
      readonly change: 'created' | 'edited';
      readonly channelId: string;
      readonly shown: ShownMessage;
    }
  | { readonly type: 'deleted'; readonly channelId: string; readonly messageId: string }
  /** Channels, roles or permissions changed: the page has to load the world again. */
  | { readonly type: 'world' }
  /** The bot connected or disconnected. */
  | { readonly type: 'presence'; readonly botOnline: boolean }
  | { readonly type: 'control'; readonly control: Control };

/** The panel beside the channels. Counted from the marketplace's ledger and the channels' messages, not by the bot. */
export interface Control {
  readonly clock: {
    readonly paused: boolean;
    /** World seconds for each real second. */
    readonly speed: number;
    /** World time: it stops while paused, and is faster with `speed`. */
    readonly openForMs: number;
  };
  readonly counters: {
    readonly polls: number;
    readonly sales: number;
    readonly alertsDue: number;
    readonly alertsPosted: number;
    /** Due alerts that later ones of their channel overtook half a minute ago; late ones are not lost. */
    readonly lost: number;
    readonly twice: number;
    /** Alerts of which it cannot be decided whether they are lost: the rules were being changed. */
    readonly undecided: number;
    /** Median latency of the latest alerts from the feed to the channel, ms; `null` before the first. */
    readonly lagMs: number | null;
    readonly marketplaceRequests: number;
    readonly discordRequests: number;
    readonly discord429: number;
    readonly botRestarts: number;
  };
  /** The active switches. */
  readonly faults: readonly FaultSwitch[];
  /** Why the last action was impossible (`sweep`: "no collection has seven listed tokens"). */
  readonly notice: string | null;
  /** The last event of the market that was caused; `null` before the first. */
  readonly caused: Caused | null;
  /** A wallet that bids often, for a first watch; `null` without one. */
  readonly suggestedWallet: string | null;
  /** The bots that share the work; `null` where there is only one. */
  readonly cluster: Cluster | null;
}

/** Several bots on one database, and who does what, by the leases in the database. */
export interface Cluster {
  readonly nodes: readonly ClusterNode[];
  /** Roles that nobody holds now: their holder was lost, and the lease has expired. */
  readonly unheld: readonly string[];
  /** Whether the leases could be read. */
  readonly isDatabaseUp: boolean;
}

export interface ClusterNode {
  readonly name: string;
  readonly state: 'running' | 'frozen' | 'down';
  /** What it cannot reach. */
  readonly cutOffFrom: readonly NodeLink[];
  /** `poller`, `sender`, `housekeeper`: the leases that it holds, also one that a frozen bot has not lost yet. */
  readonly roles: readonly string[];
  /** The shards of the connection to Discord that it holds. */
  readonly shards: readonly number[];
}

export const NODE_LINKS = ['postgres', 'discord'] as const;
export type NodeLink = (typeof NODE_LINKS)[number];

export const NODE_DEEDS = ['kill', 'freeze', 'thaw'] as const;
export type NodeDeed = (typeof NODE_DEEDS)[number];

/** An event that was caused, and the messages in which the bot posted it. */
export interface Caused {
  /** Increases with every event. */
  readonly turn: number;
  readonly cause: Cause;
  /** The first message of each channel. */
  readonly posts: readonly CausedPost[];
}

export interface CausedPost {
  readonly channelId: string;
  readonly messageId: string;
  /** Whether the event was a new message, or a change of one. */
  readonly change: 'created' | 'edited';
}

export const FAULT_SWITCHES = [
  'marketplace-down',
  'marketplace-slow',
  'marketplace-garbage',
  'discord-500',
  'discord-429',
  'permission-taken',
] as const;
export type FaultSwitch = (typeof FAULT_SWITCHES)[number];

export const CAUSES = [
  'sale',
  'sweep',
  'auction',
  'bid',
  'late-bid',
  'outbid',
  'listing',
  'mint',
  'wash',
  'burst',
  'drop-sockets',
  'delete-channel',
  'kill-bot',
] as const;
export type Cause = (typeof CAUSES)[number];

export type ControlAction =
  | { readonly do: 'pause' | 'resume' }
  | { readonly do: 'speed'; readonly speed: number }
  | {
      readonly do: 'cause';
      readonly cause: Cause;
      readonly channel?: string;
      /** Messages of the channel that are in view, oldest first: a bid is for the last auction among them. */
      readonly inView?: readonly string[];
      /** The user that the page acts as: the one who is outbid. */
      readonly as?: string;
    }
  | { readonly do: 'node'; readonly node: string; readonly deed: NodeDeed }
  | { readonly do: 'link'; readonly node: string; readonly link: NodeLink; readonly isCut: boolean }
  | { readonly do: 'restart-postgres' }
  | { readonly do: 'fault'; readonly fault: FaultSwitch; readonly on: boolean; readonly channel?: string };

export type Choice = APIApplicationCommandOptionChoice;
export type Command = APIApplicationCommand;
