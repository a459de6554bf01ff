import { createHash } from 'node:crypto';
import type { Activity } from '../../domain/activity.ts';
import { isRecord, type JsonRecord } from './record.ts';

/** What a decoded record offers to be known by. */
export interface Evidence {
  readonly facts: Omit<Activity, 'keys'>;
  /** The id that the source gave the event. */
  readonly sourceId: string | null;
  /** Epoch seconds; unlike the facts' timestamp never the moment of the record's last change. */
  readonly happenedAt: number | null;
  readonly batchIndex: number | null;
  /** The listing, auction, offer or order that the event is about. */
  readonly orderReference: string | null;
  /** The record's own word for its kind, letters only. */
  readonly word: string;
  readonly record: JsonRecord;
}

const LONGEST_ID = 200;
const DEEPEST = 16;
/** What changes while the event stays the same (activity-decoding: identity 5). */
const VOLATILE = /^(?:_id|__v|(?:last_?)?updated_?at|cursor|metadata|collectionname)$/i;
const VOLATILE_WITHIN = /image|thumbnail|preview|banner|logo|usd|stats/i;

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function canonical(value: unknown, depth: number): unknown {
  if (depth > DEEPEST) return null;
  if (Array.isArray(value)) return value.map((item) => canonical(item, depth + 1));
  if (!isRecord(value)) return value;
  return Object.keys(value)
    .filter((key) => !VOLATILE.test(key) && !VOLATILE_WITHIN.test(key))
    .sort()
    .map((key) => [key, canonical(value[key], depth + 1)]);
}

function contentHash(record: JsonRecord): string {
  return sha256(JSON.stringify(canonical(record, 0)));
}

/** Joins parts so that different parts never join to the same text. */
function join(...parts: readonly (string | number | bigint | null)[]): string {
  return parts
    .map((part) => (part === null ? '' : encodeURIComponent(String(part).toWellFormed())))
    .join(':');
}

/** Kinds that one log of the chain may be told as; a sale and the transfer within it stay apart. */
function familyOf({ facts, word }: Evidence): string {
  if (facts.kind === 'mint' || facts.kind === 'burn') return 'transfer';
  return kindOf({ facts, word });
}

/** Unknown kinds are told apart by their own words. */
function kindOf({ facts, word }: Pick<Evidence, 'facts' | 'word'>): string {
  return facts.kind === 'unknown' || facts.kind === 'ignored' ? `${facts.kind}-${word}` : facts.kind;
}

/** A reference to something else, as it is written or, where it is long, as its hash. */
const short = (text: string): string => (text.length > LONGEST_ID ? `sha256:${sha256(text)}` : text);

function idKey(sourceId: string): string {
  return `id:${short(sourceId)}`;
}

function logKey(evidence: Evidence): string | null {
  const { txHash, logIndex, collection, tokenId } = evidence.facts;
  if (txHash === null || logIndex === null) return null;
  const place = join(txHash, logIndex, evidence.batchIndex ?? 0, collection, tokenId);
  return `log:${place}:${familyOf(evidence)}`;
}

/** Everything that rows of one transaction may be told apart by, except their number among equals. */
function transactionKey(evidence: Evidence): string | null {
  const { txHash, collection, tokenId, from, to, price } = evidence.facts;
  if (txHash === null) return null;
  return `tx:${join(txHash, kindOf(evidence), collection, tokenId, from, to, price)}`;
}

/**
 * What never reached the chain. Receiver and quantity belong to it, so that two buyers of one listing in one
 * second stay two. `null` where too little is told to be sure that equal means same.
 */
function offChainKey(evidence: Evidence): string | null {
  const { kind, collection, tokenId, from, to, price, quantity } = evidence.facts;
  if (kind === 'unknown' || collection === null || evidence.happenedAt === null) return null;
  const facts = join(
    kind,
    collection,
    tokenId,
    evidence.orderReference === null ? null : short(evidence.orderReference),
    from,
    to,
    price,
    quantity,
    evidence.happenedAt,
  );
  return `off:${facts}`;
}

function weakKey(evidence: Evidence): string {
  return offChainKey(evidence) ?? `raw:${contentHash(evidence.record)}`;
}

interface Row {
  readonly index: number;
  readonly timestamp: number;
  readonly content: string;
}

/**
 * Numbers the rows that share a key, oldest first and then by content, so that neither the page's order nor the
 * rows between them matter.
 */
function ordinals(groups: ReadonlyMap<string, readonly Row[]>): Map<number, string> {
  const keys = new Map<number, string>();
  for (const [key, rows] of groups) {
    const ordered = rows.toSorted(
      (a, b) => a.timestamp - b.timestamp || (a.content < b.content ? -1 : Number(a.content > b.content)),
    );
    for (const [ordinal, row] of ordered.entries()) keys.set(row.index, `${key}:${ordinal}`);
  }
  return keys;
}

/**
 * The keys of every event of one page, in the page's order (activity-decoding: identity 1 to 5): the source's id,
 * then the place on the chain; without either the transaction's facts, the facts off the chain, the content.
 */
export function identify(page: readonly Evidence[]): Activity['keys'][] {
  const strong = page.map((evidence) => {
    const id = evidence.sourceId === null ? null : idKey(evidence.sourceId);
    return [id, logKey(evidence)].filter((key) => key !== null);
  });
  const groups = new Map<string, Row[]>();
  for (const [index, evidence] of page.entries()) {
    const key = (strong[index] ?? []).length > 0 ? null : transactionKey(evidence);
    if (key === null) continue;
    const row = { index, timestamp: evidence.happenedAt ?? 0, content: contentHash(evidence.record) };
    const rows = groups.get(key);
    if (rows === undefined) groups.set(key, [row]);
    else rows.push(row);
  }
  const numbered = ordinals(groups);
  return page.map((evidence, index) => {
    const [first, ...rest] = strong[index] ?? [];
    return first === undefined ? [numbered.get(index) ?? weakKey(evidence)] : [first, ...rest];
  });
}
