import { z } from 'zod';
import type { Address } from '../../domain/address.ts';
import type { GapSize, OpenGaps } from '../../domain/gap-size.ts';
import type { FeedGap } from '../../domain/intake.ts';
import { address, flag, reader } from './reader.ts';

/** Reads a row of `feed_gaps`. */
export const readGap: (row: unknown) => FeedGap & { readonly id: number } = reader(
  'a gap of the feed',
  z
    .object({ id: z.number(), noticed_at: z.number(), oldest_read_at: z.number().nullable() })
    .transform((row) => ({ id: row.id, noticedAt: row.noticed_at, oldestReadAt: row.oldest_read_at })),
);

/** Reads a row of `feed_gaps` whose size is open. */
export const readOpenGap: (row: unknown) => OpenGaps['gaps'][number] = reader(
  'an open gap of the feed',
  z
    .object({ id: z.number(), since: z.number().nullable(), noticed_at: z.number() })
    .transform(({ noticed_at, ...row }) => ({ ...row, noticedAt: noticed_at })),
);

/** Reads a row of `gap_sizes`. */
export const readGapSize: (row: unknown) => GapSize = reader(
  'the size of a gap',
  z
    .object({ collection: address, at_least: z.number(), at_most: z.number() })
    .transform((row) => ({ collection: row.collection, atLeast: row.at_least, atMost: row.at_most })),
);

/** Reads how a total grew; `controlCounted` is how it did before that. */
export const readGrowth: (row: unknown) => {
  readonly collection: Address;
  readonly counted: number;
  readonly controlCounted: number | null;
  readonly shrank: boolean;
} = reader(
  'how a total of sales grew',
  z
    .object({
      collection: address,
      counted: z.number(),
      total: z.number(),
      control_total: z.number().nullable(),
      shrank: flag,
    })
    .transform(({ control_total, total, ...row }) => ({
      ...row,
      controlCounted: control_total === null ? null : total - control_total,
    })),
);
