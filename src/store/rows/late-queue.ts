import { z } from 'zod';
import { LATE_REASONS, type LateQueue } from '../../domain/channel-queue.ts';
import { rowMapper } from './row-mapper.ts';

const reason = z.enum(LATE_REASONS);

/** Maps `{channel_id, since, reason, not_before, form, attempts, alerts}`. */
export const readLateQueue: (row: unknown) => LateQueue = rowMapper(
  'a late channel queue',
  z
    .object({
      channel_id: z.string(),
      since: z.number(),
      reason,
      not_before: z.number(),
      form: z.enum(['rich', 'plain', 'digest']).nullable(),
      attempts: z.number().nullable(),
      alerts: z.number(),
    })
    .transform((row) => ({
      channelId: row.channel_id,
      alerts: row.alerts,
      since: row.since,
      reason: row.reason,
      notBefore: row.not_before,
      form: row.form,
      tries: row.attempts ?? 0,
    })),
);

/** Maps a count of late queues by reason. */
export const readLateCount = rowMapper(
  'a count of late channel queues',
  z.object({ reason, queues: z.number() }),
);
