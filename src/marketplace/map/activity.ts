import type { Activity } from '../../domain/activity.ts';
import { decodeAmounts } from '../decode/activity-amounts.ts';
import * as field from '../decode/activity-fields.ts';
import { type Evidence, identify } from '../decode/activity-identity.ts';
import { decodeKind, kindByParties } from '../decode/activity-kind.ts';
import { decodeParties } from '../decode/activity-parties.ts';
import { createFieldReader, type FieldReader, isRecord, type JsonRecord } from '../decode/record.ts';
import {
  readAddress,
  readCount,
  readDigits,
  readFlag,
  readPicture,
  readText,
  readTokenId,
  readTokenReference,
  readTxHash,
  unwrap,
} from '../decode/scalar.ts';
import { readTime } from '../decode/time.ts';

/** An id is a text, a number's digits or `{$oid}`; never an object, never a boolean. */
function readId(value: unknown): string | null {
  const id = readDigits(unwrap(value));
  return id === null || id === '' ? null : id;
}

/**
 * The source's id for the event. An id that only names the token is none, and neither is a sale's number unless the
 * record is the sale: its listing carries the same one.
 */
function sourceIdOf(reader: FieldReader, facts: Evidence['facts']): string | null {
  const id = reader.first(field.EVENT_ID, (value) => {
    const text = readId(value);
    const token = readTokenReference(text);
    return token?.tokenId === facts.tokenId && token?.collection === facts.collection ? null : text;
  });
  return id ?? (facts.kind === 'sale' ? reader.first(field.SALE_ID, readId) : null);
}

function decodeFacts(reader: FieldReader, now: number): { facts: Evidence['facts']; word: string } {
  const { kind: told, accepted, word } = decodeKind(reader);
  const { from, to } = decodeParties(reader, told, accepted);
  const kind = kindByParties(told, from, to);
  const reference = reader.first(field.TOKEN_REFERENCE, readTokenReference);
  const facts = {
    kind,
    collection: reader.first(field.COLLECTION, readAddress) ?? reference?.collection ?? null,
    tokenId: reader.first(field.TOKEN_ID, readTokenId) ?? reference?.tokenId ?? null,
    from,
    to,
    txHash: reader.first(field.TX_HASH, readTxHash),
    logIndex: reader.first(field.LOG_INDEX, readCount),
    timestamp: reader.first([...field.TIMESTAMP, ...field.UPDATED], (value) => readTime(value, now)),
    collectionName: reader.first(field.COLLECTION_NAME, readText),
    tokenName: reader.first(field.TOKEN_NAME, readText),
    image: reader.first(field.IMAGE, readPicture),
    source: reader.first(field.SOURCE, readText),
    reverted: reader.any(field.REVERTED, (value) => readFlag(value) === true),
    ...decodeAmounts(reader, kind, word),
  };
  return { facts, word };
}

function decodeRecord(record: JsonRecord, now: number): Evidence | null {
  const reader = createFieldReader(record);
  const { facts, word } = decodeFacts(reader, now);
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
  };
}

/** A page of the feed in canonical form, with the records that tell nothing apart. */
export interface DecodedActivities {
  readonly items: readonly Activity[];
  readonly unreadable: readonly unknown[];
  /** Words for kinds that no table knows, as letters. */
  readonly unknownKinds: readonly string[];
}

/**
 * Decodes the records of one page of the activities feed, whatever their spelling (activity-decoding). They are
 * decoded together because equal rows of one transaction are told apart by their number.
 * @param now epoch milliseconds
 */
export function decodeActivities(records: readonly unknown[], now: number): DecodedActivities {
  const evidence: Evidence[] = [];
  const unreadable: unknown[] = [];
  for (const record of records) {
    const decoded = isRecord(record) ? decodeRecord(record, now) : null;
    if (decoded === null) unreadable.push(record);
    else evidence.push(decoded);
  }
  const keys = identify(evidence);
  return {
    items: evidence.flatMap(({ facts }, index) => {
      const own = keys[index];
      return own === undefined ? [] : [{ ...facts, keys: own }];
    }),
    unreadable,
    unknownKinds: [...new Set(evidence.filter((e) => e.facts.kind === 'unknown').map((e) => e.word))],
  };
}
