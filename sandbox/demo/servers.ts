import { AUCTION_STAGES, type ToldKind } from './kinds.ts';
import type { RuleFilter } from './owed.ts';

/** A rule that an admin sets up by `/alerts add`, and what it promises. */
export interface RulePlan {
  /** The collection that most channels follow, or all of them. */
  readonly of: 'favourite' | 'every';
  readonly kinds: readonly ToldKind[];
  /** `null` where only the bot knows what fits, as with a floor. */
  readonly filter: RuleFilter | null;
  /** What is typed beside the channel and the collection. */
  readonly options: Readonly<Record<string, string>>;
}

export interface ChannelPlan {
  /** `null` for the name of the favourite collection. */
  readonly name: string | null;
  readonly rules: readonly RulePlan[];
  /** Only the admin and the bot see it. */
  readonly hidden?: true;
}

export interface ServerPlan {
  readonly name: string;
  readonly channels: readonly ChannelPlan[];
}

const sales = (of: RulePlan['of']): RulePlan => ({ of, kinds: ['sale'], filter: {}, options: {} });
const told = (of: RulePlan['of'], alerts: string, kinds: readonly ToldKind[]): RulePlan => ({
  of,
  kinds,
  filter: {},
  options: { alerts },
});

/**
 * Two servers, because the second server that follows a collection is the one that other bots forget: one follows
 * everything in one channel and the busiest collection in another, the other follows that collection too. Each has a
 * channel that follows nothing yet, and one has a channel that the plain member does not see.
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
    { name: 'auctions', rules: [told('every', 'auctions', AUCTION_STAGES)] },
    {
      name: 'market',
      rules: [
        { of: 'every', kinds: ['listing'], filter: null, options: { alerts: 'listings', below_floor: '5' } },
        told('every', 'offers', ['offer']),
      ],
    },
    { name: 'mints-and-transfers', rules: [told('every', 'mints, transfers', ['mint', 'transfer'])] },
    {
      name: 'rare-finds',
      rules: [
        { of: 'favourite', kinds: ['sale'], filter: FILTERED, options: { price_from: '1', rank: '1500' } },
      ],
    },
  ],
  [
    { name: 'auctions', rules: [told('every', 'auctions', AUCTION_STAGES)] },
    { name: 'listings', rules: [told('favourite', 'listings', ['listing'])] },
  ],
];

/** The servers of the demo. */
export const DEMO_SERVERS: readonly ServerPlan[] = SALES_SERVERS.map(({ name, channels }, index) => ({
  name,
  channels: [...channels, ...(MORE_CHANNELS[index] ?? [])],
}));
