import type { Generated } from 'kysely';
import type { TemplateScope } from '#src/alerts/templates/alert-template.ts';

/* Conventions: `tables.ts`. */

/**
 * The texts that admins wrote for alerts. A row never changes: a changed template is a new row, so that messages that
 * were posted with the old one are redrawn with it.
 */
interface TemplatesTable {
  id: Generated<number>;
  guildId: string;
  scope: TemplateScope;
  /** Id of the channel or rule; empty for a server. */
  target: string;
  topic: string;
  /** JSON: the texts by part. */
  words: string;
  /** Whether new messages get it. */
  isCurrent: Generated<boolean>;
}

export interface TemplateTables {
  templates: TemplatesTable;
}
