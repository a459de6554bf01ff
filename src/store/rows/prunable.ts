import { z } from 'zod';
import { flag, rowMapper } from './row-mapper.ts';

/** A row examined by the retention pass. */
export interface AgedRow {
  readonly id: number;
  /** When it was added, epoch ms; `null` when later rows may be older. */
  readonly at: number | null;
  /** It can be deleted. */
  readonly past: boolean;
}

/** Maps `{id, at, past}`. */
export const readAged: (row: unknown) => AgedRow = rowMapper(
  'a row to be deleted',
  z.object({ id: z.number(), at: z.number().nullable(), past: flag }),
);
