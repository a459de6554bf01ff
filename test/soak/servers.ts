import { AUCTION_STAGES, type ToldKind } from '../../sandbox/demo/kinds.ts';
import type { RulePlan, ServerPlan } from '../../sandbox/demo/servers.ts';

const SERVERS = 12;

const told = (of: RulePlan['of'], alerts: string, kinds: readonly ToldKind[]): RulePlan => ({
  of,
  kinds,
  filter: {},
  options: { alerts },
});

/** Beside all sales every server follows one thing more, in turn. */
const MORE: readonly { readonly name: string; readonly rules: readonly RulePlan[] }[] = [
  { name: 'auctions', rules: [told('every', 'auctions', AUCTION_STAGES)] },
  { name: 'moves', rules: [told('every', 'mints, transfers', ['mint', 'transfer'])] },
  { name: 'listings', rules: [told('favourite', 'listings', ['listing'])] },
  { name: 'offers', rules: [told('every', 'offers', ['offer'])] },
];

/** A dozen servers, so that no channel has more than Discord takes of one when 20 alerts come a second. */
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
