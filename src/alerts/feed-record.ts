import { hash } from 'node:crypto';
import type { Wei } from '#src/chain/wei.ts';
import type { Activity } from '#src/marketplace/resources/activity/activity.ts';
import { tokensText } from '#src/marketplace/resources/activity/tokens.ts';

/** A feed record, kept after its poll because the marketplace may change it later. */
export interface FeedRecord {
  readonly id: number;
  /**
   * Everything known so far. The first key is the one first seen; the alert's key is derived from it. Names and
   * pictures are left out.
   */
  readonly activity: Activity;
  /** Key of its alert, even if no rule matches the alert; `null` for a record without an alert. */
  readonly alertKey: string | null;
  /** Epoch ms. */
  readonly seenAt: number;
  /** Time of the event in its alert, epoch seconds. */
  readonly occurredAt: number;
}

/** A feed record before it is saved. */
export type NewFeedRecord = Omit<FeedRecord, 'id' | 'seenAt'>;

/**
 * Returns the kind, with mints and burns as transfers: a marketplace may report one as a transfer until it knows the
 * parties.
 */
function kindGroup({ kind }: Activity): string {
  return kind === 'mint' || kind === 'burn' ? 'transfer' : kind;
}

function locationKey(activity: Activity, where: string): string {
  const { collection } = activity;
  const text = `${where}:${kindGroup(activity)}:${collection ?? ''}:${tokensText(activity) ?? ''}`;
  return hash('sha256', text, 'base64url').slice(0, 22);
}

/**
 * Returns keys for a record's transaction and for its time, for records without usable ids. Records of the same event
 * share one; different events may share one as well.
 */
export function locationKeysOf(activity: Activity): {
  readonly tx: string | null;
  readonly time: string | null;
} {
  const { txHash, timestamp } = activity;
  return {
    tx: txHash === null ? null : locationKey(activity, `tx:${txHash}`),
    time: timestamp === null ? null : locationKey(activity, `time:${timestamp}`),
  };
}

const keysOf = ({ keys }: Activity, kind: 'id' | 'log'): readonly string[] =>
  keys.filter((key) => key.startsWith(`${kind}:`));

/** Returns whether both have keys of this kind and share none. */
function contradict(known: Activity, latest: Activity, kind: 'id' | 'log'): boolean {
  const [before, now] = [keysOf(known, kind), keysOf(latest, kind)];
  return before.length > 0 && now.length > 0 && !now.some((key) => before.includes(key));
}

/** Returns whether a price is known. The marketplace also reports 0 for an unknown one. */
const isPriceKnown = (price: Wei | null): price is Wei => price !== null && price !== 0n;

function identityOf(activity: Activity): string {
  return [
    keysOf(activity, 'id').length > 0,
    keysOf(activity, 'log').length > 0,
    activity.txHash !== null,
  ].join();
}

const differ = (one: unknown, other: unknown): boolean => one !== null && other !== null && one !== other;

const otherPrice = (known: Activity, latest: Activity): boolean =>
  isPriceKnown(known.price) && isPriceKnown(latest.price) && known.price !== latest.price;

/**
 * Returns whether no fact of one record contradicts a fact of the other. A fact that only one of them has is no
 * contradiction.
 */
export function factsAgree(known: Activity, latest: Activity): boolean {
  const facts = [
    [kindGroup(known), kindGroup(latest)],
    [known.collection, latest.collection],
    [tokensText(known), tokensText(latest)],
    [known.txHash, latest.txHash],
    [known.logIndex, latest.logIndex],
    [known.from, latest.from],
    [known.to, latest.to],
    [known.timestamp, latest.timestamp],
  ];
  const contradicted = facts.some(([before, now]) => differ(before, now));
  return !contradicted && !otherPrice(known, latest) && known.quantity === latest.quantity;
}

/** Returns whether both records state the same facts, at the same time. */
export function isEqualRecord(known: Activity, latest: Activity): boolean {
  return (
    factsAgree(known, latest) && known.timestamp === latest.timestamp && factsOf(known) === factsOf(latest)
  );
}

/** Returns whether both records have chain positions and share none. */
export const haveOtherChainPositions = (known: Activity, latest: Activity): boolean =>
  contradict(known, latest, 'log');

/** Returns whether both records have ids and share none. */
export const haveOtherIds = (known: Activity, latest: Activity): boolean => contradict(known, latest, 'id');

/**
 * Returns whether a record without a known key can be one that was shown before, with more or less identifying data or
 * with another id. They must share a location key, and no fact or chain position may contradict. In addition, unless
 * their ids differ, they must have different kinds of keys, or one must have an additional fact; with weak keys of the
 * same kind, different keys mean different events. Do not use this for two records of the same page, which are always
 * two events. If ids differ, use it only if the known record is no longer shown.
 */
export function isSameEvent(known: Activity, latest: Activity): boolean {
  const [one, other] = [locationKeysOf(known), locationKeysOf(latest)];
  const inTransaction = known.txHash !== null && latest.txHash !== null;
  const sameLocation = inTransaction ? one.tx === other.tx : one.time !== null && one.time === other.time;
  if (!sameLocation || known.quantity !== latest.quantity) return false;
  if (contradict(known, latest, 'log') || otherPrice(known, latest)) return false;
  const facts = [
    [known.from, latest.from],
    [known.to, latest.to],
    [isPriceKnown(known.price) ? known.price : null, isPriceKnown(latest.price) ? latest.price : null],
  ];
  if (facts.some(([before, now]) => differ(before, now))) return false;
  const gained = facts.some(([before, now]) => (before === null) !== (now === null));
  return gained || haveOtherIds(known, latest) || identityOf(known) !== identityOf(latest);
}

/**
 * Returns whether a record that shares a key with a known record can be that record. The marketplace may reuse an id
 * for several events, at once or over time. It cannot be that record if the kind, collection, token, transaction or
 * chain position differs; if both parties differ in one transaction (a single one may be corrected); or, outside of a
 * transaction, if the time differs together with a party or the price.
 */
export function mayBeSameRecord(known: Activity, latest: Activity): boolean {
  const identity = [
    [kindGroup(known), kindGroup(latest)],
    [known.collection, latest.collection],
    [tokensText(known), tokensText(latest)],
    [known.txHash, latest.txHash],
  ];
  if (identity.some(([before, now]) => differ(before, now))) return false;
  if (haveOtherChainPositions(known, latest) && !mayShareLog(known, latest)) return false;
  if (sharesChainPosition(known, latest)) return true;
  const [otherFrom, otherTo] = [differ(known.from, latest.from), differ(known.to, latest.to)];
  if (known.txHash !== null && latest.txHash !== null) return !(otherFrom && otherTo);
  return !(differ(known.timestamp, latest.timestamp) && (otherFrom || otherTo || otherPrice(known, latest)));
}

/** Returns whether both may be in one log. A 0 for the position in a batch means that it is unknown. */
function mayShareLog(known: Activity, latest: Activity): boolean {
  const logs = (activity: Activity) =>
    keysOf(activity, 'log')
      .map((key) => key.split(':'))
      .map(([, tx, log, batch]) => ({ tx, log, batch }));
  return logs(known).some((one) =>
    logs(latest).some(
      ({ tx, log, batch }) =>
        one.tx === tx && one.log === log && (one.batch === batch || one.batch === '0' || batch === '0'),
    ),
  );
}

/** Returns whether both are the same log of a transaction. */
export function sharesChainPosition(known: Activity, latest: Activity): boolean {
  return keysOf(latest, 'log').some((key) => known.keys.includes(key));
}

/** Maximum keys of a record, in case the marketplace gives it a new id at every poll. */
export const MAX_KEYS = 16;

/** Merges a newer version of a record into the known one. Values that are missing now are kept. */
export function mergeRecords(known: Activity, latest: Activity): Activity {
  const priced = isPriceKnown(latest.price) || !isPriceKnown(known.price) ? latest : known;
  const inKnownCoin = priced.price === null ? known : priced;
  const [first, ...others] = known.keys;
  const { coin: _coin, ...before } = known;
  return {
    ...before,
    keys: [
      first,
      ...[...new Set([...others, ...latest.keys.filter((key) => key !== first)])].slice(0, MAX_KEYS - 1),
    ],
    price: priced.price ?? known.price,
    currency: inKnownCoin.currency,
    ...(inKnownCoin.coin === undefined ? {} : { coin: inKnownCoin.coin }),
    ...(latest.reserved === undefined ? {} : { reserved: latest.reserved }),
    ...(latest.falling === undefined ? {} : { falling: latest.falling }),
    from: latest.from ?? known.from,
    to: latest.to ?? known.to,
    txHash: latest.txHash ?? known.txHash,
    logIndex: latest.logIndex ?? known.logIndex,
    // 1 is also the default of a record without a quantity.
    quantity: latest.quantity === 1n ? known.quantity : latest.quantity,
    timestamp: known.timestamp ?? latest.timestamp,
    collectionName: latest.collectionName ?? known.collectionName,
    tokenName: latest.tokenName ?? known.tokenName,
    image: latest.image ?? known.image,
    reverted: latest.reverted,
  };
}

/**
 * Returns, as one text, the values that affect rules and messages and that the marketplace may add or correct later.
 */
export function factsOf({ price, currency, from, to, txHash, quantity, reverted }: Activity): string {
  return [price, currency, from, to, txHash, quantity, reverted].join('|');
}
