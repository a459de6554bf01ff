import { z } from 'zod';
import { address, count, fallback, part, text } from '../decode/lenient.ts';
import { LeftOut, type ReadOnly, resource } from '../decode/resource.ts';
import type { SortedPage } from '../requested-order.ts';

/** A wallet with tokens of a collection (marketplace-api: Holder). */
export const holderSchema = resource(
  z.object({ address, owner: fallback(address), count, balance: fallback(count) }),
  (holder) => {
    const wallet = holder.address ?? holder.owner;
    const tokens = holder.count ?? holder.balance;
    if (wallet === null) return new LeftOut('has no address');
    if (tokens === null) return new LeftOut('has no count');
    return {
      address: wallet,
      /** Tokens held. */
      count: tokens,
    };
  },
);

export type Holder = ReadOnly<z.output<typeof holderSchema>>;

/** The totals in a page of holders (marketplace-api: holders). */
export const holdersSummarySchema = resource(
  z.object({
    collection: part(z.object({ address, name: text, path: text })),
    summary: part(z.object({ totalTokens: count, uniqueHolders: count })),
  }),
  ({ collection, summary }) => ({
    collection: {
      address: collection?.address ?? null,
      name: collection?.name ?? null,
      path: collection?.path ?? null,
    },
    totalTokens: summary?.totalTokens ?? null,
    uniqueHolders: summary?.uniqueHolders ?? null,
  }),
);

type HoldersSummary = ReadOnly<z.output<typeof holdersSummarySchema>>;

/** A page of a collection's holders, with totals. */
export interface HolderPage extends SortedPage<Holder>, HoldersSummary {}

/** The totals of an answer that has none, such as a bare list. */
export const NO_SUMMARY: HoldersSummary = {
  collection: { address: null, name: null, path: null },
  totalTokens: null,
  uniqueHolders: null,
};
