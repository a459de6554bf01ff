import { z } from 'zod';
import { rowMapper } from './row-mapper.ts';

/** Maps `{open, stopped, oldest}`: counts of deliveries, and epoch seconds. */
export const readWaiting = rowMapper(
  'a count of pending deliveries',
  z
    .object({ open: z.number().nullable(), stopped: z.number().nullable(), oldest: z.number().nullable() })
    .transform(({ open, stopped, oldest }) => ({ open: open ?? 0, stopped: stopped ?? 0, oldest })),
);
/** Maps a count of stopped queues by state and code. */
export const readStopped = rowMapper(
  'a count of stopped channel queues',
  z
    .object({ state: z.enum(['paused', 'closed']), code: z.number(), queues: z.number() })
    .transform(({ queues, ...row }) => ({ ...row, queues: queues })),
);
/** Maps `{sending, ambiguous}`: counts of messages. */
export const readUnsettled = rowMapper(
  'a count of messages',
  z
    .object({ sending: z.number().nullable(), ambiguous: z.number().nullable() })
    .transform(({ sending, ambiguous }) => ({ sending: sending ?? 0, ambiguous: ambiguous ?? 0 })),
);
