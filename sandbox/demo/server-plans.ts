import type { RuleFilter } from './expected-alerts.ts';
import { type AlertKind, AUCTION_STAGES } from './kind-counts.ts';

/** A rule that an admin adds with `/alerts add`, and what it asks for. */
export interface RulePlan {
  /** The collection that most channels follow, or all of them. */
  readonly of: 'favourite' | 'every';
  readonly kinds: readonly AlertKind[];
  /** `null` where only the bot knows what matches, as with a floor. */
  readonly filter: RuleFilter | null;
  /** What it asks for besides the channel and the collection, in the command or in its preview. */
  readonly options: Readonly<Record<string, string>>;
}

export interface ChannelPlan {
  /** `null` for the name of the favourite collection. */
  readonly name: string | null;
  readonly rules: readonly RulePlan[];
  /** Visible only to the admin and the bot. */
  readonly hidden?: true;
}

export interface ServerPlan {
  readonly name: string;
  /** IANA name; UTC where it is left out. */
  readonly timeZone?: string;
  readonly channels: readonly ChannelPlan[];
  /** Whether it has a voice channel whose name shows the floor of the favourite collection. */
  readonly ticker?: true;
}

const sales = (of: RulePlan['of']): RulePlan => ({ of, kinds: ['sale'], filter: {}, options: {} });
const unfiltered = (of: RulePlan['of'], alerts: string, kinds: readonly AlertKind[]): RulePlan => ({
  of,
  kinds,
  filter: {},
  options: { alerts },
});

/**
 * Two servers that follow the same collection, which covers that each of them gets its alerts: one follows
 * everything in one channel and the busiest collection in another, the other follows that collection too. Each
 * has a channel without rules, and one has a channel that the plain member cannot see.
 */
export const SALES_SERVERS: readonly ServerPlan[] = [
  {
    name: 'Auction House',
    channels: [
      { name: 'general', rules: [] },
      { name: 'all-sales', rules: [sales('every')] },
      { name: null, rules: [sales('favourite')] },
      { name: 'moderators', rules: [], hidden: true },
    ],
  },
  {
    name: 'Night Market',
    channels: [
      { name: 'general', rules: [] },
      { name: 'sales', rules: [sales('favourite')] },
    ],
  },
];

const FILTERED: RuleFilter = { priceFrom: 10n ** 18n, rankAtMost: 1_500 };

/** Channels for every kind of alert, in both servers. */
const MORE_CHANNELS: readonly (readonly ChannelPlan[])[] = [
  [
    { name: 'auctions', rules: [unfiltered('every', 'auctions', AUCTION_STAGES)] },
    {
      name: 'market',
      rules: [
        { of: 'every', kinds: ['listing'], filter: null, options: { alerts: 'listings', below_floor: '5' } },
        unfiltered('every', 'offers', ['offer']),
      ],
    },
    {
      name: 'mints-and-transfers',
      rules: [unfiltered('every', 'mints, transfers, burns', ['mint', 'transfer', 'burn'])],
    },
    {
      name: 'rare-finds',
      rules: [
        { of: 'favourite', kinds: ['sale'], filter: FILTERED, options: { price_from: '1', rank: '1500' } },
      ],
    },
  ],
  [
    { name: 'auctions', rules: [unfiltered('every', 'auctions', AUCTION_STAGES)] },
    { name: 'listings', rules: [unfiltered('favourite', 'listings', ['listing'])] },
  ],
];

/** The servers of the demo. */
export const DEMO_SERVERS: readonly ServerPlan[] = SALES_SERVERS.map(({ name, channels }, index) => ({
  name,
  channels: [...channels, ...(MORE_CHANNELS[index] ?? [])],
  ...(index === 0 ? { ticker: true } : {}),
}));

const recaps = (of: RulePlan['of'], on: string): RulePlan => ({
  of,
  kinds: [],
  filter: {},
  options: { alerts: 'recaps', recap_on: on, recap_empty: 'nothing' },
});

const floors = (moves: string): RulePlan => ({
  of: 'favourite',
  kinds: [],
  filter: null,
  options: { alerts: 'floors', floor_moves: moves },
});

/** What each server has besides; the second one's clocks are changed twice a year. */
const MORE_OF_SERVERS: readonly Omit<ServerPlan, 'name'>[] = [
  {
    channels: [
      { name: 'floors', rules: [floors('10% in 24h')] },
      { name: 'weekly', rules: [recaps('favourite', 'monday')] },
      { name: 'daily', rules: [recaps('every', 'daily')] },
    ],
  },
  { timeZone: 'America/New_York', channels: [{ name: 'days', rules: [recaps('every', 'daily')] }] },
];

/** The same with floors and recaps, for a market whose weeks go by. */
export const SERVERS_WITH_RECAPS: readonly ServerPlan[] = DEMO_SERVERS.map((server, index) => {
  const more = MORE_OF_SERVERS[index];
  return { ...server, ...more, channels: [...server.channels, ...(more?.channels ?? [])] };
});
