import type { StepGenerator } from '#src/chain/steps.ts';
import { isRecord, type JsonRecord } from '../../decode/record.ts';
import { hashLong, sha256 } from '../../decode/scalar.ts';
import type { Activity, DecodedRecord } from './activity.ts';
import { tokensText } from './tokens.ts';

const MAX_DEPTH = 16;
/** Fields that change without the event changing (activity-decoding: identity 5). */
const VOLATILE = /^(?:_id|__v|(?:last_?)?updated_?at|cursor|metadata|collectionname)$/i;
const VOLATILE_PART = /image|thumbnail|preview|banner|logo|usd|stats/i;

function canonical(value: unknown, depth: number): unknown {
  if (depth > MAX_DEPTH) return null;
  if (Array.isArray(value)) return value.map((item) => canonical(item, depth + 1));
  if (!isRecord(value)) return value;
  return Object.keys(value)
    .filter((key) => !VOLATILE.test(key) && !VOLATILE_PART.test(key))
    .sort()
    .map((key) => [key, canonical(value[key], depth + 1)]);
}

function contentHash(record: JsonRecord): string {
  return sha256(JSON.stringify(canonical(record, 0)));
}

/** Joins parts unambiguously. */
function join(...parts: readonly (string | number | bigint | null)[]): string {
  return parts
    .map((part) => (part === null ? '' : encodeURIComponent(String(part).toWellFormed())))
    .join(':');
}

/** Groups kinds that one log may be reported as; a sale and its transfer stay separate. */
function familyOf({ facts, word }: DecodedRecord): string {
  if (facts.kind === 'mint' || facts.kind === 'burn') return 'transfer';
  return kindOf({ facts, word });
}

/** Returns the kind; unknown kinds are distinguished by their own names. */
function kindOf({ facts, word }: Pick<DecodedRecord, 'facts' | 'word'>): string {
  return facts.kind === 'unknown' || facts.kind === 'ignored' ? `${facts.kind}-${word}` : facts.kind;
}

/** Returns the token, or the hash of several. */
function tokenPart({ facts }: DecodedRecord): string | null {
  const text = tokensText(facts);
  return text === null || facts.bundle === undefined ? text : hashLong(text);
}

function idKey(sourceId: string): string {
  return `id:${hashLong(sourceId)}`;
}

function logKey(evidence: DecodedRecord): string | null {
  const { txHash, logIndex, collection } = evidence.facts;
  if (txHash === null || logIndex === null) return null;
  const position = join(txHash, logIndex, evidence.batchIndex ?? 0, collection, tokenPart(evidence));
  return `log:${position}:${familyOf(evidence)}`;
}

/** Returns everything that distinguishes rows of one transaction, except the ordinal among equal rows. */
function transactionKey(evidence: DecodedRecord): string | null {
  const { txHash, collection, from, to, price } = evidence.facts;
  if (txHash === null) return null;
  return `tx:${join(txHash, kindOf(evidence), collection, tokenPart(evidence), from, to, price)}`;
}

/**
 * Returns the key of an off-chain event. It includes receiver and quantity, so that two buyers of one listing in the
 * same second get different keys. `null` if there are too few facts to identify the event.
 */
function offChainKey(evidence: DecodedRecord): string | null {
  const { kind, collection, from, to, price, quantity } = evidence.facts;
  if (kind === 'unknown' || collection === null || evidence.happenedAt === null) return null;
  const facts = join(
    kind,
    collection,
    tokenPart(evidence),
    evidence.orderReference === null ? null : hashLong(evidence.orderReference),
    from,
    to,
    price,
    quantity,
    evidence.happenedAt,
  );
  return `off:${facts}`;
}

function weakKey(evidence: DecodedRecord): string {
  return offChainKey(evidence) ?? `raw:${contentHash(evidence.record)}`;
}

interface Row {
  readonly index: number;
  readonly timestamp: number;
  readonly content: string;
}

/**
 * Numbers the rows that share a key by age, then by content, independently of the page's order and of the rows in
 * between.
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
 * Computes the keys of every event of one page, in page order (activity-decoding: identity 1 to 5): the source's id,
 * then transaction hash and log index; without both, the transaction's facts, the off-chain facts, the content hash.
 */
export function* computeKeysInSteps(page: readonly DecodedRecord[]): StepGenerator<Activity['keys'][]> {
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
    yield;
  }
  const numbered = ordinals(groups);
  const keys: Activity['keys'][] = [];
  for (const [index, evidence] of page.entries()) {
    const [first, ...rest] = strong[index] ?? [];
    keys.push(first === undefined ? [numbered.get(index) ?? weakKey(evidence)] : [first, ...rest]);
    yield;
  }
  return keys;
}
