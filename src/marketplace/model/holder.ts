import type { Address } from '#src/chain/address.ts';
import type { SortedPage } from './page.ts';

/** A wallet with tokens of a collection (marketplace-api: Holder). */
export interface Holder {
  readonly address: Address;
  /** Tokens held. */
  readonly count: number;
}

/** A page of a collection's holders, with totals. */
export interface HolderPage extends SortedPage<Holder> {
  readonly collection: {
    readonly address: Address | null;
    readonly name: string | null;
    readonly path: string | null;
  };
  readonly totalTokens: number | null;
  readonly uniqueHolders: number | null;
}
