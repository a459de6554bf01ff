/** A message of the simulated Discord. Times in ms since the start of the history. */
export interface SimulatedMessage {
  readonly id: string;
  readonly channelId: string;
  readonly authorId: string;
  readonly at: number;
  readonly nonce: string | null;
  content: string;
  /** Its text when it was posted. */
  readonly firstContent: string;
  /** What each request with a text allowed it to mention. */
  readonly allowedMentions: unknown[];
  embeds: readonly SimulatedEmbed[];
  components: readonly unknown[];
  readonly edits: number[];
  publishedAt: number | null;
  /** A moderator removed its embeds: they are kept and edited, and shown to nobody. */
  isSuppressed: boolean;
  /** Discord said of an edit that the message is gone, or its body invalid, so nobody can expect that edit. */
  isEditRefused: boolean;
  deletedAt: number | null;
}

/** The parts of an embed that the simulation looks at. */
export interface SimulatedEmbed {
  readonly title?: string;
  readonly description?: string;
  readonly url?: string;
  readonly timestamp?: string;
}

/** What the bot may lose in a channel. */
export type Permission = 'view' | 'send' | 'embed' | 'history';

export interface SimulatedChannel {
  readonly id: string;
  /** The bot renames the channel of a ticker. */
  name: string;
  /** Renames that Discord made. */
  readonly renames: { readonly at: number; readonly name: string }[];
  /** When the bot asked for one beyond Discord's limit. */
  readonly renamesBeyondLimit: number[];
  /** `null` for direct messages. */
  readonly guildId: string | null;
  /** Whose direct messages these are; `null` in the server. */
  readonly recipientId: string | null;
  readonly isAnnouncement: boolean;
  readonly isVoice: boolean;
  readonly denied: Set<Permission>;
  /** Whether it takes edits. A message opens what was archived, and nothing opens what is locked. */
  thread: 'open' | 'archived' | 'locked';
  /** Whether Discord can list its messages; each of them it always shows by its id. */
  isListable: boolean;
  /** Oldest first. */
  readonly messages: SimulatedMessage[];
}

/** Another server lets the bot in. Times in ms since the start of the history. */
export interface Invitation {
  readonly guildId: string;
  /** The server's only text channel. */
  readonly channelId: string;
  readonly at: number;
  /** When the bot was removed; `null` while it is there. */
  removedAt: number | null;
}

/** The simulated Discord's data. */
export interface DiscordState {
  readonly channels: ReadonlyMap<string, SimulatedChannel>;
  /** Hosts whose addresses Discord refuses in a message. */
  readonly refusedHosts: Set<string>;
  channel(id: string): SimulatedChannel;
  /** By servers other than `GUILD_ID`, oldest first. */
  readonly invitations: readonly Invitation[];
  /** Lets the bot into the server of this number, unless it is there. */
  invite(guest: number): Invitation | null;
  /** Removes the bot from it, if it is there. */
  remove(guest: number): Invitation | null;
  /** Whether the direct messages with somebody were ever opened. */
  hasDirectMessages(userId: string): boolean;
  /** Opens them where they are not. */
  directMessageChannel(userId: string): SimulatedChannel;
  newId(): string;
  /** ms since the start of the history. */
  now(): number;
  /** Stores a message unless its nonce was used within the time that Discord keeps nonces. */
  accept(message: {
    readonly channelId: string;
    readonly authorId: string;
    readonly nonce: string | null;
    readonly body: {
      content?: string;
      embeds?: readonly SimulatedEmbed[];
      components?: readonly unknown[];
      allowed_mentions?: unknown;
    };
  }): SimulatedMessage;
}

export const GUILD_ID = '900000000000000001';
/** A role that everybody may mention, of every server. */
export const ROLE_ID = '900000000000000005';
const FIRST_GUEST = 900_000_000_001_000_000n;
const FIRST_GUEST_CHANNEL = 910_000_000_001_000_000n;
/** The channel of a ticker. */
export const VOICE_CHANNEL_ID = '910000000002000000';
export const BOT_ID = '900000000000000002';
export const ADMIN_ID = '900000000000000003';
const CHAT_AUTHOR_ID = '900000000000000004';
const FIRST_CHANNEL = 910_000_000_000_000_000n;

/**
 * Discord documents “the past few minutes”. The bot repeats a nonce for a minute, and such a request may be accepted until the
 * bot gives it up, so no more than that is kept.
 */
const NONCE_KEPT_MS = 67_000;
const DISCORD_EPOCH_MS = 1_420_070_400_000;

/** When Discord made the id, epoch ms. */
export const timeOfId = (id: bigint): number => Number(id >> 22n) + DISCORD_EPOCH_MS;

const FIRST_DIRECT_CHANNEL = 920_000_000_000_000_000n;
const FIRST_PERSON = 940_000_000_000_500_000n;
const USERS = 1_000_000n;

/** Discord's id of a person who watches something, by their number. */
export const personIdOf = (person: number): string => String(FIRST_PERSON + BigInt(person));

/** The channel of the direct messages with a user, opened or not. */
export const directChannelIdOf = (userId: string): string =>
  String(FIRST_DIRECT_CHANNEL + (BigInt(userId) % USERS));

export const channelIdOf = (number: number): string => String(FIRST_CHANNEL + BigInt(number));

/**
 * @param deps.now ms since the start of the history
 * @param deps.trueTime epoch ms
 * @param deps.channels how many there are; the last two are announcement channels
 */
export function createDiscordState(deps: {
  readonly now: () => number;
  readonly trueTime: () => number;
  readonly channels: number;
  /** How many there are after them, for auctions. */
  readonly auctionChannels: number;
  /** Whether there is a voice channel. */
  readonly hasVoiceChannel: boolean;
}): DiscordState {
  const { now, trueTime } = deps;
  const channels = new Map<string, SimulatedChannel>();
  let lastId = 0n;

  function addChannel(
    id: string,
    name: string,
    of: Pick<SimulatedChannel, 'guildId' | 'recipientId' | 'isAnnouncement'> & { readonly isVoice?: boolean },
  ): SimulatedChannel {
    const channel: SimulatedChannel = {
      ...{
        id,
        name,
        isVoice: false,
        ...of,
        denied: new Set<Permission>(),
        messages: [],
        renames: [],
        renamesBeyondLimit: [],
      },
      thread: 'open',
      isListable: true,
    };
    channels.set(id, channel);
    return channel;
  }
  const inServer = { guildId: GUILD_ID, recipientId: null, isAnnouncement: false };
  for (let number = 0; number < deps.channels; number += 1)
    addChannel(channelIdOf(number), `channel-${number}`, {
      ...inServer,
      isAnnouncement: number >= deps.channels - 2,
    });
  for (let number = 0; number < deps.auctionChannels; number += 1)
    addChannel(channelIdOf(deps.channels + number), `auctions-${number}`, inServer);
  if (deps.hasVoiceChannel) addChannel(VOICE_CHANNEL_ID, 'floor', { ...inServer, isVoice: true });
  const invitations: Invitation[] = [];
  const joined = (guildId: string): Invitation | null =>
    invitations.find((one) => one.guildId === guildId && one.removedAt === null) ?? null;

  function newId(): string {
    const fromClock = BigInt(Math.floor(trueTime()) - DISCORD_EPOCH_MS) << 22n;
    lastId = fromClock > lastId ? fromClock : lastId + 1n;
    return lastId.toString();
  }

  function channel(id: string): SimulatedChannel {
    const known = channels.get(id);
    if (known === undefined) throw new Error(`There is no channel ${id}.`);
    return known;
  }

  return {
    channels,
    refusedHosts: new Set(),
    channel,
    invitations,
    invite(guest) {
      const guildId = String(FIRST_GUEST + BigInt(guest));
      if (joined(guildId) !== null) return null;
      const channelId = String(FIRST_GUEST_CHANNEL + BigInt(guest));
      const known = channels.get(channelId);
      known?.denied.clear();
      if (known === undefined) addChannel(channelId, `guest-${guest}`, { ...inServer, guildId });
      const invitation = { guildId, channelId, at: now(), removedAt: null };
      invitations.push(invitation);
      return invitation;
    },
    remove(guest) {
      const invitation = joined(String(FIRST_GUEST + BigInt(guest)));
      if (invitation === null) return null;
      invitation.removedAt = now();
      channel(invitation.channelId).denied.add('view');
      return invitation;
    },
    now,
    newId,
    hasDirectMessages: (userId) => channels.has(directChannelIdOf(userId)),
    directMessageChannel(userId) {
      const id = directChannelIdOf(userId);
      const direct = { guildId: null, recipientId: userId, isAnnouncement: false };
      return channels.get(id) ?? addChannel(id, `dm-${userId}`, direct);
    },
    accept({ channelId, authorId, nonce, body }) {
      const { messages } = channel(channelId);
      const known =
        nonce === null
          ? undefined
          : messages.findLast((message) => message.nonce === nonce && now() - message.at < NONCE_KEPT_MS);
      if (known !== undefined) return known;
      const { content = '', embeds = [], components = [] } = body;
      const message: SimulatedMessage = {
        id: newId(),
        channelId,
        authorId,
        at: now(),
        nonce,
        content,
        firstContent: content,
        allowedMentions: content === '' ? [] : [body.allowed_mentions],
        embeds,
        components,
        edits: [],
        publishedAt: null,
        isSuppressed: false,
        isEditRefused: false,
        deletedAt: null,
      };
      messages.push(message);
      return message;
    },
  };
}

/** Members talk: so many messages come into the channel. */
export function chat(state: DiscordState, channelId: string, messages: number): void {
  for (let count = 0; count < messages; count += 1)
    state.accept({ channelId, authorId: CHAT_AUTHOR_ID, nonce: null, body: { content: 'hello' } });
}
