import type {
  APIApplicationCommand,
  APIApplicationCommandOptionChoice,
  APIMessage,
} from 'discord-api-types/v10';

/**
 * What the page and its server say to each other, as JSON over HTTP. Everything a person does goes through the local
 * Discord's "person", so the page can do no more and no less than a test. `as` is always the user whom the page shows.
 *
 * | request | answer |
 * |---|---|
 * | `GET /web/world?as=USER` | `World`; without `as`, of the first of the people |
 * | `GET /web/messages?as=USER&channel=ID` | `readonly ShownMessage[]`, oldest first: the last 100, or those before `&before=ID` |
 * | `GET /web/commands?as=USER&channel=ID` | `readonly APIApplicationCommand[]`, those this person may use there |
 * | `POST /web/command` `CommandBody` | `Outcome` |
 * | `POST /web/autocomplete` `AutocompleteBody` | `readonly APIApplicationCommandOptionChoice[]` |
 * | `POST /web/press` `PressBody`, `/web/select` `SelectBody`, `/web/submit` `SubmitBody` | `Outcome` |
 * | `GET /web/events?as=USER` | server-sent events, each a `PageEvent` |
 * | `GET /web/control` | `Control`, or `null` where there is no panel |
 * | `POST /web/control` `ControlAction` | `Control` |
 *
 * What cannot be answered has a status of 400 (nonsense), 403 (not from the page), 404 (no such person, channel, file) or
 * 409 (no choices: the bot did not answer, or the option has none), and `{ "error": "a sentence" }`.
 */
export interface World {
  readonly me: ShownUser;
  /** People whom the page can be: an admin and a plain member first. */
  readonly people: readonly (ShownUser & { readonly about: string })[];
  readonly guilds: readonly ShownGuild[];
  /** Conversations with bots. */
  readonly directMessages: readonly ShownChannel[];
}

export interface ShownUser {
  readonly id: string;
  readonly name: string;
  readonly bot: boolean;
}

export interface ShownGuild {
  readonly id: string;
  readonly name: string;
  /** Roles by which mentions are shown. */
  readonly roles: readonly { readonly id: string; readonly name: string }[];
  readonly channels: readonly ShownChannel[];
}

export interface ShownChannel {
  readonly id: string;
  /** Of a direct message, who it is with. */
  readonly name: string;
  readonly kind: 'text' | 'announcement' | 'thread' | 'private-thread' | 'direct';
  /** The channel that a thread is below; threads stand right behind it. */
  readonly parentId: string | null;
  readonly archived: boolean;
  /** Whether this person may write (and so run commands) there. Channels that they may not see are not listed. */
  readonly canSend: boolean;
  readonly lastMessageId: string | null;
}

/** A message as this person sees it. */
export interface ShownMessage {
  readonly message: APIMessage;
  /** "Only you can see this". */
  readonly ephemeral: boolean;
  /** Whether it mentioned them, by name, by a role of theirs or with everyone, when it came. */
  readonly pinged: boolean;
}

/** A file that a person picked for an option; an empty `contentType` where their machine knows none. */
export interface PickedFile {
  readonly name: string;
  readonly contentType: string;
  readonly base64: string;
}

export type OptionValues = Readonly<Record<string, string | number | boolean>>;

export interface CommandBody {
  readonly as: string;
  readonly channel: string;
  /** With subcommands, by blanks: `alerts add`. */
  readonly name: string;
  readonly options: OptionValues;
  /** For options that take files, by their names. */
  readonly files?: Readonly<Record<string, PickedFile>>;
}

export interface AutocompleteBody extends CommandBody {
  readonly focused: string;
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

/** A form that the bot opened. */
export interface ShownModal {
  readonly customId: string;
  readonly title: string;
  readonly components: readonly unknown[];
  readonly applicationId: string;
  readonly messageId: string | null;
}

/** What became of what a person did. Messages come by the events; this says how it ended. */
export type Outcome =
  | { readonly outcome: 'message' | 'updated' | 'deferred' }
  | { readonly outcome: 'modal'; readonly modal: ShownModal }
  | { readonly outcome: 'did-not-respond' }
  /** Discord's own client would not let them (a missing option, a hidden command …), in words for them. */
  | { readonly outcome: 'refused'; readonly why: string };

export type PageEvent =
  | {
      readonly type: 'message';
      readonly change: 'created' | 'edited';
      readonly channelId: string;
      readonly shown: ShownMessage;
    }
  | { readonly type: 'deleted'; readonly channelId: string; readonly messageId: string }
  /** Channels, roles or permissions changed: ask for the world again. */
  | { readonly type: 'world' }
  | { readonly type: 'control'; readonly control: Control };

/** The panel beside the channels. Counted from the marketplace's ledger and the channels' messages, not by the bot. */
export interface Control {
  readonly clock: {
    readonly paused: boolean;
    /** Market seconds for each real one. */
    readonly speed: number;
    /** In the market's own time: it stands while paused, and runs faster with `speed`. */
    readonly openForMs: number;
  };
  readonly counters: {
    readonly polls: number;
    readonly sales: number;
    readonly alertsDue: number;
    readonly alertsPosted: number;
    /** Due, and overtaken by later ones of its channel half a minute ago; what is merely late is not lost. */
    readonly lost: number;
    readonly twice: number;
    /** Of which nobody can say whether they are lost: somebody changed the rules just then. */
    readonly undecided: number;
    /** Of the last alerts, ms from the feed to the channel; `null` before the first. */
    readonly lagMs: number | null;
    readonly marketplaceRequests: number;
    readonly discordRequests: number;
    readonly discord429: number;
    readonly botRestarts: number;
  };
  /** Which switches are on. */
  readonly faults: readonly FaultSwitch[];
  /** What cannot be done now, in words (`sweep`: "no collection has seven listed tokens"). */
  readonly notice: string | null;
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
  | { readonly do: 'cause'; readonly cause: Cause; readonly channel?: string }
  | { readonly do: 'fault'; readonly fault: FaultSwitch; readonly on: boolean; readonly channel?: string };

export type Choice = APIApplicationCommandOptionChoice;
export type Command = APIApplicationCommand;
