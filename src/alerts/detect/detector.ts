import type { Activity } from '#src/marketplace/resources/activity/activity.ts';
import type { AlertBase } from '../kinds/alert-base.ts';
import type { DetectedAlert, FeedEvent, TokenEvent } from './feed-event.ts';

/** Makes alerts of one kind, or of several related kinds, from feed records. */
export interface Detector<A extends AlertBase> {
  /** Returns whether this detector handles the record. Each record belongs to at most one detector. */
  takes(activity: Activity): boolean;
  /** Whether its alerts are about tokens, so that a record without one is incomplete. */
  readonly needsToken: boolean;
  /** Returns the alerts for these events, which are in chronological order. */
  find(events: readonly FeedEvent[]): readonly DetectedAlert<A>[];
  /** Rebuilds the alert from these events, given the first part of its key; `null` if the events are not sufficient. */
  rebuild(keyPrefix: string, events: readonly FeedEvent[]): A | null;
}

interface DetectorSpec<Event extends FeedEvent, A extends AlertBase> {
  readonly takes: (activity: Activity) => boolean;
  readonly find: (events: readonly Event[]) => readonly DetectedAlert<A>[];
  /**
   * Builds an alert from its events, by the first part of its key.
   * @param first the first of the events
   */
  readonly rebuild: Readonly<Record<string, (events: readonly Event[], first: Event) => A>>;
}

function detector<Event extends FeedEvent, A extends AlertBase>(
  { takes, find, rebuild }: DetectorSpec<Event, A>,
  needsToken: boolean,
  select: (events: readonly FeedEvent[]) => readonly Event[],
): Detector<A> {
  return {
    takes,
    needsToken,
    find: (events) => find(select(events)),
    rebuild(keyPrefix, events) {
      const selected = select(events);
      const [first] = selected;
      return first === undefined ? null : (rebuild[keyPrefix]?.(selected, first) ?? null);
    },
  };
}

const isTokenEvent = (event: FeedEvent): event is TokenEvent => event.tokenId !== null;

/** Creates a detector of alerts about tokens. */
export function tokenDetector<A extends AlertBase>(spec: DetectorSpec<TokenEvent, A>): Detector<A> {
  return detector(spec, true, (events) => events.filter(isTokenEvent));
}

/** Creates a detector of alerts that may be about a whole collection. */
export function collectionDetector<A extends AlertBase>(spec: DetectorSpec<FeedEvent, A>): Detector<A> {
  return detector(spec, false, (events) => events);
}
