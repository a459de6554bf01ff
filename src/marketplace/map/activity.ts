import { runSteps, type StepGenerator } from '#src/chain/steps.ts';
import { decodeAmounts } from '../decode/activity-amounts.ts';
import * as field from '../decode/activity-fields.ts';
import { computeKeysInSteps, type DecodedRecord } from '../decode/activity-keys.ts';
import { decodeKind, refineKindByParties } from '../decode/activity-kind.ts';
import { decodeParties } from '../decode/activity-parties.ts';
import { decodeTokens } from '../decode/activity-tokens.ts';
import { decodeReservation } from '../decode/listing-terms.ts';
import { readPicture } from '../decode/picture.ts';
import { createFieldReader, type FieldReader, isRecord, type JsonRecord } from '../decode/record.ts';
import {
  readCount,
  readDigits,
  readFlag,
  readLabel,
  readText,
  readTokenReference,
  readTxHash,
  unwrap,
} from '../decode/scalar.ts';
import { readTime } from '../decode/time.ts';
import type { Activity } from '../model/activity.ts';
import type { IsOwnCoin } from '../own-coin.ts';

/** Reads an id: a text, a number's digits or `{$oid}`; never an object or a boolean. */
function readId(value: unknown): string | null {
  const id = readDigits(unwrap(value));
  return id === null || id === '' ? null : id;
}

/**
 * States of a transaction that had no effect. Not `cancelled`, because an order that was cancelled later was still
 * made.
 */
const FAILURES = new Set(['failed', 'failure', 'reverted', 'removed', 'dropped', 'invalid', 'orphaned']);

const isFailure = (value: unknown): boolean => FAILURES.has(readText(value)?.trim().toLowerCase() ?? '');

/**
 * Returns the source's id for the event. An id that only identifies the token does not count. A sale number only counts
 * in a sale, because its listing has the same number.
 */
function sourceIdOf(reader: FieldReader, facts: DecodedRecord['facts']): string | null {
  const id = reader.first(field.EVENT_ID, (value) => {
    const text = readId(value);
    const token = readTokenReference(text);
    return token?.tokenId === facts.tokenId && token?.collection === facts.collection ? null : text;
  });
  return id ?? (facts.kind === 'sale' ? reader.first(field.SALE_ID, readId) : null);
}

function decodeFacts(
  reader: FieldReader,
  now: number,
  isOwnCoin: IsOwnCoin,
): { facts: DecodedRecord['facts']; word: string; ownName: string | null } {
  const { kind: reported, accepted, word } = decodeKind(reader);
  const { from, to } = decodeParties(reader, reported, accepted);
  const kind = refineKindByParties(reported, from, to);
  const tokens = decodeTokens(reader);
  const units = tokens.bundle?.reduce((sum, { quantity }) => sum + quantity, 0n) ?? 1n;
  const { amounts, ownName } = decodeAmounts(reader, kind, { word, units }, isOwnCoin);
  const facts = {
    kind,
    ...tokens,
    from,
    to,
    txHash: reader.first(field.TX_HASH, readTxHash),
    logIndex: reader.first(field.LOG_INDEX, readCount),
    timestamp: reader.first([...field.TIMESTAMP, ...field.UPDATED], (value) => readTime(value, now)),
    collectionName: reader.first(field.COLLECTION_NAME, readLabel),
    tokenName: reader.first(field.TOKEN_NAME, readLabel),
    image: reader.first(field.IMAGE, readPicture),
    source: reader.first(field.SOURCE, readText),
    reverted:
      reader.any(field.REVERTED, (value) => readFlag(value) === true) || reader.any(field.STATUS, isFailure),
    ...amounts,
    ...decodeReservation(reader, kind),
  };
  return { facts, word, ownName };
}

/** A record with its name for the chain's own coin. */
interface NamingRecord extends DecodedRecord {
  readonly ownName: string | null;
}

function decodeRecord(record: JsonRecord, now: number, isOwnCoin: IsOwnCoin): NamingRecord | null {
  const reader = createFieldReader(record);
  const { facts, word, ownName } = decodeFacts(reader, now, isOwnCoin);
  const sourceId = sourceIdOf(reader, facts);
  if (sourceId === null && facts.kind === 'unknown' && facts.collection === null && facts.txHash === null) {
    return null;
  }
  return {
    facts,
    sourceId,
    happenedAt: reader.first(field.TIMESTAMP, (value) => readTime(value, now)),
    batchIndex: reader.first(field.BATCH_INDEX, readCount),
    orderReference: reader.first(field.ORDER_REFERENCE, readId),
    word,
    record,
    ownName,
  };
}

/** A decoded page of the feed; records without usable fields are separate. */
export interface DecodedActivities {
  readonly items: readonly Activity[];
  readonly unreadable: readonly unknown[];
  /** Unknown names of kinds, letters only. */
  readonly unknownKinds: readonly string[];
  /** Names that records use for the chain's own coin, beside its placeholder address. */
  readonly ownNames: readonly string[];
}

/**
 * Decodes the records of one page of the activities feed in any known format (activity-decoding). They are decoded
 * together because equal rows of one transaction are numbered.
 * @param now epoch milliseconds
 */
export function* decodeActivitiesInSteps(
  records: readonly unknown[],
  now: number,
  isOwnCoin: IsOwnCoin,
): StepGenerator<DecodedActivities> {
  const evidence: NamingRecord[] = [];
  const unreadable: unknown[] = [];
  for (const record of records) {
    const decoded = isRecord(record) ? decodeRecord(record, now, isOwnCoin) : null;
    if (decoded === null) unreadable.push(record);
    else evidence.push(decoded);
    yield;
  }
  const keys = yield* computeKeysInSteps(evidence);
  return {
    items: evidence.flatMap(({ facts }, index) => {
      const own = keys[index];
      return own === undefined ? [] : [{ ...facts, keys: own }];
    }),
    unreadable,
    unknownKinds: [...new Set(evidence.filter((e) => e.facts.kind === 'unknown').map((e) => e.word))],
    ownNames: [...new Set(evidence.flatMap(({ ownName }) => ownName ?? []))],
  };
}

/** Runs `decodeActivitiesInSteps` at once, for short lists. */
export function decodeActivities(
  records: readonly unknown[],
  now: number,
  isOwnCoin: IsOwnCoin,
): DecodedActivities {
  return runSteps(decodeActivitiesInSteps(records, now, isOwnCoin));
}
