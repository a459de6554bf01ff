import { z } from 'zod';
import type { DeadDeliveries } from '../health-store.ts';
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

/** What was too old in one channel; `lastAt` in epoch seconds. */
export interface ExpiredCount {
  readonly count: number;
  readonly lastAt: number;
}

/** Reads `{count, last_at}`; `null` where nothing was counted. */
export const readExpired: (row: unknown) => ExpiredCount | null = reader(
  'a count of alerts that were too old',
  z
    .object({ count: z.number(), last_at: z.number().nullable() })
    .transform(({ count, last_at }) => (last_at === null ? null : { count, lastAt: last_at })),
);
