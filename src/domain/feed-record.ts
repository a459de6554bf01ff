import { createHash } from 'node:crypto';
import type { Activity } from './activity.ts';
import type { Wei } from './wei.ts';

/** A record of the feed as it is remembered after a look, for what the marketplace tells of it later. */
export interface FeedRecord {
  readonly id: number;
  /**
   * As far as it was told by now. The first key is the one that it was first known by, of which its alert's key is made;
   * names and pictures are left out.
   */
  readonly activity: Activity;
  /** The alert that tells it, whether anybody asks for that or not; `null` where it is told in none. */
  readonly alertKey: string | null;
  /** Epoch ms. */
  readonly seenAt: number;
  /** When it happened, as its alert has it, epoch seconds. */
  readonly occurredAt: number;
}

/** One that is to be remembered. */
export type NewFeedRecord = Omit<FeedRecord, 'id' | 'seenAt'>;

/** Kinds that the same change of hands may be told as, before and after its parties are known. */
function familyOf({ kind }: Activity): string {
  return kind === 'mint' || kind === 'burn' ? 'transfer' : kind;
}

function placeOf(activity: Activity, where: string): string {
  const { collection, tokenId } = activity;
  const text = `${where}:${familyOf(activity)}:${collection ?? ''}:${tokenId ?? ''}`;
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

/**
 * Where a record stands, however little of its identity is told: in its transaction, and at its time. Records of one event share
 * one of these; so may others.
 */
export function placesOf(activity: Activity): { readonly tx: string | null; readonly time: string | null } {
  const { txHash, timestamp } = activity;
  return {
    tx: txHash === null ? null : placeOf(activity, `tx:${txHash}`),
    time: timestamp === null ? null : placeOf(activity, `time:${timestamp}`),
  };
}

const keysOf = ({ keys }: Activity, kind: 'id' | 'log'): readonly string[] =>
  keys.filter((key) => key.startsWith(`${kind}:`));

/** Both have such a key, and none of them together. */
function contradict(known: Activity, shown: Activity, kind: 'id' | 'log'): boolean {
  const [before, now] = [keysOf(known, kind), keysOf(shown, kind)];
  return before.length > 0 && now.length > 0 && !now.some((key) => before.includes(key));
}

/** 0 stands for a price that is not there yet as well. */
const isPriceTold = (price: Wei | null): price is Wei => price !== null && price !== 0n;

function identityOf(activity: Activity): string {
  return [
    keysOf(activity, 'id').length > 0,
    keysOf(activity, 'log').length > 0,
    activity.txHash !== null,
  ].join();
}

/**
 * Whether a record that is known by none of its keys is one that was shown before, when the marketplace told more or less of
 * its identity. It is where they share a place, no key or fact of one contradicts the other, and what they are known by is
 * not of the same kind: where it is, other keys mean another event. Never to be asked of a record that the same page shows
 * as well: what stands on one page twice is two events.
 */
export function isSameEvent(known: Activity, shown: Activity): boolean {
  const [one, other] = [placesOf(known), placesOf(shown)];
  const inTransaction = known.txHash !== null && shown.txHash !== null;
  const together = inTransaction ? one.tx === other.tx : one.time !== null && one.time === other.time;
  if (!together || known.quantity !== shown.quantity) return false;
  if (contradict(known, shown, 'id') || contradict(known, shown, 'log')) return false;
  const facts = [
    [known.from, shown.from],
    [known.to, shown.to],
    [isPriceTold(known.price) ? known.price : null, isPriceTold(shown.price) ? shown.price : null],
  ];
  if (facts.some(([before, now]) => before !== null && now !== null && before !== now)) return false;
  const gained = facts.some(([before, now]) => (before === null) !== (now === null));
  return gained || identityOf(known) !== identityOf(shown);
}

/**
 * Whether what shares a key with a known record can be that record: a marketplace that gives several events one id for a while
 * must not make one of them.
 */
export function mayBeShownAgain(known: Activity, shown: Activity): boolean {
  const facts = [
    [known.collection, shown.collection],
    [known.tokenId, shown.tokenId],
    [known.txHash, shown.txHash],
  ];
  const differ = facts.some(([before, now]) => before !== null && now !== null && before !== now);
  return !differ && !contradict(known, shown, 'log');
}

/** A marketplace that gives a record another id at every look is believed so often. */
export const MOST_KEYS = 16;

/** What is known once a record was shown again. What is missing now, and was told before, stays. */
export function withShown(known: Activity, shown: Activity): Activity {
  const priced = isPriceTold(shown.price) || !isPriceTold(known.price) ? shown : known;
  const [first, ...others] = known.keys;
  return {
    ...known,
    keys: [
      first,
      ...[...new Set([...others, ...shown.keys.filter((key) => key !== first)])].slice(0, MOST_KEYS - 1),
    ],
    price: priced.price ?? known.price,
    currency: priced.price === null ? known.currency : priced.currency,
    from: shown.from ?? known.from,
    to: shown.to ?? known.to,
    txHash: shown.txHash ?? known.txHash,
    logIndex: shown.logIndex ?? known.logIndex,
    // One unit is also what a record has that does not say how many.
    quantity: shown.quantity === 1n ? known.quantity : shown.quantity,
    timestamp: known.timestamp ?? shown.timestamp,
    collectionName: shown.collectionName ?? known.collectionName,
    tokenName: shown.tokenName ?? known.tokenName,
    image: shown.image ?? known.image,
  };
}

/** What rules and messages are about and the marketplace may tell late or correct, as one text. */
export function factsOf({ price, currency, from, to, txHash, quantity }: Activity): string {
  return [price, currency, from, to, txHash, quantity].join('|');
}
