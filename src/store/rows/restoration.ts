import { z } from 'zod';
import { rowMapper } from './row-mapper.ts';

/** When the database was restored from a backup, and when that backup was made, epoch ms. */
export interface Restoration {
  readonly restoredAt: number;
  readonly backedUpAt: number;
}

/** Maps `{restored_at, backed_up_at}`; `null` if it was never restored. */
export const readRestoration: (row: unknown) => Restoration | null = rowMapper(
  'a time of restoring',
  z
    .object({ restored_at: z.number().nullable(), backed_up_at: z.number().nullable() })
    .transform(({ restored_at: restoredAt, backed_up_at: backedUpAt }) =>
      restoredAt === null || backedUpAt === null ? null : { restoredAt, backedUpAt },
    ),
);
