import { z } from 'zod';
import type { Address } from '../../chain/address.ts';
import { address } from '../../chain/codecs.ts';
import type { GapSize, OpenGaps } from '../../domain/gap-size.ts';
import type { FeedGap } from '../../domain/ingest.ts';
import { flag, rowMapper } from './row-mapper.ts';

/** Maps a row of table feed_gaps. */
export const readGap: (row: unknown) => FeedGap & { readonly id: number } = rowMapper(
  'a gap in the feed',
  z
    .object({ id: z.number(), noticed_at: z.number(), oldest_read_at: z.number().nullable() })
    .transform((row) => ({ id: row.id, noticedAt: row.noticed_at, oldestReadAt: row.oldest_read_at })),
);

/** Maps a row of table feed_gaps whose size is not known yet. */
export const readOpenGap: (row: unknown) => OpenGaps['gaps'][number] = rowMapper(
  'an open gap in the feed',
  z
    .object({ id: z.number(), since: z.number().nullable(), noticed_at: z.number() })
    .transform(({ noticed_at, ...row }) => ({ ...row, noticedAt: noticed_at })),
);

/** Maps a row of table gap_sizes. */
export const readGapSize: (row: unknown) => GapSize = rowMapper(
  'the size of a gap',
  z
    .object({ collection: address, at_least: z.number(), at_most: z.number() })
    .transform((row) => ({ collection: row.collection, atLeast: row.at_least, atMost: row.at_most })),
);

/** Maps the growth of a total; `controlCounted` is its growth in the span before. */
export const readGrowth: (row: unknown) => {
  readonly collection: Address;
  readonly counted: number;
  readonly controlCounted: number | null;
  readonly shrank: boolean;
} = rowMapper(
  'the growth of a total of sales',
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
