import { z } from 'zod';
import type { DeadDeliveries } from '../health-store.ts';
import { rowMapper } from './row-mapper.ts';

/** Maps `{channel_id, dead_reason, alerts, last_at}`. */
export const readDead: (row: unknown) => DeadDeliveries = rowMapper(
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

/** The expired alerts of one channel; `lastAt` in epoch seconds. */
export interface ExpiredCount {
  readonly count: number;
  readonly lastAt: number;
}

/** Maps `{count, last_at}`; `null` for a count of none. */
export const readExpired: (row: unknown) => ExpiredCount | null = rowMapper(
  'a count of expired alerts',
  z
    .object({ count: z.number(), last_at: z.number().nullable() })
    .transform(({ count, last_at }) => (last_at === null ? null : { count, lastAt: last_at })),
);
