import { type Address, isBurnAddress, ZERO_ADDRESS } from '#src/chain/address.ts';
import type { Activity } from '#src/marketplace/resources/activity/activity.ts';
import { singleTokens } from './single-tokens.ts';

/** A saved burn of a token, for recaps. */
export interface Burn {
  readonly key: string;
  readonly collection: Address;
  /** Units, 1 unless an ERC1155 says otherwise. */
  readonly quantity: bigint;
  /** Epoch seconds. */
  readonly at: number;
}

/**
 * Classifies a record that moves tokens as a mint, a burn or a transfer. A transfer from or to no one is a mint or a
 * burn.
 */
export function movedAs({
  kind,
  from,
  to,
}: Pick<Activity, 'kind' | 'from' | 'to'>): 'transfer' | 'mint' | 'burn' {
  if (kind === 'mint' || from === ZERO_ADDRESS) return 'mint';
  return kind === 'burn' || isBurnAddress(to) ? 'burn' : 'transfer';
}

const isMove = ({ kind }: Activity): boolean => kind === 'transfer' || kind === 'mint' || kind === 'burn';

/** Returns the keys that the burns of a record may have. */
export const burnKeysOf = (record: Activity): readonly string[] =>
  isMove(record) ? singleTokens(record).map(({ keys }) => keys[0]) : [];

/**
 * Returns the burns in a record, one per token. Other records and reverted ones have none.
 *
 * @param nowSeconds time for a record without one, epoch seconds
 */
export function burnsIn(record: Activity, nowSeconds: number): readonly Burn[] {
  const { reverted, timestamp } = record;
  if (!isMove(record) || reverted || movedAs(record) !== 'burn') return [];
  return singleTokens(record).flatMap(({ keys, collection, tokenId, quantity }) =>
    collection === null || tokenId === null
      ? []
      : [{ key: keys[0], collection, quantity, at: timestamp ?? nowSeconds }],
  );
}
