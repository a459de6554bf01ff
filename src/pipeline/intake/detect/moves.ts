import { ZERO_ADDRESS } from '../../../domain/address.ts';
import type { MoveAlert } from '../../../domain/alert.ts';
import type { Wei } from '../../../domain/wei.ts';
import { coinOf, type Finding, namesake, type TokenHappening, toldToken } from './happening.ts';

function isMint({ activity: { kind, from } }: TokenHappening): boolean {
  return kind === 'mint' || from === ZERO_ADDRESS;
}

/** What is told together: all that one transaction moved between two wallets, or minted to one. */
function moveGroup(move: TokenHappening): string {
  const { txHash, from, to } = move.activity;
  if (txHash === null || to === null) return `alone:${move.position}`;
  if (isMint(move)) return `mint:${txHash}:${to}`;
  return from === null ? `alone:${move.position}` : `transfer:${txHash}:${from}:${to}`;
}

/** What a mint cost together; `null` unless every part of it tells its price, all in one coin. */
function mintPrice(moves: readonly TokenHappening[]): Pick<MoveAlert, 'price' | 'currency' | 'coin'> {
  const currency = moves[0]?.activity.currency ?? null;
  let price: Wei | null = 0n;
  for (const { activity } of moves) {
    if (activity.price === null || activity.currency !== currency) return { price: null, currency: null };
    price += activity.price;
  }
  const [first] = moves;
  return { price, currency, ...(first === undefined ? {} : coinOf(first)) };
}

/** What moved together as an alert. */
export function moveAlert(moves: readonly TokenHappening[], first: TokenHappening): MoveAlert {
  const { from, to, txHash } = first.activity;
  const kind = isMint(first) ? 'mint' : 'transfer';
  return {
    type: 'move',
    kind,
    key: `${kind}:${namesake(moves)}`,
    topic: null,
    tokens: moves.map(toldToken),
    from,
    to,
    ...(kind === 'mint' ? mintPrice(moves) : { price: null, currency: null }),
    txHash,
    occurredAt: first.occurredAt,
  };
}

/**
 * Transfers and mints; a transfer from nobody is a mint. What one transaction moved between the same two wallets, or minted
 * to one wallet, is told together. What arrives in two looks is told in two parts, like a sweep.
 */
export function findMoves(moves: readonly TokenHappening[]): readonly Finding[] {
  return [...Map.groupBy(moves, moveGroup).values()].flatMap((group) => {
    const first = group[0];
    if (first === undefined) return [];
    const records = group.map(({ key }) => key);
    return [{ position: first.position, alert: moveAlert(group, first), trades: [], records }];
  });
}
