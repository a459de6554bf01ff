import { z } from 'zod';
import type { FeedGap } from '../../domain/intake.ts';
import type { DeadDeliveries } from '../store.ts';
import { reader } from './reader.ts';

/** Reads `{channel_id, dead_reason, alerts, last_at}`. */
export const readDead: (row: unknown) => DeadDeliveries = reader(
  'a count of alerts that were given up',
  z
    .object({
      channel_id: z.string(),
      dead_reason: z.enum(['refused', 'unverifiable']),
      alerts: z.number(),
      last_at: z.number(),
    })
    .transform((row) => ({
      channelId: row.channel_id,
      count: row.alerts,
      lastAt: row.last_at,
      reason: row.dead_reason,
    })),
);

/** Reads a row of `feed_gaps`. */
export const readGap: (row: unknown) => FeedGap = reader(
  'a gap of the feed',
  z
    .object({ noticed_at: z.number(), oldest_read_at: z.number().nullable() })
    .transform((row) => ({ noticedAt: row.noticed_at, oldestReadAt: row.oldest_read_at })),
);
