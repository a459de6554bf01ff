import type { Logger } from 'pino';
import { keepDetails, type MarketAlert } from '#src/alerts/alert.ts';
import { marketKindOf } from '#src/alerts/kinds/registry.ts';
import type { MatchedChannel, Matcher } from '#src/alerts/matcher.ts';
import type { MissingDetails } from '#src/alerts/missing-details.ts';
import { NO_SILENCES, type Silences } from '#src/alerts/silences/silences.ts';
import type { Clock } from '#src/chain/clock.ts';
import { detectClockChanges } from '#src/chain/elapsed.ts';
import type { FiatRate } from '#src/chain/fiat.ts';
import { reached } from '#src/chain/points.ts';
import type { LateFactsStore } from '#src/store/late-facts.ts';
import type { Recipient } from '#src/store/model/recipient.ts';
import { MAX_DECISION_MS, type RevisedAlert, type UndecidedAlert } from '#src/store/model/undecided.ts';
import { leaveEndingsToStarts } from './auctions/late-endings.ts';
import { lookUpDetails } from './enrich.ts';
import { type RuledBy, undecidedBy } from './rules-that-apply.ts';
import type { CollectionSource, TokenSource } from './sources.ts';

/** Batch size. */
const BATCH_SIZE = 500;
/** Minimum time between two lookups of the same alert. */
const RETRY_INTERVAL_MS = 5_000;

/** Details that were missing before and could still not be looked up. */
function stillMissing(before: MissingDetails, now: MissingDetails): MissingDetails {
  const [tokens, collections] = [new Set(now.tokens), new Set(now.collections)];
  return {
    tokens: before.tokens.filter((token) => tokens.has(token)),
    collections: before.collections.filter((collection) => collections.has(collection)),
  };
}

/** Returns whether the announced event (such as an auction's end) has passed in the meantime. */
function isPast({ alert }: UndecidedAlert, now: number): boolean {
  return marketKindOf(alert).isPast?.(alert, now) ?? false;
}

/**
 * Retries lookups of details that rules filter by, and matches those rules again. Each alert, the edits of its messages
 * and its new deliveries are one transaction.
 * After ten minutes, alerts are dropped and counted; if the clock was set in the meantime, up to ten minutes later.
 * Late prices and parties are handled with the feed (`known-records.ts`).
 */
export function createLateDecisions(deps: {
  readonly store: LateFactsStore;
  readonly index: Pick<Matcher, 'needsTokens' | 'match' | 'isUndecided' | 'undecided'>;
  /** Leaves alerts out; none by default. */
  readonly silences?: Pick<Silences, 'split'>;
  readonly tokens: TokenSource;
  readonly collections: Pick<CollectionSource, 'collectionPrices'>;
  /** Returns the fiat price of one coin, which is stored with alerts; none by default. */
  readonly fiat?: (() => FiatRate | null) | undefined;
  /** The delivery of an alert to a matched channel. */
  readonly addressee: (alert: MarketAlert, channel: MatchedChannel) => Recipient;
  readonly clock: Clock;
  readonly ruledBy: RuledBy;
  readonly log: Logger;
  /** Called with the channels that have new messages or edits. */
  readonly wake: (channelIds: readonly string[]) => void;
}): (signal: AbortSignal) => Promise<void> {
  const { store, index, tokens, collections, addressee, clock, ruledBy, log, wake } = deps;
  const { silences = NO_SILENCES } = deps;
  const isClockUnchanged = detectClockChanges(clock);

  async function giveUp(alerts: readonly UndecidedAlert[]): Promise<void> {
    if (alerts.length === 0) return;
    reached('an undecided rule is given up');
    const givenUp = alerts.map(({ alert, missingDetails, since }) => ({
      key: alert.key,
      channelIds: index.undecided(alert, missingDetails, ruledBy(since, alert)),
    }));
    await store.giveUpUndecided(givenUp, clock.now());
    log.warn({ alerts: alerts.length }, 'alerts dropped: details for filters missing');
  }

  async function giveUpOverdue(): Promise<void> {
    // Waiting times are only known by the wall clock.
    if (!isClockUnchanged(MAX_DECISION_MS)) return;
    for (let length = BATCH_SIZE; length === BATCH_SIZE; ) {
      const now = clock.now();
      const overdue = await store.overdue(now - MAX_DECISION_MS, now + MAX_DECISION_MS, BATCH_SIZE);
      // An event newer than that by the marketplace's time was seen while the clock was wrong.
      const old = overdue.filter(({ alert }) => Math.abs(now - alert.occurredAt * 1_000) > MAX_DECISION_MS);
      await giveUp(old);
      length = old.length;
    }
  }

  async function decide(open: readonly UndecidedAlert[], signal: AbortSignal): Promise<void> {
    if (open.length === 0) return;
    const { needsTokens } = index;
    const before = open.map(({ alert }) => alert);
    const lookup = await lookUpDetails(before, {
      tokens,
      collections,
      fiat: deps.fiat,
      log,
      signal,
      needsTokens,
    });
    const decisions = open.flatMap((one, position) => {
      const found = lookup.alerts[position];
      if (found === undefined) return [];
      const { since, version } = one;
      const alert = keepDetails(found, one.alert);
      const missingDetails = stillMissing(one.missingDetails, lookup.missingDetailsOf(one.alert));
      const madeBy = ruledBy(since, alert);
      const matched = index.match(alert, madeBy).map((channel) => addressee(alert, channel));
      const addressees = silences.split(alert, matched);
      const undecidedBefore = new Set(index.undecided(one.alert, one.missingDetails, madeBy));
      const undecided = undecidedBy(index, alert, missingDetails, madeBy);
      const detected = { missingDetails, isDecided: undecided === null, dropped: null };
      return [{ alert, ...addressees, undecided, undecidedBefore, since, version, detected }];
    });
    const revised = leaveEndingsToStarts(decisions).map(
      ({ undecidedBefore: _before, ...one }): RevisedAlert => one,
    );
    wake(await store.rebuildAlerts({ at: clock.now(), revised }));
  }

  return async (signal) => {
    await giveUpOverdue();
    const now = clock.now();
    const open = await store.dueLookups(now - RETRY_INTERVAL_MS, BATCH_SIZE);
    await giveUp(open.filter((one) => isPast(one, now)));
    await decide(
      open.filter((one) => !isPast(one, now)),
      signal,
    );
  };
}
