import { readPicture } from '../../decode/picture.ts';
import { createFieldReader, type FieldReader, type JsonRecord } from '../../decode/record.ts';
import type { ReadOnly } from '../../decode/resource.ts';
import {
  readCount,
  readDigits,
  readFlag,
  readLabel,
  readText,
  readTokenReference,
  readTxHash,
  unwrap,
} from '../../decode/scalar.ts';
import { readTime } from '../../decode/time.ts';
import type { IsOwnCoin } from '../../own-coin.ts';
import { decodeAmounts } from './amounts.ts';
import * as field from './fields.ts';
import { decodeKind, refineKindByParties } from './kind.ts';
import { decodeParties } from './parties.ts';
import { decodeReservation } from './terms.ts';
import { decodeTokens } from './tokens.ts';

/*
 * A record of the activities feed. Feeds have a field at any of several paths (`fields.ts`), so it is read by a
 * `FieldReader` and not by a schema of fields.
 */

/** An id is a text, a number's digits or `{$oid}`; never an object, never a boolean. */
function readId(value: unknown): string | null {
  const id = readDigits(unwrap(value));
  return id === null || id === '' ? null : id;
}

/**
 * States of a transaction that had no effect. Not `cancelled`: an order that was cancelled later was made all the same.
 */
const FAILURES = new Set(['failed', 'failure', 'reverted', 'removed', 'dropped', 'invalid', 'orphaned']);

const isFailure = (value: unknown): boolean => FAILURES.has(readText(value)?.trim().toLowerCase() ?? '');

/**
 * The source's id for the event. An id that only identifies the token does not count. A sale number only counts in a
 * sale, because its listing has the same number.
 */
function sourceIdOf(reader: FieldReader, facts: Facts): string | null {
  const id = reader.first(field.EVENT_ID, (value) => {
    const text = readId(value);
    const token = readTokenReference(text);
    return token?.tokenId === facts.tokenId && token?.collection === facts.collection ? null : text;
  });
  return id ?? (facts.kind === 'sale' ? reader.first(field.SALE_ID, readId) : null);
}

function decodeFacts(reader: FieldReader, now: number, isOwnCoin: IsOwnCoin) {
  const { kind: reported, accepted, word } = decodeKind(reader);
  const { from, to } = decodeParties(reader, reported, accepted);
  const kind = refineKindByParties(reported, from, to);
  const tokens = decodeTokens(reader);
  const units = tokens.bundle?.reduce((sum, { quantity }) => sum + quantity, 0n) ?? 1n;
  const { amounts, ownName } = decodeAmounts(reader, kind, { word, units }, isOwnCoin);
  const facts = {
    kind,
    ...tokens,
    /** Seller, lister, bidder or sender, by kind. */
    from,
    /** Buyer, winner or receiver, by kind. */
    to,
    /** 0x and 64 lower-case hex digits; `null` for off-chain events. */
    txHash: reader.first(field.TX_HASH, readTxHash),
    /** Position within the transaction's block; `0` is a position. */
    logIndex: reader.first(field.LOG_INDEX, readCount),
    /** Epoch seconds; `null` if the record has no time. */
    timestamp: reader.first([...field.TIMESTAMP, ...field.UPDATED], (value) => readTime(value, now)),
    /** Display names and picture, as the marketplace wrote them. */
    collectionName: reader.first(field.COLLECTION_NAME, readLabel),
    tokenName: reader.first(field.TOKEN_NAME, readLabel),
    image: reader.first(field.IMAGE, readPicture),
    /** Name of the exchange that the trade was made on; `null` if unknown. */
    source: reader.first(field.SOURCE, readText),
    /**
     * The record was reverted or deleted, or its transaction failed: never posted. The marketplace may say so later.
     */
    reverted:
      reader.any(field.REVERTED, (value) => readFlag(value) === true) || reader.any(field.STATUS, isFailure),
    ...amounts,
    ...decodeReservation(reader, kind),
  };
  return { facts, word, ownName };
}

/** What a record says by itself. */
type Facts = ReadOnly<ReturnType<typeof decodeFacts>['facts']>;

/** One record of the marketplace's activities feed in canonical form. */
export interface Activity extends Facts {
  /**
   * Identifies the event, the strongest key first; never empty. Two records are the same event when they share any
   * key, so that an old sale does not count as new when the marketplace gives its record a new id.
   */
  readonly keys: readonly [string, ...string[]];
}

/** A decoded record with everything that its keys are derived from. */
export interface DecodedRecord {
  readonly facts: Facts;
  /** The event id given by the source. */
  readonly sourceId: string | null;
  /** Time of the event, epoch seconds; unlike `facts.timestamp`, never the time of the record's last update. */
  readonly happenedAt: number | null;
  readonly batchIndex: number | null;
  /** Id of the listing, auction, offer or order of the event. */
  readonly orderReference: string | null;
  /** The record's own name for its kind, letters only. */
  readonly word: string;
  readonly record: JsonRecord;
  /** What the record calls the chain's own coin. */
  readonly ownName: string | null;
}

/** @param now epoch milliseconds */
export function decodeRecord(record: JsonRecord, now: number, isOwnCoin: IsOwnCoin): DecodedRecord | null {
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
