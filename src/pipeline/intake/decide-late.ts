import type { Logger } from 'pino';
import type { MarketAlert } from '../../domain/alert.ts';
import type { Addressee } from '../../domain/intake.ts';
import { keepingDetails } from '../../domain/keep-details.ts';
import type { Lacking } from '../../domain/lacking.ts';
import { DECIDED_WITHIN_MS, type RevisedAlert, type UndecidedAlert } from '../../domain/undecided.ts';
import type { Clock, CollectionSource, LateBook, TokenSource } from '../ports.ts';
import { lookUp } from './enrich.ts';
import type { MatchedChannel, SubscriptionIndex } from './subscription-index.ts';
import { undecidedBy } from './undecided-by.ts';

/** Of one look. */
const AT_ONCE = 500;
/** So long a marketplace is left alone with what it did not tell. */
const PAUSE_MS = 5_000;

/** What was lacking and could not be looked up now either. */
function stillLacking(before: Lacking, now: Lacking): Lacking {
  const [tokens, collections] = [new Set(now.tokens), new Set(now.collections)];
  return {
    tokens: before.tokens.filter((token) => tokens.has(token)),
    collections: before.collections.filter((collection) => collections.has(collection)),
  };
}

/** What is told only before something happens, and it has happened. */
function isPast({ alert }: UndecidedAlert, now: number): boolean {
  if (alert.type !== 'auction' || alert.kind !== 'auction_ending') return false;
  return alert.endTime !== null && alert.endTime * 1_000 <= now;
}

/**
 * Looks up again what alerts were told without and rules ask about, and decides these rules with it; each alert, what becomes
 * of its messages and who gets it now are one transaction. What rules still wait for after ten minutes is given up and
 * counted. Prices and parties come with the feed (`hear-again.ts`), which does the same.
 */
export function createLateDecisions(deps: {
  readonly book: LateBook;
  readonly index: Pick<SubscriptionIndex, 'readsTokens' | 'match' | 'isUndecided' | 'undecided'>;
  readonly tokens: TokenSource;
  readonly collections: Pick<CollectionSource, 'worth'>;
  /** How a channel is to have an alert that its rules ask for. */
  readonly addressee: (alert: MarketAlert, channel: MatchedChannel) => Addressee;
  readonly clock: Clock;
  readonly log: Logger;
  /** Called with the channels that have something new to send or to edit. */
  readonly wake: (channelIds: readonly string[]) => void;
}): (signal: AbortSignal) => Promise<void> {
  const { book, index, tokens, collections, addressee, clock, log, wake } = deps;

  async function giveUp(alerts: readonly UndecidedAlert[]): Promise<void> {
    if (alerts.length === 0) return;
    const givenUp = alerts.map(({ alert, lacking, since }) => ({
      key: alert.key,
      channelIds: index.undecided(alert, lacking, since),
    }));
    await book.giveUpUndecided(givenUp, clock.now());
    log.warn({ alerts: alerts.length }, 'the marketplace did not tell in time what rules ask about');
  }

  async function giveUpOverdue(): Promise<void> {
    for (let length = AT_ONCE; length === AT_ONCE; ) {
      const now = clock.now();
      const overdue = await book.overdue(now - DECIDED_WITHIN_MS, now + DECIDED_WITHIN_MS, AT_ONCE);
      await giveUp(overdue);
      length = overdue.length;
    }
  }

  async function decide(open: readonly UndecidedAlert[], signal: AbortSignal): Promise<void> {
    if (open.length === 0) return;
    const { readsTokens } = index;
    const before = open.map(({ alert }) => alert);
    const looked = await lookUp(before, { tokens, collections, log, signal, readsTokens });
    const revised = open.flatMap((one, place): RevisedAlert[] => {
      const found = looked.alerts[place];
      if (found === undefined) return [];
      const { since, version } = one;
      const alert = keepingDetails(found, one.alert);
      const lacking = stillLacking(one.lacking, looked.lackingOf(one.alert));
      const channels = index.match(alert, since).map((channel) => addressee(alert, channel));
      return [{ alert, channels, undecided: undecidedBy(index, alert, lacking, since), since, version }];
    });
    wake(await book.revise({ at: clock.now(), revised }));
  }

  return async (signal) => {
    await giveUpOverdue();
    const now = clock.now();
    const open = await book.toLookUp(now - PAUSE_MS, AT_ONCE);
    await giveUp(open.filter((one) => isPast(one, now)));
    await decide(
      open.filter((one) => !isPast(one, now)),
      signal,
    );
  };
}
