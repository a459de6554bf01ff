import { type Selectable, sql } from 'kysely';
import { TOPICS } from '#src/alerts/kinds/registry.ts';
import type { AlertTemplate, SavedTemplate } from '#src/alerts/templates/alert-template.ts';
import type { Queries, Transaction } from './database/database.ts';
import { jsonColumn, remembering } from './database/json.ts';
import { inChunks } from './database/lists.ts';
import type { Tables } from './database/tables.ts';
import { templateSchema } from './model/template.ts';

/** Earlier versions of a server's templates that are kept for messages that show them. */
const MAX_PAST = 200;

const wordsJson = remembering<AlertTemplate>(jsonColumn('a template', templateSchema), {
  texts: 200,
  characters: 200_000,
});

/** Formats a template for its column. Reading it back checks its lengths. */
export const writeTemplate = (template: AlertTemplate): string => wordsJson.write(template);

export const readTemplate = (words: string | null): AlertTemplate | null =>
  words === null ? null : wordsJson.read(words);

/** Reads a row; none for a topic of another version. */
function readSavedTemplate(row: Selectable<Tables['templates']>): readonly SavedTemplate[] {
  const { guildId, scope, target, words } = row;
  const topic = TOPICS.find((one) => one === row.topic);
  return topic === undefined ? [] : [{ guildId, scope, target, topic, template: wordsJson.read(words) }];
}

/** Finds the current templates of a server, in the order in which they were saved. */
export async function findTemplates(queries: Queries, guildId: string): Promise<readonly SavedTemplate[]> {
  const rows = await queries
    .selectFrom('templates')
    .selectAll()
    .where('guildId', '=', guildId)
    .where(({ ref }) => ref('isCurrent'))
    .orderBy('id')
    .execute();
  return rows.flatMap(readSavedTemplate);
}

/**
 * Selects the id of the template that a row of `deliveries` gets now, like `nearestTemplate` of the alerts: that of one
 * of its rules, else of its channel, else of its server.
 */
export const nearestTemplateId = sql<number | null>`(
  select nearest.id
    from templates as nearest
    join channel_queues as its_queue on its_queue.guild_id = nearest.guild_id
    join alerts as its_alert on its_alert.topic = nearest.topic
   where its_queue.channel_id = deliveries.channel_id
     and its_alert.id = deliveries.alert_id
     and nearest.is_current
     and (nearest.scope = 'server'
       or (nearest.scope = 'channel' and nearest.target = deliveries.channel_id)
       or (nearest.scope = 'rule'
         and replace(replace(deliveries.rule_ids, '[', ','), ']', ',') like '%,' || nearest.target || ',%'))
   order by case nearest.scope when 'rule' then 0 when 'channel' then 1 else 2 end,
         length(nearest.target), nearest.target
   limit 1)`;

/** Selects the texts of the template that a row of `deliveries` gets now. */
export const nearestTemplateWords = sql<string | null>`(
  select words from templates where templates.id = ${nearestTemplateId})`;

/** Selects the texts of the template that the message of a row of `deliveries` was composed with. */
export const postedTemplateWords = sql<string | null>`(
  select words from templates where templates.id = deliveries.template_id)`;

/** Ends templates that match. Those that no message shows are deleted. */
export async function endTemplates(
  transaction: Transaction,
  guildId: string,
  { scope, targets, topic }: { readonly scope: string; readonly targets: readonly string[]; topic?: string },
): Promise<number> {
  let ended = 0;
  for (const chunk of inChunks(targets)) {
    const { numUpdatedRows } = await transaction
      .updateTable('templates')
      .set({ isCurrent: false })
      .where('guildId', '=', guildId)
      .where(({ ref }) => ref('isCurrent'))
      .where(sql<boolean>`scope = ${scope}`)
      .where('target', 'in', chunk)
      .$if(topic !== undefined, (query) => query.where('topic', '=', topic ?? ''))
      .executeTakeFirst();
    ended += Number(numUpdatedRows);
  }
  if (ended > 0) await removePast(transaction, guildId);
  return ended;
}

/** Deletes what no message shows, and the oldest versions beyond the limit. */
async function removePast(transaction: Transaction, guildId: string): Promise<void> {
  const past = await transaction
    .selectFrom('templates')
    .select('id')
    .select(({ exists, selectFrom, lit }) =>
      exists(
        selectFrom('deliveries')
          .select(lit(1).as('one'))
          .whereRef('deliveries.templateId', '=', 'templates.id'),
      ).as('isShown'),
    )
    .where('guildId', '=', guildId)
    .where(({ not, ref }) => not(ref('isCurrent')))
    .orderBy('id', 'desc')
    .execute();
  const kept = new Set(
    past
      .filter(({ isShown }) => isShown === true)
      .slice(0, MAX_PAST)
      .map(({ id }) => id),
  );
  const gone = past.map(({ id }) => id).filter((id) => !kept.has(id));
  for (const chunk of inChunks(gone))
    await transaction.deleteFrom('templates').where('id', 'in', chunk).execute();
}

/** Deletes earlier versions that no message shows any more. Resolves to their number. */
export async function removeOldTemplates(transaction: Transaction): Promise<number> {
  const { numDeletedRows } = await transaction
    .deleteFrom('templates')
    .where(({ not, ref }) => not(ref('isCurrent')))
    .where(({ not, exists, selectFrom, lit }) =>
      not(
        exists(
          selectFrom('deliveries')
            .select(lit(1).as('one'))
            .whereRef('deliveries.templateId', '=', 'templates.id'),
        ),
      ),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
