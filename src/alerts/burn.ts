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
 * What a record that moves tokens is: a mint, a burn, or a transfer. A transfer from or to no one is a mint or a burn.
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

/** The key of each burn that the record may have. */
export const burnKeysOf = (record: Activity): readonly string[] =>
  isMove(record) ? singleTokens(record).map(({ keys }) => keys[0]) : [];

/**
 * The burns in a record, one for each token. None for every other record, and for a reverted one.
 *
 * @param nowSeconds used as the time of a record without one, epoch seconds
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
