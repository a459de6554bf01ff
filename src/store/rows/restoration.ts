import { z } from 'zod';
import { reader } from './reader.ts';

/** That the database was restored from a backup. Times in epoch ms. */
export interface Restoration {
  readonly restoredAt: number;
  readonly backedUpAt: number;
}

/** Reads `{restored_at, backed_up_at}`; `null` where it never happened. */
export const readRestoration: (row: unknown) => Restoration | null = reader(
  'when it was restored',
  z
    .object({ restored_at: z.number().nullable(), backed_up_at: z.number().nullable() })
    .transform(({ restored_at: restoredAt, backed_up_at: backedUpAt }) =>
      restoredAt === null || backedUpAt === null ? null : { restoredAt, backedUpAt },
    ),
);
