import type { Address } from '#src/chain/address.ts';
import type { TokenId } from '#src/chain/token-id.ts';
import type { Wei } from '#src/chain/wei.ts';
import type { AlertBase } from '../kinds/alert-base.ts';
import type { MatchSubject } from '../match-subject.ts';

/** The part of an event that a condition tested. */
export interface TestedEvent {
  readonly alert: AlertBase;
  readonly subject: MatchSubject;
  /** Prices of the tested subjects in the chain's own coin, wei; `null` for unknown ones and those in other coins. */
  readonly prices: readonly (Wei | null)[];
}

/** What a condition found in an event that failed it. An empty list or `null`: the event has none, or it is unknown. */
export type Seen =
  | { readonly type: 'collection'; readonly collection: Address }
  /** `others`: number of prices that are unknown or in another coin. */
  | { readonly type: 'prices'; readonly prices: readonly Wei[]; readonly others: number }
  /** `percent`: whole percentage below the floor, -1 above it. */
  | {
      readonly type: 'floor';
      readonly price: Wei | null;
      readonly floor: Wei | null;
      readonly percent: number | null;
    }
  | { readonly type: 'rank'; readonly rank: number | null }
  | {
      readonly type: 'traits';
      readonly traits: readonly { readonly type: string; readonly value: string }[];
    }
  | { readonly type: 'wallets'; readonly wallets: readonly Address[]; readonly hasUnknown: boolean }
  | { readonly type: 'units'; readonly units: bigint }
  | { readonly type: 'token'; readonly tokenId: TokenId | null }
  | { readonly type: 'owner'; readonly owner: Address | null }
  | { readonly type: 'auction'; readonly auction: string | null }
  /** Minutes before an auction's end. */
  | { readonly type: 'leads'; readonly leads: readonly number[] };
