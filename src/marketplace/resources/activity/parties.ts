import type { Address } from '#src/chain/address.ts';
import type { FieldReader, Path } from '../../decode/record.ts';
import { readAddress } from '../../decode/scalar.ts';
import * as field from './fields.ts';
import type { ActivityKind } from './kind.ts';

interface Roles {
  readonly from: readonly Path[];
  readonly to: readonly Path[];
}

function join(...groups: readonly (readonly Path[])[]): readonly Path[] {
  return groups.flat();
}

/** `from` is the giver. The seller takes precedence over the sender, because a router contract may be the sender. */
const TRADE: Roles = {
  from: join(
    field.SELLER,
    field.SENDER,
    field.MAKER,
    field.BIDDER,
    field.OWNER,
    field.USER,
    field.SENDER_NESTED,
  ),
  to: join(field.BUYER, field.RECEIVER, field.TAKER, field.WINNER, field.RECEIVER_NESTED),
};

/** An accepted bid: the bidder is the buyer, never the seller. */
const ACCEPTED: Roles = {
  from: join(field.SELLER, field.SENDER, field.MAKER, field.OWNER, field.USER, field.SENDER_NESTED),
  to: join(field.BUYER, field.RECEIVER, field.TAKER, field.BIDDER, field.WINNER, field.RECEIVER_NESTED),
};

/** `from` is the bidder; a seller or owner in the record would receive the bid. */
const BID: Roles = {
  from: join(
    field.BIDDER,
    field.MAKER,
    field.SENDER,
    field.USER,
    field.BUYER,
    field.WINNER,
    field.SENDER_NESTED,
  ),
  to: join(field.RECEIVER, field.SELLER, field.OWNER, field.TAKER, field.RECEIVER_NESTED),
};

const MOVE: Roles = {
  from: join(field.SENDER, TRADE.from),
  to: join(field.RECEIVER, TRADE.to),
};

function rolesOf(kind: ActivityKind, accepted: boolean): Roles {
  switch (kind) {
    case 'sale':
    case 'auction_settled':
      return accepted || kind === 'auction_settled' ? ACCEPTED : TRADE;
    case 'offer':
    case 'collection_offer':
    case 'offer_cancelled':
    case 'auction_bid':
      return BID;
    case 'transfer':
    case 'mint':
    case 'burn':
      return MOVE;
    default:
      return TRADE;
  }
}

/**
 * Decodes giver and receiver of the asset, or bidder and owner, depending on the kind (activity-decoding: from, to).
 */
export function decodeParties(
  reader: FieldReader,
  kind: ActivityKind,
  accepted: boolean,
): { from: Address | null; to: Address | null } {
  const roles = rolesOf(kind, accepted);
  return { from: reader.first(roles.from, readAddress), to: reader.first(roles.to, readAddress) };
}
