import { type AlertKind, AUCTION_STAGES } from '../../sandbox/demo/kind-counts.ts';
import type { RulePlan, ServerPlan } from '../../sandbox/demo/server-plans.ts';

const SERVERS = 12;

const alertsRule = (of: RulePlan['of'], alerts: string, kinds: readonly AlertKind[]): RulePlan => ({
  of,
  kinds,
  filter: {},
  options: { alerts },
});

/** Besides sales every server has one more channel, alternately one of these. */
const MORE: readonly { readonly name: string; readonly rules: readonly RulePlan[] }[] = [
  { name: 'auctions', rules: [alertsRule('every', 'auctions', AUCTION_STAGES)] },
  { name: 'moves', rules: [alertsRule('every', 'mints, transfers, burns', ['mint', 'transfer', 'burn'])] },
  { name: 'listings', rules: [alertsRule('favourite', 'listings', ['listing'])] },
  { name: 'offers', rules: [alertsRule('every', 'offers', ['offer'])] },
];

/** A dozen servers, so that at 20 alerts a second no channel exceeds Discord's rate limit. */
export const SOAK_SERVERS: readonly ServerPlan[] = Array.from({ length: SERVERS }, (_, index) => {
  const more = MORE[index % MORE.length];
  return {
    name: `Server ${index + 1}`,
    channels: [
      { name: 'sales', rules: [{ of: 'every', kinds: ['sale'], filter: {}, options: {} }] },
      ...(more === undefined ? [] : [more]),
    ],
  };
});
