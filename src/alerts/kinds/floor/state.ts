import { z } from 'zod';
import { bigint } from '#src/chain/codecs.ts';

const reading = z.object({ floor: bigint, at: z.number() }).readonly();
/** A floor at a moment, epoch seconds. */
export type FloorReading = z.infer<typeof reading>;

/** The range of a collection's floor from one moment to another, epoch seconds; the newest span has no end. */
export const floorSpan = z
  .object({ low: bigint, high: bigint, at: z.number(), until: z.number().optional() })
  .readonly();
export type FloorSpan = z.infer<typeof floorSpan>;

/** `new`: the floor was never seen on the other side. `armed`: it was. `reached`: the threshold was announced. */
const arm = z.enum(['new', 'armed', 'reached']);

/** State of a rule for the floor of a collection. */
export const floorState = z
  .object({
    // The conditions as text; if they change, the state starts over.
    conditions: z.string(),
    // The last reading; among equal ones the first.
    last: reading.nullable(),
    above: arm,
    below: arm,
    // The floor on the other side of each threshold, as two readings last agreed on it, and when it left that side.
    under: reading.nullable(),
    over: reading.nullable(),
    // When the floor was last read, to within some minutes.
    seenAt: z.number().optional(),
    // For moves: the spans of the rule's hours, since the last alert.
    spans: z.array(floorSpan).readonly(),
    // The value that the last alert announced, while the rule is quiet.
    quiet: bigint.nullable(),
    // When it was announced, epoch seconds; `null` before the first alert.
    alertedAt: z.number().nullable(),
    // Number of alerts so far, used for the next key.
    alerts: z.int(),
  })
  .readonly();
export type FloorState = z.infer<typeof floorState>;
