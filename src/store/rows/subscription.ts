import { z } from 'zod';
import type { Draft, Subscription } from '../../domain/subscription.ts';
import { reader } from './reader.ts';
import { ruleColumns } from './rule.ts';

/** Reads a row of `subscriptions`. */
export const readSubscription: (row: unknown) => Subscription = reader(
  'a subscription',
  z
    .object({
      ...ruleColumns,
      id: z.number(),
      guild_id: z.string(),
      channel_id: z.string(),
      created_by: z.string(),
      created_at: z.number(),
      paused_at: z.number().nullable(),
      last_match_at: z.number().nullable(),
    })
    .transform((row) => ({
      id: row.id,
      guildId: row.guild_id,
      channelId: row.channel_id,
      kinds: row.kinds,
      filter: row.filter,
      endingLead: row.ending_lead,
      createdBy: row.created_by,
      createdAt: row.created_at,
      pausedAt: row.paused_at,
      lastMatchAt: row.last_match_at,
    })),
);

/** Reads a row of `drafts`. */
export const readDraft: (row: unknown) => Draft = reader(
  'a draft',
  z
    .object({
      ...ruleColumns,
      id: z.string(),
      guild_id: z.string(),
      channel_id: z.string(),
      user_id: z.string(),
      changes: z.number().nullable(),
      created_at: z.number(),
    })
    .transform((row) => ({
      id: row.id,
      guildId: row.guild_id,
      channelId: row.channel_id,
      userId: row.user_id,
      kinds: row.kinds,
      filter: row.filter,
      endingLead: row.ending_lead,
      changes: row.changes,
      createdAt: row.created_at,
    })),
);

/** Reads a channel's id and how many rules it has. */
export const readChannelCount: (row: unknown) => readonly [string, number] = reader(
  'a count of rules',
  z
    .object({ channel_id: z.string(), count: z.number() })
    .transform((row): readonly [string, number] => [row.channel_id, row.count]),
);

/** Reads which channel a rule is for. */
export const readChannelOf: (row: unknown) => { readonly id: number; readonly channelId: string } = reader(
  'the channel of a rule',
  z
    .object({ id: z.number(), channel_id: z.string() })
    .transform((row) => ({ id: row.id, channelId: row.channel_id })),
);
