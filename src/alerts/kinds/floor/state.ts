import { z } from 'zod';
import { bigint } from '#src/chain/codecs.ts';

const reading = z.object({ floor: bigint, at: z.number() }).readonly();
/** A floor at a moment, epoch s. */
export type FloorReading = z.infer<typeof reading>;

/** Between which floors a collection stood from a moment on until another, epoch s; the newest has no end. */
export const floorSpan = z
  .object({ low: bigint, high: bigint, at: z.number(), until: z.number().optional() })
  .readonly();
export type FloorSpan = z.infer<typeof floorSpan>;

/** `new`: the floor was never seen on the other side. `armed`: it was. `reached`: it was announced. */
const arm = z.enum(['new', 'armed', 'reached']);

/** What a rule knows of the floor of a collection. */
export const floorState = z
  .object({
    // The conditions that it is about, as text: others begin anew.
    conditions: z.string(),
    // The last reading; of equal ones the first.
    last: reading.nullable(),
    above: arm,
    below: arm,
    // The floor on the other side of each threshold, as two readings agreed on it last, and when it was left.
    under: reading.nullable(),
    over: reading.nullable(),
    // When the floor was last read, within some minutes.
    seenAt: z.number().optional(),
    // For what moves: the spans of its hours, from the last alert on.
    spans: z.array(floorSpan).readonly(),
    // What the last alert announced, while the rule is quiet.
    quiet: bigint.nullable(),
    // When it was announced, epoch s; `null` before the first.
    alertedAt: z.number().nullable(),
    // How many were announced: the number of the next one's key.
    alerts: z.int(),
  })
  .readonly();
export type FloorState = z.infer<typeof floorState>;
