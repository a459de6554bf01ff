import { runSteps, type StepGenerator } from '#src/chain/steps.ts';
import { isRecord } from '../../decode/record.ts';
import type { IsOwnCoin } from '../../own-coin.ts';
import { type Activity, type DecodedRecord, decodeRecord } from './activity.ts';
import { computeKeysInSteps } from './keys.ts';

/** A decoded page of the feed; records without usable fields are separate. */
export interface DecodedActivities {
  readonly items: readonly Activity[];
  readonly unreadable: readonly unknown[];
  /** Unknown names of kinds, letters only. */
  readonly unknownKinds: readonly string[];
  /** What records call the chain's own coin beside its placeholder address. */
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
  const evidence: DecodedRecord[] = [];
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

/** `decodeActivitiesInSteps` in one go, for short lists. */
export function decodeActivities(
  records: readonly unknown[],
  now: number,
  isOwnCoin: IsOwnCoin,
): DecodedActivities {
  return runSteps(decodeActivitiesInSteps(records, now, isOwnCoin));
}
