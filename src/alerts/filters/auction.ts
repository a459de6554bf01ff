import { z } from 'zod';
import { isAuction } from '../kinds/auction/schema.ts';
import { defineFilter, storedField } from './filter.ts';

/** The marketplace's ids are shorter. */
const MAX_LENGTH = 200;

const key = 'auction';

/** The values of a rule for this auction. */
export const onlyAuction = (id: string) => ({ [key]: id }) as const;

const fields = [storedField({ key, schema: z.string().min(1).max(MAX_LENGTH) })] as const;

/** One auction, by the marketplace's id of it. */
export const auction = defineFilter({
  fields,
  testAlert: ({ [key]: wanted }, alert) =>
    wanted === undefined || (isAuction(alert) && alert.auction === wanted),
  words: ({ [key]: wanted }, { messages }) => (wanted === undefined ? null : messages.auction.words),
});
