import { ZERO_ADDRESS } from '../../chain/address.ts';
import type { Wei } from '../../chain/wei.ts';
import { type MoveAlert, newMoveAlert } from '../kinds/move.ts';
import { tokenDetector } from './detector.ts';
import { alertOfEachGroup, alertToken, coinOf, groupKey, type TokenEvent } from './feed-event.ts';

function isMint({ activity: { kind, from } }: TokenEvent): boolean {
  return kind === 'mint' || from === ZERO_ADDRESS;
}

/** Groups tokens that one transaction moved between two wallets, or minted to one. */
function moveGroup(move: TokenEvent): string {
  const { txHash, from, to } = move.activity;
  if (txHash === null || to === null) return `alone:${move.position}`;
  if (isMint(move)) return `mint:${txHash}:${to}`;
  return from === null ? `alone:${move.position}` : `transfer:${txHash}:${from}:${to}`;
}

/** Total price of a mint; `null` unless every record reports its price, all in one coin. */
function mintPrice(moves: readonly TokenEvent[]): Pick<MoveAlert, 'price' | 'currency' | 'coin'> {
  const currency = moves[0]?.activity.currency ?? null;
  let price: Wei | null = 0n;
  for (const { activity } of moves) {
    if (activity.price === null || activity.currency !== currency) return { price: null, currency: null };
    price += activity.price;
  }
  const [first] = moves;
  return { price, currency, ...(first === undefined ? {} : coinOf(first)) };
}

/** The alert of one group. */
function moveAlert(moves: readonly TokenEvent[], first: TokenEvent): MoveAlert {
  const { from, to, txHash } = first.activity;
  const kind = isMint(first) ? 'mint' : 'transfer';
  return newMoveAlert({
    topic: kind,
    key: `${kind}:${groupKey(moves)}`,
    liveKey: null,
    tokens: moves.map(alertToken),
    from,
    to,
    ...(kind === 'mint' ? mintPrice(moves) : { price: null, currency: null }),
    txHash,
    occurredAt: first.occurredAt,
  });
}

/**
 * Transfers and mints; a transfer from the zero address is a mint. Tokens that one transaction moved between the same two
 * wallets, or minted to one wallet, share one alert. Records that arrive in two polls give two alerts, as for a sweep.
 */
export const moves = tokenDetector<MoveAlert>({
  takes: ({ kind, to }) => kind === 'mint' || (kind === 'transfer' && to !== ZERO_ADDRESS),
  find: (events) => alertOfEachGroup(events, moveGroup, moveAlert),
  rebuild: {
    transfer: (events, first) => ({ ...moveAlert(events, first), topic: 'transfer' }),
    mint: (events, first) => ({ ...moveAlert(events, first), topic: 'mint' }),
  },
});
