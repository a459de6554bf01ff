import type { Rule, Subscription } from '#src/alerts/subscription.ts';
import { compiledQuery, type Parameters } from './database/compiled-query.ts';
import type { Queries } from './database/database.ts';
import { inChunks } from './database/lists.ts';
import { readRule, ruleHash } from './rules.ts';

export const SUBSCRIPTION_COLUMNS = [
  'id',
  'guildId',
  'channelId',
  'topics',
  'filter',
  'pingRoleIds',
  'extras',
  'createdBy',
  'createdAt',
  'pausedAt',
  'lastMatchAt',
  'lastPostAt',
  'onceDeliveryId',
] as const;

/** Selects subscriptions, oldest first. */
const selectSubscriptions = (queries: Queries) =>
  queries.selectFrom('subscriptions').select(SUBSCRIPTION_COLUMNS).orderBy('id');

type SubscriptionRow = Awaited<ReturnType<ReturnType<typeof selectSubscriptions>['execute']>>[number];

/** Reads a stored subscription. Throws GavelError STORE_UNUSABLE if this program did not write it. */
export function readSubscription({
  topics,
  filter,
  pingRoleIds,
  extras,
  onceDeliveryId,
  ...row
}: SubscriptionRow): Subscription {
  const rule = readRule({ topics, filter, pingRoleIds, extras });
  return { ...row, ...rule, ...(onceDeliveryId === null ? {} : { onceDeliveryId }) };
}

/** Rules per query, because several thousand at once would block the event loop. */
const PAGE_SIZE = 500;

interface Page {
  /** Id of the last one before the page. */
  readonly after: number;
  readonly limit: number;
}

const selectPage = compiledQuery((queries: Queries, { after, limit }: Parameters<Page>) =>
  selectSubscriptions(queries).where('id', '>', after).limit(limit),
);

const selectPageOfGuild = compiledQuery(
  (queries: Queries, { after, limit, guildId }: Parameters<Page & { guildId: string }>) =>
    selectSubscriptions(queries).where('id', '>', after).where('guildId', '=', guildId).limit(limit),
);

/** Finds all rules, or those of one server. */
export async function findSubscriptions(
  queries: Queries,
  { guildId }: { readonly guildId: string | null },
): Promise<readonly Subscription[]> {
  const all: Subscription[] = [];
  for (;;) {
    const asked = { after: all.at(-1)?.id ?? 0, limit: PAGE_SIZE };
    const page = await (guildId === null
      ? selectPage(queries, asked)
      : selectPageOfGuild(queries, { ...asked, guildId }));
    all.push(...page.map(readSubscription));
    if (page.length < PAGE_SIZE) return all;
  }
}

/** Finds a rule; `null` if the server has none with this id. */
export async function findSubscription(
  queries: Queries,
  guildId: string,
  id: number,
): Promise<Subscription | null> {
  const found = await selectSubscriptions(queries)
    .where('id', '=', id)
    .where('guildId', '=', guildId)
    .executeTakeFirst();
  return found === undefined ? null : readSubscription(found);
}

const countByChannel = compiledQuery((queries: Queries, { guildId }: Parameters<{ guildId: string }>) =>
  queries
    .selectFrom('subscriptions')
    .select(({ fn }) => ['channelId', fn.countAll<number>().as('count')])
    .where('guildId', '=', guildId)
    .groupBy('channelId')
    .orderBy(({ fn }) => fn.min('id')),
);

/** Counts the rules of each channel of the server; the channel with the oldest rule comes first. */
export async function countRulesByChannel(
  queries: Queries,
  guildId: string,
): Promise<ReadonlyMap<string, number>> {
  const rows = await countByChannel(queries, { guildId });
  return new Map(rows.map(({ channelId, count }) => [channelId, count]));
}

/** Finds the rules with these ids that belong to the server, oldest first. */
export async function findOfGuild(
  queries: Queries,
  guildId: string,
  ids: readonly number[],
): Promise<readonly Subscription[]> {
  const found: Subscription[] = [];
  for (const chunk of inChunks([...new Set(ids)].toSorted((one, other) => one - other))) {
    const rows = await queries
      .selectFrom('subscriptions')
      .select(SUBSCRIPTION_COLUMNS)
      .where('guildId', '=', guildId)
      .where('id', 'in', chunk)
      .orderBy('id')
      .execute();
    found.push(...rows.map(readSubscription));
  }
  return found;
}

/** Returns a key that is equal for identical rules of a channel. */
export const keyOf = (rule: Rule & { readonly channelId: string }): string =>
  `${rule.channelId} ${ruleHash(rule)}`;

/** Finds stored rules that are equal to one of these, by key. */
export async function findSame(
  queries: Queries,
  rules: readonly (Rule & { readonly channelId: string })[],
): Promise<ReadonlyMap<string, Subscription>> {
  const found = new Map<string, Subscription>();
  for (const chunk of inChunks(rules)) {
    const rows = await selectSubscriptions(queries)
      .where('channelId', 'in', [...new Set(chunk.map(({ channelId }) => channelId))])
      .where('ruleHash', 'in', [...new Set(chunk.map(ruleHash))])
      .execute();
    for (const row of rows) {
      const subscription = readSubscription(row);
      found.set(keyOf(subscription), subscription);
    }
  }
  return found;
}

/** Finds the rules of these channels by channel, oldest first; no entry for channels without any. */
export async function findRulesOfChannels(
  queries: Queries,
  channelIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Subscription[]>> {
  const found = new Map<string, Subscription[]>();
  for (const chunk of inChunks(channelIds)) {
    const rows = await selectSubscriptions(queries).where('channelId', 'in', chunk).execute();
    for (const row of rows)
      found.set(row.channelId, [...(found.get(row.channelId) ?? []), readSubscription(row)]);
  }
  return found;
}
