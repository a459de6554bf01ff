import { z } from 'zod';
import type { Address } from './address.ts';
import type { TokenId } from './token-id.ts';

/** An integer of any size, stored as a decimal string. */
export const bigint = z.codec(z.string().regex(/^-?\d+$/), z.bigint(), {
  decode: (digits) => BigInt(digits),
  encode: (value) => value.toString(),
});

/** An address, stored unchanged. */
export const address: z.ZodType<Address> = z.templateLiteral(['0x', z.string()]);

/** A token id, stored unchanged. */
export const tokenId: z.ZodType<TokenId> = z.string();
