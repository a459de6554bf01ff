import type { Holder, HolderPage } from '../model/holder.ts';
import { holdersWire, holderWire } from '../wire/collection.ts';

/** Decodes one holder; `null` without address and count. */
export function toHolder(value: unknown): Holder | null {
  const wire = holderWire.safeParse(value).data;
  const address = wire?.address ?? wire?.owner ?? null;
  const count = wire?.count ?? wire?.balance ?? null;
  return address === null || count === null ? null : { address, count };
}

/** Decodes the summary of all holders in an answer. */
export function toHoldersSummary(
  body: unknown,
): Pick<HolderPage, 'collection' | 'totalTokens' | 'uniqueHolders'> {
  const wire = holdersWire.safeParse(body).data;
  return {
    collection: {
      address: wire?.collection?.address ?? null,
      name: wire?.collection?.name ?? null,
      path: wire?.collection?.path ?? null,
    },
    totalTokens: wire?.summary?.totalTokens ?? null,
    uniqueHolders: wire?.summary?.uniqueHolders ?? null,
  };
}
