import type { Observation } from '../observation.ts';
import { markedToken, markedWallet } from '../silence-plans.ts';
import { channelIdOf } from '../world/discord/state.ts';
import { type MarketEvent, walletOf } from '../world/market.ts';
import type { RuleRecord } from '../world/rules.ts';
import type { SilenceRecord } from '../world/silences.ts';

/** What silences do with an alert for a rule; `either` where nobody can say. */
export type Silenced = 'no' | 'dropped' | 'summed up' | 'either';

/** How exactly the bot knows Discord's clock, and events their second. */
const CLOCK_MS = 3_000;
/** How long an admin may have waited for the answer to a command that is not known. */
const MAX_ANSWER_MS = 15 * 60_000;
/** An hour that comes twice may be either of both. */
const CLOCKS_CHANGE_MS = 60 * 60_000;
/** Events that are further in the future by the bot's clock have no time for it. */
const FUTURE_MS = 9 * 60_000;
/** Silences are summed up so long after their ends. */
const SUMMED_AFTER_MS = 60_000;

/** When a silence may have ended, and until when it certainly had not; ms since the start of the history. */
export function endsOf(
  { askedAt, inForceFrom, lastsMs, endAskedAt, endedAt }: SilenceRecord,
  isLocal: boolean,
) {
  const unsureMs = isLocal ? CLOCKS_CHANGE_MS : 0;
  const planned = {
    // A local time is typed to the minute.
    earliest: askedAt + lastsMs - CLOCK_MS - (isLocal ? 60_000 : 0) - unsureMs,
    latest: (inForceFrom ?? askedAt + MAX_ANSWER_MS) + lastsMs + CLOCK_MS + unsureMs,
  };
  return {
    earliest: endAskedAt === null ? planned.earliest : Math.min(planned.earliest, endAskedAt - CLOCK_MS),
    latest: endedAt === null ? planned.latest : Math.min(planned.latest, endedAt + CLOCK_MS),
  };
}

function covers(
  { what, rule }: SilenceRecord,
  of: RuleRecord,
  event: MarketEvent,
  collections: readonly string[],
) {
  if (what.of === 'server') return true;
  if (what.of === 'rule') return rule === of;
  if (channelIdOf(what.channel) !== of.channelId) return false;
  switch (what.of) {
    case 'channel':
      return true;
    case 'collection':
      return collections[what.collection] === event.collection;
    case 'token':
      return collections[what.collection] === event.collection && event.tokenId === markedToken(what.mark);
    case 'wallet':
      return [event.seller, event.buyer].includes(walletOf(markedWallet(what.mark)));
  }
}

/** @param deps.settledAt when the bot had seen everything that the feed showed at a time */
export function silencesOf(
  { silences, rules, collections, leaps, history }: Observation,
  { settledAt }: { readonly settledAt: (time: number) => number },
): (rule: RuleRecord, event: MarketEvent, completeAt: number) => Silenced {
  const isLocal = history.timeZone !== undefined;
  const ofServer = new Set(rules);

  /** Whether the bot may count the event as of when it saw it. */
  const isUndated = ({ shownAt }: MarketEvent): boolean =>
    leaps.some(({ from, to, ms }) => ms <= -FUTURE_MS && from <= settledAt(shownAt) && to >= shownAt);

  function within(silence: SilenceRecord, event: MarketEvent): 'yes' | 'maybe' | 'no' {
    const { earliest, latest } = endsOf(silence, isLocal);
    const { askedAt, inForceFrom } = silence;
    if (isUndated(event)) return 'maybe';
    if (event.at < askedAt - CLOCK_MS || event.at >= latest) return 'no';
    return inForceFrom !== null && event.at >= inForceFrom + CLOCK_MS && event.at < earliest
      ? 'yes'
      : 'maybe';
  }

  return (rule, event, completeAt) => {
    if (silences.length === 0 || !ofServer.has(rule)) return 'no';
    const found = silences.flatMap((silence) => {
      if (!covers(silence, rule, event, collections)) return [];
      const isWithin = within(silence, event);
      const isSummed = silence.what.of === 'channel' && silence.what.isSummarised;
      return isWithin === 'no' ? [] : [{ isWithin, isSummed, silence }];
    });
    const dropping = found.filter(({ isSummed }) => !isSummed);
    if (dropping.some(({ isWithin }) => isWithin === 'yes')) return 'dropped';
    if (dropping.length > 0) return 'either';
    const [summed] = found;
    if (summed === undefined) return 'no';
    const { earliest } = endsOf(summed.silence, isLocal);
    const isInTime = settledAt(completeAt) <= earliest + SUMMED_AFTER_MS;
    return summed.isWithin === 'yes' && isInTime ? 'summed up' : 'either';
  };
}
