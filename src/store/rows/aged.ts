import { z } from 'zod';
import { flag, reader } from './reader.ts';

/** A row that may be old. */
export interface AgedRow {
  readonly id: number;
  /** When it came, epoch ms; `null` where nothing follows from it for later rows. */
  readonly at: number | null;
  /** It may be thrown away. */
  readonly past: boolean;
}

/** Reads `{id, at, past}`. */
export const readAged: (row: unknown) => AgedRow = reader(
  'a row that may be old',
  z.object({ id: z.number(), at: z.number().nullable(), past: flag }),
);
