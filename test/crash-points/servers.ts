import { type AlertKind, AUCTION_STAGES } from '../../sandbox/demo/kind-counts.ts';
import type { RulePlan, ServerPlan } from '../../sandbox/demo/server-plans.ts';

const sales = (of: RulePlan['of']): RulePlan => ({ of, kinds: ['sale'], filter: {}, options: {} });
const alertsRule = (alerts: string, kinds: readonly AlertKind[]): RulePlan => ({
  of: 'every',
  kinds,
  filter: {},
  options: { alerts },
});

/** Channels whose responses do not reach the bot for a minute: it has to read back whether a message was posted. */
export const NO_ANSWERS = /#deaf-\d$/;
/** A channel where Discord responds slowly. */
export const LAGGING = /#lagging$/;
/** A channel with a low hourly limit, and one with quiet hours all day: both get summaries. */
export const LIMITED = /#limited$/;
export const QUIET = /#quiet$/;
/** A channel to which the bot repeatedly loses and regains access. */
export const LOSING_ACCESS = /#taken$/;
/** Channels in which many messages are written while the bot is down. */
export const BUSY_CHANNELS = /#chat-\d$/;
/** A channel whose message has no response while hundreds of others wait for permits. */
export const WAITING = /#waiting$/;
/** A channel with messages at which Discord always fails. */
export const POISONED = /#poisoned$/;
/** An announcement channel whose messages are published. Not in the plan, which has text channels only. */
export const NEWS = 'news';

/** Three servers with so many channels that sixty sales of one poll exceed the deliveries of one transaction. */
export const CRASH_SERVERS: readonly ServerPlan[] = [
  {
    name: 'North',
    channels: [
      { name: 'sales', rules: [sales('every')] },
      { name: 'lagging', rules: [sales('favourite')] },
      { name: 'auctions', rules: [alertsRule('auctions', AUCTION_STAGES)] },
      { name: 'deaf-1', rules: [sales('favourite')] },
      { name: 'deaf-2', rules: [sales('every')] },
      { name: 'limited', rules: [sales('every')] },
    ],
  },
  {
    name: 'East',
    channels: [
      { name: 'sales', rules: [sales('every')] },
      { name: 'moves', rules: [alertsRule('mints, transfers, burns', ['mint', 'transfer', 'burn'])] },
      { name: 'deaf-3', rules: [sales('favourite')] },
      { name: 'deaf-4', rules: [alertsRule('listings', ['listing'])] },
      { name: 'quiet', rules: [sales('every')] },
    ],
  },
  {
    name: 'South',
    channels: [
      {
        name: 'everything',
        rules: [sales('every'), alertsRule('auctions, listings', [...AUCTION_STAGES, 'listing'])],
      },
      { name: 'offers', rules: [alertsRule('offers', ['offer'])] },
      { name: 'taken', rules: [sales('favourite')] },
      { name: 'chat-1', rules: [sales('favourite')] },
      { name: 'chat-2', rules: [sales('favourite')] },
      { name: 'waiting', rules: [sales('favourite')] },
      { name: 'poisoned', rules: [sales('favourite')] },
      { name: 'deaf-5', rules: [sales('favourite')] },
    ],
  },
];
