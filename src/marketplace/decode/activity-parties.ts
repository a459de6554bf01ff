import type { ActivityKind } from '../../domain/activity.ts';
import type { Address } from '../../domain/address.ts';
import * as field from './activity-fields.ts';
import type { FieldReader, Path } from './record.ts';
import { readAddress } from './scalar.ts';

interface Roles {
  readonly from: readonly Path[];
  readonly to: readonly Path[];
}

function join(...groups: readonly (readonly Path[])[]): readonly Path[] {
  return groups.flat();
}

/** The asset leaves `from`: seller before sender, as a router may be the one that sends. */
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

/** Somebody who had bid buys, so a bidder named in it is the buyer and never the seller. */
const ACCEPTED: Roles = {
  from: join(field.SELLER, field.SENDER, field.MAKER, field.OWNER, field.USER, field.SENDER_NESTED),
  to: join(field.BUYER, field.RECEIVER, field.TAKER, field.BIDDER, field.WINNER, field.RECEIVER_NESTED),
};

/** `from` is who bids; a seller or owner named beside is who would receive it. */
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

/** Who parted with something and who got it, by the kind's meaning (activity-decoding: from, to). */
export function decodeParties(
  reader: FieldReader,
  kind: ActivityKind,
  accepted: boolean,
): { from: Address | null; to: Address | null } {
  const roles = rolesOf(kind, accepted);
  return { from: reader.first(roles.from, readAddress), to: reader.first(roles.to, readAddress) };
}
