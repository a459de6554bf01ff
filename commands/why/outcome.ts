import { type Explanation, explainVerdict } from '#src/alerts/explain-verdict.ts';
import { type MatchInput, toMatchInput } from '#src/alerts/match-input.ts';
import type { MatchFacts } from '#src/alerts/match-subject.ts';
import { ALL_PENDING, pendingLookups } from '#src/alerts/missing-details.ts';
import { type PreparedRule, prepareRule } from '#src/alerts/rule-match.ts';
import type { EventDelivery, RuleVersion, StoredEvent } from '#src/store/model/detected-event.ts';

/** What became of an event for a rule. */
export type Outcome =
  /** `byOther`: the rule matches, but the delivery is that of other rules of the channel. */
  | { readonly type: 'delivered' | 'byOther'; readonly delivery: EventDelivery }
  | { readonly type: 'filtered' | 'undecided'; readonly explanation: Explanation }
  | {
      readonly type:
        | 'stale'
        | 'late'
        | 'reverted'
        | 'givenUp'
        | 'before'
        | 'removed'
        | 'paused'
        | 'ended'
        | 'tooLarge'
        | 'live'
        | 'once'
        | 'noRecord';
    };

/** The versions of one rule, oldest first. */
type Versions = readonly RuleVersion[];

/** Returns what the rule said when the event was detected; `null` before it was created. */
export const versionAt = (versions: Versions, at: number): RuleVersion | null =>
  versions.findLast(({ fromAt }) => fromAt <= at) ?? null;

/** Returns whether the rule says something else now than when the event was detected. */
export function hasChanged(versions: Versions, at: number): boolean {
  const then = versionAt(versions, at);
  const last = versions.at(-1);
  if (then === null || last === undefined || last.isRemoved) return false;
  const said = ({ topics, filter }: RuleVersion) =>
    JSON.stringify([topics, filter], (_key, value: unknown) =>
      typeof value === 'bigint' ? value.toString() : value,
    );
  return said(then) !== said(last);
}

/** Prepares what a rule said, for explaining its verdicts. */
export const preparedVersion = ({ topics, filter }: RuleVersion): PreparedRule =>
  prepareRule({ topics, filter, pingRoles: [] });

/** Prepares an event as it was known when it was decided; `null` if its content was not kept. */
export function inputOf({ alert, missingDetails }: StoredEvent): MatchInput | null {
  if (alert === null) return null;
  return toMatchInput(alert, missingDetails === null ? ALL_PENDING : pendingLookups(missingDetails));
}

function reasonOf(version: RuleVersion | null, { occurredAt }: StoredEvent): Outcome | null {
  if (version === null) return { type: 'before' };
  if (version.isRemoved) return { type: 'removed' };
  if (version.isPaused) return { type: 'paused' };
  const isOver = version.endsAt !== null && occurredAt * 1_000 > version.endsAt;
  return isOver ? { type: 'ended' } : null;
}

/**
 * Returns what became of the event for a rule of a channel. The stored delivery decides; without one, the rule as it
 * was when the event was detected, and whether it was paused or removed when the event was decided.
 * @param delivery of the event to the channel, for whichever of its rules
 * @param isOnce whether the rule posts once
 * @param isSpent whether the rule posts once and has posted its one alert
 */
export function outcomeOf(
  event: StoredEvent,
  subscriptionId: number,
  versions: Versions,
  {
    delivery,
    facts,
    isOnce,
    isSpent,
  }: {
    readonly delivery: EventDelivery | null;
    readonly facts: MatchFacts;
    readonly isOnce: boolean;
    readonly isSpent: boolean;
  },
): Outcome {
  if (delivery?.ruleIds.includes(subscriptionId) === true) return { type: 'delivered', delivery };
  const version = versionAt(versions, event.detectedAt);
  const reason = reasonOf(version, event);
  if (reason !== null || version === null) return reason ?? { type: 'before' };
  if (event.dropped === 'stale' || event.dropped === 'late' || event.dropped === 'reverted')
    return { type: event.dropped };
  const input = inputOf(event);
  if (input === null) return { type: 'tooLarge' };
  const explanation = explainVerdict(preparedVersion(version), input, facts);
  if (explanation.verdict === 'no') return { type: 'filtered', explanation };
  if (explanation.verdict === 'yes') {
    // Late facts are matched with the rules of that time.
    const decidedBy = event.decidedAt === null ? version : versionAt(versions, event.decidedAt);
    if (decidedBy?.isRemoved === true) return { type: 'removed' };
    if (decidedBy?.isPaused === true) return { type: 'paused' };
    if (isSpent) return { type: 'once' };
    if (delivery !== null) return { type: 'byOther', delivery };
    // It was spent then. Later its alert was given up, or the rule resumed, so it may post again.
    if (isOnce) return { type: 'once' };
    // A state of a live message has no delivery of its own where the message is there.
    return { type: input.alert.liveKey === null ? 'noRecord' : 'live' };
  }
  return event.dropped === 'undecided' ? { type: 'givenUp' } : { type: 'undecided', explanation };
}
