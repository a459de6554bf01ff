import { z } from 'zod';
import type { Draft, Subscription } from '../../alerts/subscription.ts';
import { rowMapper } from './row-mapper.ts';
import { ruleColumns } from './rule.ts';

/** Maps a row of table subscriptions. */
export const readSubscription: (row: unknown) => Subscription = rowMapper(
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
      topics: row.kinds,
      filter: row.filter,
      pingRoles: row.ping_role_ids,
      createdBy: row.created_by,
      createdAt: row.created_at,
      pausedAt: row.paused_at,
      lastMatchAt: row.last_match_at,
    })),
);

/** Maps a row of table drafts. */
export const readDraft: (row: unknown) => Draft = rowMapper(
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
      topics: row.kinds,
      filter: row.filter,
      pingRoles: row.ping_role_ids,
      changes: row.changes,
      createdAt: row.created_at,
    })),
);

/** Maps a channel's id and its number of rules. */
export const readChannelCount: (row: unknown) => readonly [string, number] = rowMapper(
  'a count of rules',
  z
    .object({ channel_id: z.string(), count: z.number() })
    .transform((row): readonly [string, number] => [row.channel_id, row.count]),
);

/** Maps a rule's id and channel. */
export const readChannelOf: (row: unknown) => { readonly id: number; readonly channelId: string } = rowMapper(
  'the channel of a rule',
  z
    .object({ id: z.number(), channel_id: z.string() })
    .transform((row) => ({ id: row.id, channelId: row.channel_id })),
);
