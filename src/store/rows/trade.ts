import { z } from 'zod';
import type { Trade } from '../../alerts/trade.ts';
import { address, bigint } from '../../chain/codecs.ts';
import type { Wei } from '../../chain/wei.ts';
import { rowMapper } from './row-mapper.ts';

/** Maps a row of table trades. */
export const readTrade: (row: unknown) => Trade = rowMapper(
  'a trade',
  z
    .object({
      key: z.string(),
      collection: address,
      token_id: z.string(),
      seller: address.nullable(),
      buyer: address.nullable(),
      price: bigint.nullable(),
      quantity: bigint,
      at: z.number(),
    })
    .transform(({ token_id, ...row }) => ({ ...row, tokenId: token_id })),
);

/** Maps a column of amounts. */
export const readAmount: (value: unknown) => Wei = rowMapper('an amount', bigint);
