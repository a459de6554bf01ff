import { z } from 'zod';
import type { CollectionSummary } from '../../domain/collection.ts';
import { address, bigint, flag, reader } from './reader.ts';

/** Reads a row of `collections`. */
export const readCollection: (row: unknown) => CollectionSummary = reader(
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
