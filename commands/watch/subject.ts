import type { Address } from '../../src/chain/address.ts';
import type { TokenId } from '../../src/chain/token-id.ts';

/** What somebody wants to watch. */
export type Subject =
  | { readonly kind: 'token'; readonly collection: Address; readonly tokenId: TokenId }
  | { readonly kind: 'collection'; readonly collection: Address }
  | { readonly kind: 'wallet'; readonly wallets: readonly Address[] }
  | {
      readonly kind: 'auction';
      /** The marketplace's id of it. */
      readonly auction: string;
      readonly collection: Address;
      readonly tokenId: TokenId;
    };
