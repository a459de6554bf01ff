import type {
  APIApplicationCommand,
  APIEmbed,
  APIInteraction,
  APIMessage,
  APIRole,
  APIUser,
  ApplicationIntegrationType,
  ChannelType,
  InteractionResponseType,
  InteractionType,
} from 'discord-api-types/v10';
import type { SigningKey } from './signing-key.ts';

/** A registered application and its bot user. */
export interface ApplicationRecord {
  readonly id: string;
  readonly name: string;
  readonly botId: string;
  /** The bot's token; null once it was revoked. */
  token: string | null;
  /** Privileged intents that this application may request (bit field). */
  privilegedIntents: number;
  readonly signingKey: SigningKey;
  /** Whether it can be installed to servers, to accounts, or both. */
  readonly integrationTypes: readonly ApplicationIntegrationType[];
  /** The users who installed it to their account. */
  readonly accountInstalls: Set<string>;
  /** Where its interactions go instead of the gateway; null for the gateway. */
  interactionsEndpointUrl: string | null;
  /** Where it hears who adds it and who takes it away; null for nowhere. */
  webhookEventsUrl: string | null;
}

export interface MemberRecord {
  readonly userId: string;
  roleIds: string[];
  readonly joinedAt: string;
  nick: string | null;
  /** Until when the member is timed out, ms of the clock; null for not. */
  timedOutUntilMs: number | null;
}

/** Permission bits that a channel allows or denies for a role (type 0) or a member (type 1). */
export interface OverwriteRecord {
  readonly id: string;
  readonly type: 0 | 1;
  allow: bigint;
  deny: bigint;
}

export interface GuildRecord {
  readonly id: string;
  name: string;
  readonly ownerId: string;
  readonly roles: Map<string, APIRole>;
  readonly members: Map<string, MemberRecord>;
  /** In an outage of the server: its bots received GUILD_DELETE with `unavailable`. */
  unavailable: boolean;
}

/** A thread's own fields (Discord docs: Thread Metadata). */
export interface ThreadRecord {
  readonly ownerId: string;
  archived: boolean;
  locked: boolean;
  autoArchiveMinutes: number;
  archiveChangedAt: string;
  readonly createdAt: string;
  /** The thread's members; only they see a private one. */
  readonly memberIds: Set<string>;
  appliedTags: string[];
}

export interface ChannelRecord {
  readonly id: string;
  type: ChannelType;
  /** Null in direct messages. */
  readonly guildId: string | null;
  name: string;
  topic: string | null;
  position: number;
  /** The category, or a thread's channel. */
  parentId: string | null;
  nsfw: boolean;
  slowModeSeconds: number;
  readonly overwrites: Map<string, OverwriteRecord>;
  lastMessageId: string | null;
  /** The users of a direct message. */
  readonly recipientIds: readonly string[];
  readonly thread: ThreadRecord | null;
}

/** The content of an attachment. */
export interface StoredFile {
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** A stored message. `payload` is Discord's representation, and an edit replaces it as a whole. */
export interface StoredMessage {
  readonly id: string;
  readonly channelId: string;
  readonly authorId: string;
  payload: APIMessage;
  /** While they are suppressed: Discord keeps and edits them, and shows none in `payload`. */
  suppressedEmbeds: APIEmbed[];
  /** When it was accepted, Unix ms of the stand-in's clock. */
  readonly acceptedAtMs: number;
  readonly nonce: string | null;
  /** The only user who sees it, or null for everybody in the channel. */
  readonly visibleTo: string | null;
  /** Whether even that user does not see it: the answer to an action that was not made in their client. */
  readonly isUnseen: boolean;
  /** The former payloads, oldest first. */
  readonly edits: { readonly atMs: number; readonly before: APIMessage }[];
}

export type MessageChange = {
  readonly kind: 'created' | 'edited' | 'deleted';
  readonly message: StoredMessage;
};

export interface CommandRecord {
  readonly applicationId: string;
  /** Null for a global command. */
  readonly guildId: string | null;
  payload: APIApplicationCommand;
}

/** A modal that an application opened in response to an interaction. */
export interface ModalRecord {
  readonly custom_id: string;
  readonly title: string;
  readonly components: readonly unknown[];
}

export interface InteractionRecord {
  readonly id: string;
  readonly token: string;
  readonly type: InteractionType;
  readonly applicationId: string;
  readonly userId: string;
  readonly guildId: string | null;
  readonly channelId: string;
  readonly createdAtMs: number;
  readonly payload: APIInteraction;
  /** Whether it is of a server that did not install the application. */
  readonly isOutside: boolean;
  /** Whether the user's client does not show its ephemeral answers. */
  readonly isUnseen: boolean;
  /** Answers after the first. */
  followUps: number;
  /** The message whose component was used, if any. */
  readonly sourceMessageId: string | null;
  acknowledgedAtMs: number | null;
  callbackType: InteractionResponseType | null;
  /** True between a deferral (type 5) and its first answer. */
  awaitingAnswer: boolean;
  /** Whether the answer, or its deferral, is ephemeral. */
  ephemeral: boolean;
  /** The message of `@original`: the answer, or the source message after types 6 and 7. */
  originalMessageId: string | null;
  modal: ModalRecord | null;
  choices: readonly unknown[] | null;
}

export type InteractionChange = {
  readonly kind: 'acknowledged' | 'answered' | 'original-edited' | 'followed-up';
  readonly interaction: InteractionRecord;
  readonly message: StoredMessage | null;
};

/** An application was added to a server or an account, or taken away from an account. */
export interface InstallChange {
  readonly kind: 'authorized' | 'deauthorized';
  readonly applicationId: string;
  readonly userId: string;
  /** Null for an account. */
  readonly guildId: string | null;
}

/** A gateway event and its audience. */
export interface Dispatch {
  readonly event: string;
  readonly data: unknown;
  readonly guildId: string | null;
  /** Only this application; null for every application in the guild. */
  readonly applicationId: string | null;
  /** A session needs one of these intents; 0 for events without an intent. */
  readonly intents: number;
  /** The channel that the bot must be able to view, for message events. */
  readonly channelId?: string;
}

export type UserRecord = APIUser;
