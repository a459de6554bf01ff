import { AUCTION_STAGES, type ToldKind } from '../../sandbox/demo/kinds.ts';
import type { RulePlan, ServerPlan } from '../../sandbox/demo/servers.ts';

const sales = (of: RulePlan['of']): RulePlan => ({ of, kinds: ['sale'], filter: {}, options: {} });
const told = (alerts: string, kinds: readonly ToldKind[]): RulePlan => ({
  of: 'every',
  kinds,
  filter: {},
  options: { alerts },
});

/** Channels in which no answer reaches the bot for a minute: what becomes of a message there is found by reading back. */
export const DEAF = /#deaf-\d$/;
/** A channel where Discord answers late. */
export const LAGGING = /#lagging$/;
/** A channel that takes few messages an hour, and one in which quiet hours last all day: both are told in summaries. */
export const LIMITED = /#limited$/;
export const QUIET = /#quiet$/;
/** A channel that is taken from the bot and given back again and again. */
export const TAKEN = /#taken$/;
/** Channels in which much is written while the bot is down. */
export const CHATS = /#chat-\d$/;
/** A channel whose message is without an answer when hundreds of others ask for permits. */
export const WAITING = /#waiting$/;
/** A channel with messages at which Discord fails for ever. */
export const POISONED = /#poisoned$/;
/** An announcement channel whose messages are published. It is not in the plan: a scene has text channels only. */
export const NEWS = 'news';

/** Three servers, so many channels that the sixty sales of one look are more than what is addressed in one transaction. */
export const CRASH_SERVERS: readonly ServerPlan[] = [
  {
    name: 'North',
    channels: [
      { name: 'sales', rules: [sales('every')] },
      { name: 'lagging', rules: [sales('favourite')] },
      { name: 'auctions', rules: [told('auctions', AUCTION_STAGES)] },
      { name: 'deaf-1', rules: [sales('favourite')] },
      { name: 'deaf-2', rules: [sales('every')] },
      { name: 'limited', rules: [sales('every')] },
    ],
  },
  {
    name: 'East',
    channels: [
      { name: 'sales', rules: [sales('every')] },
      { name: 'moves', rules: [told('mints, transfers', ['mint', 'transfer'])] },
      { name: 'deaf-3', rules: [sales('favourite')] },
      { name: 'deaf-4', rules: [told('listings', ['listing'])] },
      { name: 'quiet', rules: [sales('every')] },
    ],
  },
  {
    name: 'South',
    channels: [
      {
        name: 'everything',
        rules: [sales('every'), told('auctions, listings', [...AUCTION_STAGES, 'listing'])],
      },
      { name: 'offers', rules: [told('offers', ['offer'])] },
      { name: 'taken', rules: [sales('favourite')] },
      { name: 'chat-1', rules: [sales('favourite')] },
      { name: 'chat-2', rules: [sales('favourite')] },
      { name: 'waiting', rules: [sales('favourite')] },
      { name: 'poisoned', rules: [sales('favourite')] },
      { name: 'deaf-5', rules: [sales('favourite')] },
    ],
  },
];
