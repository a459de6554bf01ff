import type { AlertKind } from './alert-kind.ts';
import type { Wei } from './wei.ts';

/** How much room an alert takes: one line, an embed with a small picture, an embed with a large one. */
export type Look = 'compact' | 'normal' | 'big';

/** Hours of the day in which nothing is posted, in minutes since midnight; may run over midnight. Never equal. */
export interface QuietHours {
  readonly from: number;
  readonly to: number;
}

export interface PingRule {
  readonly roleId: string;
  /** Only what costs at least so much, wei; `null` for everything that is posted anew. */
  readonly minimum: Wei | null;
  /** At most one ping in so many minutes, 0 to 1,440. */
  readonly coolDownMinutes: number;
}

export function samePing(one: PingRule | null, other: PingRule | null): boolean {
  if (one === null || other === null) return one === other;
  const { roleId, minimum, coolDownMinutes } = other;
  return one.roleId === roleId && one.minimum === minimum && one.coolDownMinutes === coolDownMinutes;
}

/** How one channel is told. */
export interface ChannelSettings {
  readonly ping: PingRule | null;
  readonly look: Look;
  /** Publishes what is posted in an announcement channel to the servers that follow it. */
  readonly publish: boolean;
  /** In the server's time zone. */
  readonly quiet: QuietHours | null;
  /** At most so many messages an hour, 1 to 1,000; what is beyond is folded. */
  readonly hourlyLimit: number | null;
}

/** The large look is the usual one: it is how alerts looked before there was a choice. */
export const PLAIN_CHANNEL: ChannelSettings = {
  ping: null,
  look: 'big',
  publish: false,
  quiet: null,
  hourlyLimit: null,
};

/** Where the currency's symbol stands, and whether large amounts are shortened (`12.3K S`). */
export type CurrencyDisplay = 'after' | 'before' | 'short';

/** What a server chose. */
export interface GuildSettings {
  /** An IANA name that `Intl` knows. */
  readonly timeZone: string;
  /** A BCP 47 tag that `Intl` knows: how numbers and dates are written. */
  readonly locale: string;
  readonly currencyDisplay: CurrencyDisplay;
  /** 0 to 0xffffff; kinds that are not named have the usual colour. */
  readonly colours: Readonly<Partial<Record<AlertKind, number>>>;
  /** Where `/alerts add` posts when no channel is named. */
  readonly defaultChannelId: string | null;
  /** Who holds it may manage alerts and settings as if they had Manage Server. */
  readonly managerRoleId: string | null;
}

export const USUAL_SETTINGS: GuildSettings = {
  timeZone: 'UTC',
  locale: 'en-US',
  currencyDisplay: 'after',
  colours: {},
  defaultChannelId: null,
  managerRoleId: null,
};
