import { z } from 'zod';
import { LATE_REASONS, type LateLane } from '../../domain/lane.ts';
import { reader } from './reader.ts';

const reason = z.enum(LATE_REASONS);

/** Reads `{channel_id, since, reason, not_before, form, attempts, alerts}`. */
export const readLateLane: (row: unknown) => LateLane = reader(
  'a lane that is late',
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

/** Reads `{reason, lanes}`. */
export const readLateCount = reader(
  'a count of lanes that are late',
  z.object({ reason, lanes: z.number() }),
);
