import { type AlertKind, AUCTION_STAGES } from '../../sandbox/demo/kind-counts.ts';
import type { ChannelPlan, RulePlan, ServerPlan } from '../../sandbox/demo/server-plans.ts';

/** For how long the local Discord knows a nonce: as short as the bot may assume (`docs/delivery.md`). */
export const NONCE_WINDOW_MS = 75_000;
/** Into how many shards the local Discord wants the connection to be split. */
export const SHARDS = 6;
const SERVERS = 2 * SHARDS;

const rule = (of: RulePlan['of'], alerts: string, kinds: readonly AlertKind[]): RulePlan => ({
  of,
  kinds,
  filter: {},
  options: { alerts },
});
const sales = (of: RulePlan['of']): RulePlan => rule(of, 'sales', ['sale']);

/** What a server follows besides all sales. */
const MORE: readonly (readonly ChannelPlan[])[] = [
  [{ name: 'auctions', rules: [rule('every', 'auctions', AUCTION_STAGES)] }],
  [{ name: 'moves', rules: [rule('every', 'mints, transfers, burns', ['mint', 'transfer', 'burn'])] }],
  [
    { name: 'favourite', rules: [sales('favourite')] },
    { name: 'listings', rules: [rule('every', 'listings', ['listing'])] },
  ],
  [{ name: 'offers', rules: [rule('every', 'offers', ['offer'])] }],
];

/** Two servers for each shard, each with all sales and something more. */
export const CLUSTER_SERVERS: readonly ServerPlan[] = Array.from({ length: SERVERS }, (_, index) => ({
  name: `Server ${index + 1}`,
  channels: [{ name: 'sales', rules: [sales('every')] }, ...(MORE[index % MORE.length] ?? [])],
}));
