import { extrasOf } from '#src/alerts/rule-extras.ts';
import type { Subscription } from '#src/alerts/subscription.ts';
import { isPerson } from '#src/alerts/target.ts';
import { now } from './database/adapters.ts';
import type { Queries, Transaction } from './database/database.ts';
import { inChunks } from './database/lists.ts';
import type { RuleVersion } from './model/detected-event.ts';
import { filterJson, topicsJson, writeRule } from './rules.ts';

/** Versions that are kept of one rule. */
const MAX_VERSIONS = 20;

/** Deletes the oldest versions of the rule beyond the limit. */
async function removeSurplus(transaction: Transaction, subscriptionId: number): Promise<void> {
  const oldest = await transaction
    .selectFrom('ruleVersions')
    .select('id')
    .where('subscriptionId', '=', subscriptionId)
    .orderBy('id', 'desc')
    .limit(1)
    .offset(MAX_VERSIONS)
    .executeTakeFirst();
  if (oldest === undefined) return;
  await transaction
    .deleteFrom('ruleVersions')
    .where('subscriptionId', '=', subscriptionId)
    .where('id', '<=', oldest.id)
    .execute();
}

/** Records what these rules say from now on. Watches of people are left out. */
export async function addRuleVersions(
  transaction: Transaction,
  rules: readonly Pick<
    Subscription,
    'id' | 'guildId' | 'channelId' | 'topics' | 'filter' | 'extras' | 'pausedAt'
  >[],
  { isRemoved = false }: { readonly isRemoved?: boolean } = {},
): Promise<void> {
  const ofChannels = rules.filter(({ channelId }) => !isPerson(channelId));
  const fromAt = now(transaction);
  for (const chunk of inChunks(ofChannels)) {
    await transaction
      .insertInto('ruleVersions')
      .values(
        chunk.map(({ id, guildId, channelId, topics, filter, extras, pausedAt }) => {
          const written = writeRule({ topics, filter, pingRoles: [] });
          return {
            subscriptionId: id,
            guildId,
            channelId,
            topics: written.topics,
            filter: written.filter,
            fromAt,
            endsAt: extrasOf({ extras }).endsAt,
            isPaused: pausedAt !== null,
            isRemoved,
          };
        }),
      )
      .execute();
  }
  for (const { id } of ofChannels) await removeSurplus(transaction, id);
}

/** Finds the versions of the channel's rules, oldest first; of one rule each in the order of time. */
export async function findRuleVersions(queries: Queries, channelId: string): Promise<readonly RuleVersion[]> {
  const rows = await queries
    .selectFrom('ruleVersions')
    .select(['subscriptionId', 'topics', 'filter', 'fromAt', 'endsAt', 'isPaused', 'isRemoved'])
    .where('channelId', '=', channelId)
    .orderBy('id')
    .execute();
  return rows.map(({ topics, filter, ...row }) => ({
    ...row,
    topics: topicsJson.read(topics),
    filter: filterJson.read(filter),
  }));
}
