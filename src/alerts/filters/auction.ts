import { z } from 'zod';
import { isAuction } from '../kinds/auction/schema.ts';
import { defineFilter, storedField } from './filter.ts';

/** Longer than any id of the marketplace. */
const MAX_LENGTH = 200;

const key = 'auction';

/** Returns the values of a rule for this auction. */
export const onlyAuction = (id: string) => ({ [key]: id }) as const;

const fields = [storedField({ key, schema: z.string().min(1).max(MAX_LENGTH) })] as const;

/** One auction, by its marketplace id. */
export const auction = defineFilter({
  fields,
  testAlert: ({ [key]: wanted }, alert) =>
    wanted === undefined || (isAuction(alert) && alert.auction === wanted),
  seen: (_values, { alert }) => ({ type: 'auction', auction: isAuction(alert) ? alert.auction : null }),
  parts: ({ [key]: wanted }, { messages }) => (wanted === undefined ? [] : [messages.auction.words]),
});
