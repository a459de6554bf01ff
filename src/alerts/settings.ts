import type { Wei } from '#src/chain/wei.ts';
import { DEFAULT_LANGUAGE, type Language } from '#src/messages/languages.ts';
import type { Topic } from './kinds/registry.ts';

/**
 * Sizes of an alert: an embed with a picture as large as is usual for its type, one line, an embed with a small picture,
 * an embed with a large one.
 */
export const MESSAGE_SIZES = ['auto', 'compact', 'normal', 'big'] as const;
export type MessageSize = (typeof MESSAGE_SIZES)[number];

/** Returns the size with this name; `null` for any other text. */
export const messageSizeOf = (name: string | null): MessageSize | null =>
  MESSAGE_SIZES.find((size) => size === name) ?? null;

/**
 * Messages posted for an auction: its card plus short messages on its approaching end and its end, or only the card,
 * which is edited.
 */
export type AuctionPosts = 'messages' | 'card';

/**
 * Which messages notify people: all, none (they are posted silently), or those that ping a role or reach a price
 * (`loudFrom`).
 */
export const SOUNDS = ['loud', 'important', 'silent'] as const;
export type Sound = (typeof SOUNDS)[number];

/** Parts of a card that a channel may leave out: rarest traits, facts on the price, pictures of tokens, and buttons. */
export const CARD_PARTS = ['traits', 'price context', 'picture', 'buttons'] as const;
export type CardPart = (typeof CARD_PARTS)[number];

/** Hours in which nothing is posted, in minutes since midnight; may span midnight. Never equal. */
export interface QuietHours {
  readonly from: number;
  readonly to: number;
}

export interface PingSettings {
  readonly roleId: string;
  /** Minimum price, wei; `null` to ping for every new message. */
  readonly minimum: Wei | null;
  /** Minimum minutes between two pings, 0 to 1,440. */
  readonly coolDownMinutes: number;
}

export function isSamePing(one: PingSettings | null, other: PingSettings | null): boolean {
  if (one === null || other === null) return one === other;
  const { roleId, minimum, coolDownMinutes } = other;
  return one.roleId === roleId && one.minimum === minimum && one.coolDownMinutes === coolDownMinutes;
}

/** Alert settings that an admin chose for a channel. */
export interface ChannelSettings {
  readonly ping: PingSettings | null;
  readonly size: MessageSize;
  readonly auctions: AuctionPosts;
  /** Whether to publish messages of an announcement channel to the servers that follow it. */
  readonly publish: boolean;
  /** In the server's time zone. */
  readonly quiet: QuietHours | null;
  /** Maximum messages an hour, 1 to 1,000; further alerts go into a summary. */
  readonly hourlyLimit: number | null;
  readonly sound: Sound;
  /** Price from which a message is `important`, wei; `null` for pings only, and for the other sounds. */
  readonly loudFrom: Wei | null;
  /** In the order of `CARD_PARTS`, without duplicates. */
  readonly hiddenParts: readonly CardPart[];
}

export const DEFAULT_CHANNEL_SETTINGS: ChannelSettings = {
  ping: null,
  size: 'auto',
  auctions: 'messages',
  publish: false,
  quiet: null,
  hourlyLimit: null,
  sound: 'loud',
  loudFrom: null,
  hiddenParts: [],
};

/** Default messages an hour to a user. Beyond it, alerts are summarized unless they are urgent. */
const PERSON_HOURLY_LIMIT = 20;

/** Maximum limit that a user can choose. Beyond it, urgent alerts are summarized too. */
export const MAX_PERSON_HOURLY_LIMIT = 60;

/** Default settings of a user’s direct messages. */
export const DEFAULT_PERSON_SETTINGS: ChannelSettings = {
  ...DEFAULT_CHANNEL_SETTINGS,
  hourlyLimit: PERSON_HOURLY_LIMIT,
};

/** Position of the currency symbol; `short` also shortens large amounts (`12.3K S`). */
export type CurrencyDisplay = 'after' | 'before' | 'short';

/** Settings of a server. */
export interface GuildSettings {
  /** An IANA name that `Intl` knows. */
  readonly timeZone: string;
  /** Language of texts, numbers and dates. */
  readonly language: Language;
  readonly currencyDisplay: CurrencyDisplay;
  /** 0 to 0xffffff; topics without an entry have the default colour. */
  readonly colours: Readonly<Partial<Record<Topic, number>>>;
  /** Channel of `/alerts add` if the channel option is empty. */
  readonly defaultChannelId: string | null;
  /** Members with this role may manage alerts and settings without Manage Server. */
  readonly managerRoleId: string | null;
}

export const DEFAULT_GUILD_SETTINGS: GuildSettings = {
  timeZone: 'UTC',
  language: DEFAULT_LANGUAGE,
  currencyDisplay: 'after',
  colours: {},
  defaultChannelId: null,
  managerRoleId: null,
};
