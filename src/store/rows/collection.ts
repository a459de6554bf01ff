import { z } from 'zod';
import { address, bigint } from '../../chain/codecs.ts';
import type { CollectionSummary } from '../../marketplace/model/collection.ts';
import { flag, rowMapper } from './row-mapper.ts';

/** Maps a row of table collections. */
export const readCollection: (row: unknown) => CollectionSummary = rowMapper(
  'a collection',
  z
    .object({
      address,
      name: z.string(),
      symbol: z.string().nullable(),
      path: z.string().nullable(),
      verified: flag,
      total_volume: bigint.nullable(),
      floor: bigint.nullable(),
      thumbnail: z.string().nullable(),
    })
    .transform(({ total_volume, ...row }) => ({ ...row, totalVolume: total_volume })),
);
