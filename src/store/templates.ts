import {
  type AlertTemplate,
  isEmptyTemplate,
  MAX_TEMPLATES,
  type SavedTemplate,
  type TemplatePlace,
} from '#src/alerts/templates/alert-template.ts';
import type { Database, Transaction } from './database/database.ts';
import { lockGuild } from './database/locks.ts';
import { endTemplates, findTemplates, readTemplate, writeTemplate } from './template-rows.ts';

/**
 * Saves templates of one server; an empty one removes that of its place. Resolves to the number of those for which there
 * is no room.
 */
export async function saveTemplates(
  transaction: Transaction,
  guildId: string,
  saved: readonly Omit<SavedTemplate, 'guildId'>[],
): Promise<number> {
  let leftOut = 0;
  for (const { scope, target, topic, template } of saved) {
    await endTemplates(transaction, guildId, { scope, targets: [target], topic });
    if (isEmptyTemplate(template)) continue;
    const present = await transaction
      .selectFrom('templates')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('guildId', '=', guildId)
      .where(({ ref }) => ref('isCurrent'))
      .executeTakeFirstOrThrow();
    if (present.count >= MAX_TEMPLATES) {
      leftOut += 1;
      continue;
    }
    const words = writeTemplate(template);
    // Checks the lengths.
    readTemplate(words);
    await transaction.insertInto('templates').values({ guildId, scope, target, topic, words }).execute();
  }
  return leftOut;
}

/** Creates the store of templates (`src/alerts/templates`). */
export function createTemplateStore(database: Database) {
  return {
    /** Resolves to the templates of a server. `nearestTemplate` finds among them the one that an alert gets. */
    ofGuild: (guildId: string): Promise<readonly SavedTemplate[]> =>
      database.read('templatesOf', (queries) => findTemplates(queries, guildId)),

    /**
     * Saves the template of a place, which replaces the one that it has. Messages of alerts that are composed later get
     * it; those that were composed before keep theirs. An empty template removes it. Resolves to `full`, without a
     * change, if the server has the maximum (`MAX_TEMPLATES`). Rejects for a text that is too long
     * (`TEMPLATE_LENGTHS`); check it with `checkTemplate` first.
     */
    save: ({ guildId, ...place }: TemplatePlace, template: AlertTemplate): Promise<'saved' | 'full'> =>
      database.transaction('saveTemplate', async (transaction) => {
        await lockGuild(transaction, guildId);
        const leftOut = await saveTemplates(transaction, guildId, [{ ...place, template }]);
        return leftOut === 0 ? 'saved' : 'full';
      }),

    /** Removes the template of a place. Resolves to whether there was one. */
    remove: ({ guildId, scope, target, topic }: TemplatePlace): Promise<boolean> =>
      database.transaction('removeTemplate', async (transaction) => {
        await lockGuild(transaction, guildId);
        return (await endTemplates(transaction, guildId, { scope, targets: [target], topic })) > 0;
      }),
  };
}

export type TemplateStore = ReturnType<typeof createTemplateStore>;
