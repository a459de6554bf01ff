import type { Logger } from 'pino';
import type { MarketAlert } from '#src/alerts/alert.ts';
import { chosenCollections, collection as collectionFilter } from '#src/alerts/filters/collection.ts';
import { postsEmptyRecaps, recapSchedule } from '#src/alerts/kinds/recap/options.ts';
import {
  isUneventful,
  newRecapAlert,
  RECAP_TOPIC,
  type RecapAlert,
  recapKey,
} from '#src/alerts/kinds/recap/schema.ts';
import type { MatchFacts } from '#src/alerts/match-subject.ts';
import type { Matcher } from '#src/alerts/matcher.ts';
import { computeRecap } from '#src/alerts/recaps/compute-recap.ts';
import { type DueRecap, recapDueAt, recapUntil } from '#src/alerts/recaps/schedule.ts';
import { REPEAT_WINDOW_SECONDS } from '#src/alerts/repeat-rule.ts';
import { isOver } from '#src/alerts/rule-extras.ts';
import { NO_SILENCES, type Silences } from '#src/alerts/silences/silences.ts';
import type { Rule, Subscription } from '#src/alerts/subscription.ts';
import type { Trade } from '#src/alerts/trade.ts';
import type { Address } from '#src/chain/address.ts';
import { HOUR_MS } from '#src/chain/durations.ts';
import { reached } from '#src/chain/points.ts';
import { finishInChunks } from '#src/marketplace/finish-in-chunks.ts';
import type { MarketPoint } from '#src/marketplace/market-point.ts';
import { missedBefore } from '#src/store/model/ingest-batch.ts';
import type { Store } from '#src/store/open.ts';

/** Dependencies for computing recaps. */
export interface RecapDeps {
  readonly store: Pick<
    Store,
    'salesBetween' | 'burnedBetween' | 'newRecordsAfter' | 'feedGaps' | 'trackedAuctions' | 'marketPoints'
  >;
  readonly facts: MatchFacts;
  /** The name of a collection; `null` if it is not listed. */
  readonly nameOf: (collection: Address) => string | null;
  /** Adds names and pictures of tokens, as far as they are available. */
  readonly enrich: (alerts: readonly MarketAlert[]) => Promise<readonly MarketAlert[]>;
}

type Period = Omit<DueRecap, 'date'>;

/** Maximum number of collections whose floors are read for the biggest movers: those with the most sales. */
const MAX_MEASURED = 50;
/**
 * How late the marketplace may report a sale, ms. A recap is computed once the feed was read this long after its
 * period.
 */
const REPORTING_MS = 60_000;

const seconds = (ms: number): number => Math.floor(ms / 1_000);

/** Returns the collections with the most sales, most first. */
function busiest(sales: readonly Trade[]): readonly Address[] {
  return [...Map.groupBy(sales, ({ collection }) => collection)]
    .sort(([one, ofOne], [other, ofOther]) => ofOther.length - ofOne.length || (one < other ? -1 : 1))
    .slice(0, MAX_MEASURED)
    .map(([collection]) => collection);
}

/** Computes recaps. Sales of a period are read once for all rules that need the same ones. */
function createRecapMaker({ store, facts, nameOf, enrich }: RecapDeps) {
  const read = new Map<string, Promise<readonly Trade[]>>();

  function salesOf(collections: readonly Address[] | null, { at, fromBefore }: Period) {
    const period = { from: seconds(fromBefore) - REPEAT_WINDOW_SECONDS, to: seconds(at) };
    const name = [collections?.join() ?? 'all', period.from, period.to].join(' ');
    const sales = read.get(name) ?? store.salesBetween({ collections, ...period });
    read.set(name, sales);
    return sales;
  }

  async function pointsOf(collections: readonly Address[], { from, at }: Period) {
    const points = new Map<Address, readonly MarketPoint[]>();
    for (const collection of collections)
      points.set(collection, await store.marketPoints(collection, { from: seconds(from), to: seconds(at) }));
    return points;
  }

  /** Computes the recap of a rule, with the details of its tokens. */
  return async (rule: Pick<Rule, 'filter'>, period: Period, key: string): Promise<RecapAlert> => {
    const { filter } = rule;
    const chosen = chosenCollections(filter);
    const isWhitelisted = chosen === null && collectionFilter.fields[0].isSet(filter);
    const isAsked = (collection: Address): boolean =>
      chosen === null ? !isWhitelisted || facts.isWhitelisted(collection) : chosen.includes(collection);
    const sales = (await salesOf(chosen, period)).filter(({ collection }) => isAsked(collection));
    const [first] = chosen ?? [];
    const single = chosen?.length === 1 && first !== undefined ? first : null;
    const inPeriod = sales.filter(({ at }) => at >= seconds(period.from));
    const measured = chosen ?? busiest(inPeriod);
    const { weekday } = recapSchedule(filter);
    const [from, to, fromBefore] = [seconds(period.from), seconds(period.at), seconds(period.fromBefore)];
    const burned = (await store.burnedBetween({ collections: chosen, from, to }))
      .filter(({ collection }) => isAsked(collection))
      .reduce((sum, { quantity }) => sum + quantity, 0n);
    const auctions = (await store.trackedAuctions()) ?? [];
    const missed = missedBefore(await store.feedGaps(period.from), { from, to });
    const recap = newRecapAlert({
      key,
      occurredAt: to,
      every: weekday === null ? 'day' : 'week',
      from,
      to,
      chosen: chosen?.map((collection) => ({ collection, collectionName: nameOf(collection) })) ?? null,
      isWhitelisted,
      ...(burned === 0n ? {} : { burned }),
      ...(missed === null ? {} : { missedBefore: missed }),
      ...(await finishInChunks(
        computeRecap({
          from,
          to,
          fromBefore,
          sales,
          single,
          nameOf,
          readSince: await store.newRecordsAfter(),
          auctions: auctions.filter(({ auction }) => isAsked(auction.collection)),
          points: await pointsOf(measured, period),
        }),
      )),
    });
    const [detailed = recap] = await enrich([recap]);
    return detailed.kind === recap.kind ? detailed : recap;
  };
}

/**
 * Computes the recap that a rule would have got now, as an example.
 * @param now epoch ms
 */
export const exampleRecap = (rule: Rule, now: number, deps: RecapDeps): Promise<RecapAlert> =>
  createRecapMaker(deps)(rule, recapUntil(recapSchedule(rule.filter), now), 'sample:recap');

interface DueRule {
  readonly rule: Subscription;
  readonly due: DueRecap;
  readonly key: string;
}

/**
 * Posts due recaps, each once: its key consists of the rule and the local day, and is written with the deliveries.
 * A recap waits until the feed was read a minute after the end of its period, for six hours at most.
 */
export function createRecaps(
  deps: RecapDeps & {
    readonly store: Pick<Store, 'alertsMade' | 'ingestMade'>;
    readonly index: Pick<Matcher, 'rulesFor'>;
    /** Leaves recaps out; none by default. */
    readonly silences?: Pick<Silences, 'split'>;
    /** IANA time zone name of a server. */
    readonly timeZoneOf: (guildId: string) => string;
    /** Time up to which the feed was read, epoch ms; `null` before the first poll. */
    readonly feedReadAt: () => number | null;
    /** Epoch ms. */
    readonly now: () => number;
    readonly log: Logger;
    readonly wake: (channelIds: readonly string[]) => void;
  },
): (signal: AbortSignal) => Promise<void> {
  const { store, index, timeZoneOf, feedReadAt, now, log, wake, silences = NO_SILENCES } = deps;
  /** Keys of due recaps that are already stored. */
  let known: ReadonlySet<string> = new Set();

  function dueRules(at: number): readonly DueRule[] {
    const dues = new Map<string, DueRecap | null>();
    const readAt = feedReadAt();
    return index.rulesFor(RECAP_TOPIC).flatMap((rule) => {
      const schedule = recapSchedule(rule.filter);
      const timeZone = timeZoneOf(rule.guildId);
      const name = [schedule.weekday, schedule.hour, timeZone].join(' ');
      const found = dues.get(name);
      const due = found === undefined ? recapDueAt(schedule, timeZone, at) : found;
      dues.set(name, due);
      const isReady =
        due !== null &&
        due.at > rule.createdAt &&
        !isOver(rule, { occurredAt: due.at / 1_000 }) &&
        readAt !== null &&
        readAt >= due.at + REPORTING_MS;
      return isReady ? [{ rule, due, key: recapKey(rule.id, due.date) }] : [];
    });
  }

  return async (signal) => {
    const due = dueRules(now());
    const unknown = due.filter(({ key }) => !known.has(key));
    if (unknown.length === 0) return;
    const stored = await store.alertsMade(unknown.map(({ key }) => key));
    const isDue = new Set(due.map(({ key }) => key));
    known = new Set([...known, ...stored].filter((key) => isDue.has(key)));
    const make = createRecapMaker(deps);
    for (const { rule, due, key } of unknown) {
      if (stored.has(key)) continue;
      signal.throwIfAborted();
      const alert = await make(rule, due, key);
      const isPosted = !isUneventful(alert) || postsEmptyRecaps(rule.filter);
      const { silenced } = silences.split(alert, [{ channelId: rule.channelId, subscriptionIds: [rule.id] }]);
      const silenceId = silenced[0]?.silenceId ?? null;
      wake(await store.ingestMade([{ alert, rule, isPosted, silenceId }], now()));
      reached(now() - due.at > HOUR_MS ? 'a missed recap is made up for' : 'a recap is made');
      log.debug({ rule: rule.id, date: due.date, sales: alert.total.sales, isPosted }, 'recap created');
    }
  };
}
