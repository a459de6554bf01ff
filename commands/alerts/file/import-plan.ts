import { z } from 'zod';
import { filterSchema } from '#src/alerts/canonical-rule.ts';
import { TOPICS } from '#src/alerts/kinds/registry.ts';
import type { ChannelSettings } from '#src/alerts/settings.ts';
import type { Rule } from '#src/alerts/subscription.ts';
import { bigint } from '#src/chain/codecs.ts';
import { savedInput } from '#src/discord/actions/saved-input.ts';

/** A rule from a file, for a channel of this server. */
export interface PlannedAlert {
  readonly channelId: string;
  readonly rule: Rule;
  readonly paused: boolean;
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
}

const channelSettings: z.ZodType<ChannelSettings> = z.object({
  ping: z.object({ roleId: z.string(), minimum: bigint.nullable(), coolDownMinutes: z.number() }).nullable(),
  size: z.enum(['compact', 'normal', 'big']),
  auctions: z.enum(['messages', 'card']),
  publish: z.boolean(),
  quiet: z.object({ from: z.number(), to: z.number() }).nullable(),
  hourlyLimit: z.number().nullable(),
});

const rule: z.ZodType<Rule> = z.object({
  topics: z.array(z.enum(TOPICS)),
  filter: filterSchema,
  pingRoles: z.array(z.string()),
});

/** An import that waits for confirmation. */
const pending = z.object({
  alerts: z.array(z.object({ channelId: z.string(), rule, paused: z.boolean() })),
  removals: z.array(z.number()),
  settings: z.array(z.object({ channelId: z.string(), settings: channelSettings })),
  source: importSource,
});
export type PendingImport = z.infer<typeof pending>;

/** Imports that wait for confirmation. */
export const pendingImports = savedInput(pending);
