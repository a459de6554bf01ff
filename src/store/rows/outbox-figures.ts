import { z } from 'zod';
import { reader } from './reader.ts';

/** Reads `{open, stopped, oldest}`: counts of deliveries, and epoch seconds. */
export const readWaiting = reader(
  'a count of what waits',
  z
    .object({ open: z.number().nullable(), stopped: z.number().nullable(), oldest: z.number().nullable() })
    .transform(({ open, stopped, oldest }) => ({ open: open ?? 0, stopped: stopped ?? 0, oldest })),
);
/** Reads `{state, code, lanes}`. */
export const readStopped = reader(
  'a count of stopped lanes',
  z.object({ state: z.enum(['paused', 'closed']), code: z.number(), lanes: z.number() }),
);
/** Reads `{sending, ambiguous}`: counts of messages. */
export const readUnsettled = reader(
  'a count of messages',
  z
    .object({ sending: z.number().nullable(), ambiguous: z.number().nullable() })
    .transform(({ sending, ambiguous }) => ({ sending: sending ?? 0, ambiguous: ambiguous ?? 0 })),
);
