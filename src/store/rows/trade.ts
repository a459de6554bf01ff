import { z } from 'zod';
import type { Trade } from '../../domain/trade.ts';
import type { Wei } from '../../domain/wei.ts';
import { address, bigint, reader } from './reader.ts';

/** Reads a row of `trades`. */
export const readTrade: (row: unknown) => Trade = reader(
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

/** Reads a column of amounts. */
export const readAmount: (value: unknown) => Wei = reader('an amount', bigint);
