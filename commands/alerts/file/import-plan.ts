import { z } from 'zod';
import { ruleSchema } from '#src/alerts/canonical-rule.ts';
import { TOPICS } from '#src/alerts/kinds/registry.ts';
import { CARD_PARTS, type ChannelSettings, MESSAGE_SIZES, SOUNDS } from '#src/alerts/settings.ts';
import type { Rule } from '#src/alerts/subscription.ts';
import {
  type SavedTemplate,
  TEMPLATE_SCOPES,
  type TopicTemplate,
} from '#src/alerts/templates/alert-template.ts';
import { bigint } from '#src/chain/codecs.ts';
import { HOUR_MS } from '#src/chain/durations.ts';
import { savedInput } from '#src/discord/components/saved-input.ts';
import { templateSchema } from '#src/store/model/template.ts';

/** A rule from a file, for a channel of this server. */
export interface PlannedAlert {
  readonly channelId: string;
  readonly rule: Rule;
  readonly paused: boolean;
  readonly templates: readonly TopicTemplate[];
}

/** Input of an import, so that it can be planned again with other channels. */
const importSource = z.object({
  /** Content of the file. */
  text: z.string(),
  mode: z.enum(['add', 'replace']),
  /** Ids of the chosen channels, by position in the file. */
  chosen: z.array(z.tuple([z.number(), z.string()])),
});
export type ImportSource = z.infer<typeof importSource>;

/** Changes that a confirmed import makes. */
export interface ImportPlan {
  readonly alerts: readonly PlannedAlert[];
  /** Ids of the subscriptions to remove, exactly as shown to the user. */
  readonly removals: readonly number[];
  readonly settings: readonly { readonly channelId: string; readonly settings: ChannelSettings }[];
  /** Of the server and its channels. */
  readonly templates: readonly Omit<SavedTemplate, 'guildId'>[];
}

const channelSettings: z.ZodType<ChannelSettings> = z.object({
  ping: z.object({ roleId: z.string(), minimum: bigint.nullable(), coolDownMinutes: z.number() }).nullable(),
  size: z.enum(MESSAGE_SIZES),
  auctions: z.enum(['messages', 'card']),
  publish: z.boolean(),
  quiet: z.object({ from: z.number(), to: z.number() }).nullable(),
  hourlyLimit: z.number().nullable(),
  sound: z.enum(SOUNDS),
  loudFrom: bigint.nullable(),
  hiddenParts: z.array(z.enum(CARD_PARTS)),
});

const topicTemplate = z.object({
  topic: z.enum(TOPICS),
  template: templateSchema,
});

/** An import that waits for its confirmation. */
const pending = z.object({
  alerts: z.array(
    z.object({
      channelId: z.string(),
      rule: ruleSchema,
      paused: z.boolean(),
      templates: z.array(topicTemplate),
    }),
  ),
  removals: z.array(z.number()),
  settings: z.array(z.object({ channelId: z.string(), settings: channelSettings })),
  templates: z.array(topicTemplate.extend({ scope: z.enum(TEMPLATE_SCOPES), target: z.string() })),
  source: importSource,
});
export type PendingImport = z.infer<typeof pending>;

/** Imports that wait for their confirmation. A file may have a megabyte. */
export const pendingImports = savedInput({ name: 'import', keptFor: HOUR_MS, limit: 5 }, pending);
