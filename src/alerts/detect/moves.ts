import type { Wei } from '#src/chain/wei.ts';
import { movedAs } from '../burn.ts';
import { type MoveAlert, newMoveAlert } from '../kinds/move.ts';
import { tokenDetector } from './detector.ts';
import { alertOfEachGroup, alertToken, coinOf, groupKey, type TokenEvent } from './feed-event.ts';

/** Groups tokens that one transaction moved between two wallets, minted to one, or burned from one. */
function moveGroup(move: TokenEvent): string {
  const { txHash, from, to } = move.activity;
  const topic = movedAs(move.activity);
  const wallets = { transfer: [from, to], mint: [to], burn: [from] }[topic];
  if (txHash === null || wallets.includes(null)) return `alone:${move.position}`;
  return [topic, txHash, ...wallets].join(':');
}

/** Returns the total price of a mint; `null` unless every record reports its price and all are in the same coin. */
function mintPrice(moves: readonly TokenEvent[]): Pick<MoveAlert, 'price' | 'currency' | 'coin'> {
  const records = [...new Set(moves.map(({ activity, bundle = activity }) => bundle))];
  const [first] = records;
  const currency = first?.currency ?? null;
  const decimals = first?.coin?.decimals;
  let price: Wei | null = 0n;
  for (const record of records) {
    const isSameCoin = record.currency === currency && record.coin?.decimals === decimals;
    if (record.price === null || !isSameCoin) return { price: null, currency: null };
    price += record.price;
  }
  return { price, currency, ...(first === undefined ? {} : coinOf({ activity: first })) };
}

/** Builds the alert for one group. */
function moveAlert(moves: readonly TokenEvent[], first: TokenEvent): MoveAlert {
  const { from, to, txHash } = first.activity;
  const topic = movedAs(first.activity);
  return newMoveAlert({
    topic,
    key: `${topic}:${groupKey(moves)}`,
    liveKey: null,
    tokens: moves.map(alertToken),
    from,
    to,
    ...(topic === 'mint' ? mintPrice(moves) : { price: null, currency: null }),
    txHash,
    occurredAt: first.occurredAt,
  });
}

/**
 * Transfers, mints and burns. Tokens that one transaction moved between the same two wallets, minted to one wallet or
 * burned from one share one alert. Records that arrive in two polls give two alerts, as for a sweep. The topic is
 * updated when wallets are reported late: otherwise rules for burns would never get a transfer whose receiver was
 * missing at first.
 */
export const moves = tokenDetector<MoveAlert>({
  takes: ({ kind }) => kind === 'transfer' || kind === 'mint' || kind === 'burn',
  find: (events) => alertOfEachGroup(events, moveGroup, moveAlert),
  rebuild: { transfer: moveAlert, mint: moveAlert, burn: moveAlert },
});
